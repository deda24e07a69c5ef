"""Cases of behaviour that only texterrors has: alignments by the characters of words."""

from tests.oracle.cases import cases_of, text

TOPIC = "texterrors"
#: texterrors' WER, and with use_chardiff.
WER = {"tokenizer": "none", "empty_reference": "zero", "dtype": "float64-scaled", "scale": "100"}
ALIKE = {**WER, "costs": "characters"}

wer = cases_of("wer", kind="exact", refs=("texterrors: https://github.com/RuABraun/texterrors",))

# fmt: off
CASES = [
    wer("characters-swapped", "Words of a common letter are paired.",
        text(("whit sat cat", "white cat sat")), ALIKE, "whit for white, sat for cat and cat for sat: 100 * 3/3", "edit-costs"),
    wer("characters-gap", "Words that have nothing in common cost 3 in two pairs, and 2 less in a gap on either side of a hit.",
        text(("dog b", "b cat")), ALIKE, "dog is inserted and cat deleted: 100 * 2/2", "edit-costs"),
    wer("characters-more-edits", "Two substitutions of whole words cost 3, and a deletion, a hit and an insertion 2: 3 edits of 3 words "
        "are as many as without.", text(("x ab cd", "ab cd y")), ALIKE, "x inserted, ab and cd hit, y deleted: 100 * 2/3", "edit-costs"),
    wer("characters-more-than-fewest", "A substitution of all letters costs 1.5, so that words are inserted and deleted in their place "
        "if a cheap pair is gained.", text(("abcd x", "y abce")), ALIKE,
        "abcd for abce costs 3/8, and y and x alone 2; two pairs would cost 3: 100 * 3/2", "edit-costs"),
    wer("characters-more-than-fewest-one", "The fewest edits are two substitutions.", text(("abcd x", "y abce")), WER, "100 * 2/2",
        "edit-costs"),
    wer("characters-one-for-two", "One of two words is a substitution for the reference's.", text(("abx aby", "abc")), ALIKE,
        "100 * 2/1", "edit-costs"),
    wer("characters-tie", "Three pairs cost 1/2 + 3/4 + 3/4, as much as two hits between an insertion and a deletion, and are taken.",
        text(("abd abc abef", "abc abef abgh")), ALIKE, "no hit: 100 * 3/3", "edit-costs"),
    wer("characters-close", "So they are if they cost less than 0.01 more: 3/2 (5/7 + 3/8 + 2/8) is 2 + 1/112.",
        text(("abvwxyz abcdefg abcdeijk", "abcdefg abcdeijk abcdeilm")), ALIKE, "no hit: 100 * 3/3", "edit-costs"),
    wer("characters-deletion", "A pair costs 3/2 and a deletion 1: less than three gaps.", text(("y", "abcd x")), ALIKE, "100 * 2/2",
        "edit-costs"),
    wer("characters-insertion", "So do a pair and an insertion.", text(("abcd y", "x")), ALIKE, "100 * 2/1", "edit-costs"),
    wer("characters-bytes", "An accented letter has two bytes, of which none is e: 2 of 5 differ, and not 1 of 4.",
        text(("y caf\xe9", "cafe x")), ALIKE, "y is inserted, caf\xe9 for cafe costs 3/5, x is deleted: 100 * 3/2", "edit-costs"),
    wer("characters-long", "A word of 49 bytes is compared.", text(("a" * 49, "a" * 48 + "b")), ALIKE, "100 * 1/1", "edit-costs"),
    wer("characters-too-long", "A word of 50 bytes is an error.", text(("b", "a" * 50)), ALIKE, "an error", "edit-costs"),
    wer("characters-too-long-alone", "Not if there is nothing to compare it with.", text(("", "a" * 50)), ALIKE, "100 * 1/1",
        "edit-costs empty"),
    wer("texterrors-no-words", "Without reference words it is 0.", text(("a b", "")), WER, "0", "empty"),
    wer("texterrors-no-words-characters", "So it is with use_chardiff.", text(("a b", "")), ALIKE, "0", "empty edit-costs"),
]
