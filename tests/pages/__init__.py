"""Tests of pages in a browser: ``tox run -e pages``; they need Chromium."""
