"""Language data loaded on demand: segmenters, WordNet, METEOR's tables, spellings."""
