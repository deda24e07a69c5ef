"""The adapters: one file for each package in this folder, which defines `MODULE` and ``score(request)``.

A request is a dictionary of JSON-compatible data: the ``entry_point``, the ``settings``, and the fields of the input,
such as ``segments``. The answer is a dictionary with the ``outcome``: ``score``, with the ``value`` and perhaps
``stages``, or ``unsupported``, with the ``reason``.
"""
