"""Cases of BLEU: the worked examples of Papineni et al. 2002 and of later papers."""

from tests.oracle.cases import cases_of, split, text

TOPIC = "papers"

PAPINENI = "Papineni et al. 2002, section"
ANTHOLOGY = ("https://aclanthology.org/P02-1040/",)
PLAIN = {"tokenizer": "none", "brevity_penalty": "none", "smoothing": "none", "mean": "arithmetic", "scale": "1"}
UNIGRAMS = {**PLAIN, "max_order": 1}
BIGRAMS = {**PLAIN, "max_order": 2, "weights": [0.0, 1.0]}

GUIDE = (
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
)
FIRST = "It is a guide to action which ensures that the military always obeys the commands of the party"
SECOND = "It is to insure the troops forever hearing the activity guidebook that party direct"
THE = ("the the the the the the the", "the cat is on the mat", "there is a cat on the mat")
DO = ("I always do", "I invariably do", "I perpetually do")
LENGTHS = {"max_order": 1, "tokenizer": "none", "scale": "1"}

paper = cases_of("bleu", kind="paper", refs=ANTHOLOGY)

# fmt: off
CASES = [
    paper("papineni-the-clipped", "Seven times 'the': clipped at the two occurrences in one reference.",
          text(THE), UNIGRAMS, "min(7, 2)/7 = 2/7", "clipping", where=f"{PAPINENI} 2.1, example 2"),
    paper("papineni-the-unclipped", "The same without clipping: a perfect score for nonsense.",
          text(THE), {**UNIGRAMS, "clipping": "unclipped"}, "7/7", "clipping",
          where=f"{PAPINENI} 2.1, example 2"),
    paper("papineni-the-bigrams", "'the the' occurs in no reference.",
          text(THE), BIGRAMS, "0/6", where=f"{PAPINENI} 2.1, example 2", printed="0"),
    paper("papineni-guide-1-unigrams", "Candidate 1 of the first example.",
          text((FIRST, *GUIDE)), UNIGRAMS, "17/18: only 'obeys' is in no reference",
          where=f"{PAPINENI} 2.1, example 1"),
    paper("papineni-guide-2-unigrams", "Candidate 2 of the first example.",
          text((SECOND, *GUIDE)), UNIGRAMS, "8/14", where=f"{PAPINENI} 2.1, example 1"),
    paper("papineni-guide-1-bigrams", "Candidate 1, bigrams.",
          text((FIRST, *GUIDE)), BIGRAMS, "10/17", where=f"{PAPINENI} 2.1.1, example 1"),
    paper("papineni-guide-2-bigrams", "Candidate 2, bigrams: only 'It is'.",
          text((SECOND, *GUIDE)), BIGRAMS, "1/13", where=f"{PAPINENI} 2.1.1, example 1"),
    paper("papineni-guide-1-score",
          "Candidate 1 with the whole formula, unsmoothed. Matches 17 10 7 4; closest reference length 18.",
          text((FIRST, *GUIDE)), {**PLAIN, "mean": "geometric", "brevity_penalty": "standard"},
          "(17/18 * 10/17 * 7/16 * 4/15)^(1/4) = (7/108)^(1/4)", where=f"{PAPINENI} 2.3, example 1"),
    paper("papineni-both-corpus", "Both candidates as a corpus: counts are added over sentences before dividing.",
          text((FIRST, *GUIDE), (SECOND, *GUIDE)), {"tokenizer": "none"},
          "c = 32, r = 18 + 16: 100 * e^(1 - 34/32) * (25/32 * 11/30 * 7/28 * 4/26)^(1/4)", "averaging",
          where=f"{PAPINENI} 2.1.1, example 1"),
    paper("papineni-both-sentences", "The mean of the two sentences' scores instead.",
          text((FIRST, *GUIDE), (SECOND, *GUIDE)), {"tokenizer": "none", "average": "sentences"},
          "100 * ((7/108)^(1/4) + e^(1 - 16/14) * (8/14 * 1/13 * 1/24 * 1/44)^(1/4))/2", "averaging",
          where=f"{PAPINENI} 2.1.1, example 1"),
    paper("papineni-of-the", "A fragment has perfect precision; only the brevity penalty sees that it is short.",
          text(("of the", *GUIDE)), {**PLAIN, "max_order": 2}, "(2/2 + 1/1)/2", "brevity-penalty",
          where=f"{PAPINENI} 2.2.1, example 3"),
    paper("papineni-of-the-penalized", "The fragment with its brevity penalty; the closest reference has 16 words.",
          text(("of the", *GUIDE)), {**PLAIN, "max_order": 2, "brevity_penalty": "standard"}, "e^(1 - 16/2) = e^-7",
          "brevity-penalty", where=f"{PAPINENI} 2.2.1, example 3"),
    paper("papineni-recall-1", "Words of all references together: every unigram matches some reference.",
          text(("I always invariably perpetually do", *DO)), UNIGRAMS, "5/5", where=f"{PAPINENI} 2.2.1, example 4"),
    paper("papineni-recall-1-bigrams", "The same candidate's bigrams: only the ends match.",
          text(("I always invariably perpetually do", *DO)), BIGRAMS, "2/4 ('I always', 'perpetually do')",
          where=f"{PAPINENI} 2.2.1, example 4"),
    paper("papineni-recall-2-bigrams", "The better candidate of that example.",
          text(("I always do", *DO)), BIGRAMS, "2/2", where=f"{PAPINENI} 2.2.1, example 4"),
    paper("papineni-penalty-closest", "A candidate of 12 words and references of 12, 15 and 17: no penalty.",
          split(("a a a a a a a a a a a a", "a a a a a a a a a a a a", "a a a a a a a a a a a a a a a",
                 "a a a a a a a a a a a a a a a a a")),
          {**LENGTHS, "tokenizer": "given"}, "r = 12: BP = 1", "reference-length", where=f"{PAPINENI} 2.2.2",
          printed="1"),
    paper("papineni-penalty-average", "The same lengths, averaged: (12 + 15 + 17)/3, rounded down.",
          split(("a a a a a a a a a a a a", "a a a a a a a a a a a a", "a a a a a a a a a a a a a a a",
                 "a a a a a a a a a a a a a a a a a")),
          {**LENGTHS, "tokenizer": "given", "reference_length": "average"}, "r = 14: e^(1 - 14/12)", "reference-length",
          where=f"{PAPINENI} 2.2.2, other convention"),
    paper("papineni-penalty-longest", "The same lengths, the longest.",
          split(("a a a a a a a a a a a a", "a a a a a a a a a a a a", "a a a a a a a a a a a a a a a",
                 "a a a a a a a a a a a a a a a a a")),
          {**LENGTHS, "tokenizer": "given", "reference_length": "longest"}, "r = 17: e^(1 - 17/12)", "reference-length",
          where=f"{PAPINENI} 2.2.2, other convention"),
]
