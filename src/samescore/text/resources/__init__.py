"""Data of languages that is loaded when it is needed: segmenters, WordNet, METEOR's tables, spellings."""
