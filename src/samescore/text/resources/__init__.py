"""Language data that is loaded on demand: segmenters, WordNet, METEOR's tables, spellings."""
