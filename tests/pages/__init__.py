"""Pages in a browser: ``tox run -e pages``, where Chromium is installed."""
