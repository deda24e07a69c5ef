"""The project's site, made from what is recorded: ``python -m tools.site --output FOLDER``.

`facts` computes what the pages show, `pages` writes them, `links` says which links lead nowhere.
"""
