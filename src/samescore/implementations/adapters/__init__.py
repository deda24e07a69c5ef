"""The adapters: one file for each package, found by listing this folder, with `MODULE` and ``score(request)``.

A request is a dictionary of JSON-compatible data: the ``entry_point``, the ``settings``, and the fields of the input,
such as ``segments``. The answer is a dictionary: ``outcome`` (``score`` or ``unsupported``) with the ``value`` and
perhaps ``stages``, or with the ``reason``.
"""
