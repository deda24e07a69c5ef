"""Tokenize as NLTK's NISTTokenizer (`nltk.tokenize.nist`) does, with tables from NLTK's data ``perluniprops``.

Due to a bug, the class Number in that data contains nearly the opposite: letters, marks, punctuation and symbols of
Unicode's first plane, but no digits, Chinese characters or Korean syllables. As a result, `nist_international` splits
punctuation from characters of that class, but not from digits and ideographs. The tables follow Unicode 7.
"""

from __future__ import annotations

import re
from functools import cache

from samescore.text.western import space_stops, space_symbols

#: The ranges in Number.txt: the first and last code point of each.
_NUMBER = """
    21-2f 3a-7e a1-ac ae-b1 b4-b8 ba-bb bf-377 37a-37f 384-38a 38c 38e-3a1 3a3-52f 531-556 559-55f 561-587 589-58a
    58d-58f 591-5c7 5d0-5ea 5f0-5f4 606-61b 61e-65f 66a-6dc 6de-6ef 6fa-70d 710-74a 74d-7b1 7ca-7fa 800-82d 830-83e
    840-85b 85e 8a0-8b2 8e4-965 970-983 985-98c 98f-990 993-9a8 9aa-9b0 9b2 9b6-9b9 9bc-9c4 9c7-9c8 9cb-9ce 9d7
    9dc-9dd 9df-9e3 9f0-9f3 9fa-9fb a01-a03 a05-a0a a0f-a10 a13-a28 a2a-a30 a32-a33 a35-a36 a38-a39 a3c a3e-a42
    a47-a48 a4b-a4d a51 a59-a5c a5e a70-a75 a81-a83 a85-a8d a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abc-ac5 ac7-ac9
    acb-acd ad0 ae0-ae3 af0-af1 b01-b03 b05-b0c b0f-b10 b13-b28 b2a-b30 b32-b33 b35-b39 b3c-b44 b47-b48 b4b-b4d
    b56-b57 b5c-b5d b5f-b63 b70-b71 b82-b83 b85-b8a b8e-b90 b92-b95 b99-b9a b9c b9e-b9f ba3-ba4 ba8-baa bae-bb9
    bbe-bc2 bc6-bc8 bca-bcd bd0 bd7 bf3-bfa c00-c03 c05-c0c c0e-c10 c12-c28 c2a-c39 c3d-c44 c46-c48 c4a-c4d c55-c56
    c58-c59 c60-c63 c7f c81-c83 c85-c8c c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cbc-cc4 cc6-cc8 cca-ccd cd5-cd6 cde ce0-ce3
    cf1-cf2 d01-d03 d05-d0c d0e-d10 d12-d3a d3d-d44 d46-d48 d4a-d4e d57 d60-d63 d79-d7f d82-d83 d85-d96 d9a-db1
    db3-dbb dbd dc0-dc6 dca dcf-dd4 dd6 dd8-ddf df2-df4 e01-e3a e3f-e4f e5a-e5b e81-e82 e84 e87-e88 e8a e8d e94-e97
    e99-e9f ea1-ea3 ea5 ea7 eaa-eab ead-eb9 ebb-ebd ec0-ec4 ec6 ec8-ecd edc-edf f00-f1f f34-f47 f49-f6c f71-f97
    f99-fbc fbe-fcc fce-fda 1000-103f 104a-108f 109a-10c5 10c7 10cd 10d0-1248 124a-124d 1250-1256 1258 125a-125d
    1260-1288 128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 12c8-12d6 12d8-1310 1312-1315 1318-135a
    135d-1368 1380-1399 13a0-13f4 1400-167f 1681-169c 16a0-16ed 16f1-16f8 1700-170c 170e-1714 1720-1736 1740-1753
    1760-176c 176e-1770 1772-1773 1780-17dd 1800-180d 1820-1877 1880-18aa 18b0-18f5 1900-191e 1920-192b 1930-193b
    1940 1944-1945 1950-196d 1970-1974 1980-19ab 19b0-19c9 19de-1a1b 1a1e-1a5e 1a60-1a7c 1a7f 1aa0-1aad 1ab0-1abe
    1b00-1b4b 1b5a-1b7c 1b80-1baf 1bba-1bf3 1bfc-1c37 1c3b-1c3f 1c4d-1c4f 1c5a-1c7f 1cc0-1cc7 1cd0-1cf6 1cf8-1cf9
    1d00-1df5 1dfc-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4
    1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2010-2027 2030-205e 2071 207a-207f 208a-208e 2090-209c
    20a0-20bd 20d0-20f0 2100-214f 2183-2184 2190-23fa 2400-2426 2440-244a 249c-24e9 2500-2775 2794-2b73 2b76-2b95
    2b98-2bb9 2bbd-2bc8 2bca-2bd1 2c00-2c2e 2c30-2c5e 2c60-2cf3 2cf9-2cfc 2cfe-2d25 2d27 2d2d 2d30-2d67 2d6f-2d70
    2d7f-2d96 2da0-2da6 2da8-2dae 2db0-2db6 2db8-2dbe 2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde 2de0-2e42 2ff0-2ffb
    3001-3004 3006 3008-3020 302a-3037 303c-303f 3041-3096 3099-30ff 3105-312d 3131-318e 3190-3191 3196-31ba
    31c0-31e3 31f0-321e 322a-3247 3250 3260-327f 328a-32b0 32c0-32fe 3300-33ff 4dc0-4dff a000-a48c a490-a4c6
    a4d0-a61f a62a-a62b a640-a69d a69f-a6e5 a6f0-a6f7 a700-a78e a790-a7ad a7b0-a7b1 a7f7-a82b a836-a839 a840-a877
    a880-a8c4 a8ce-a8cf a8e0-a8fb a90a-a953 a95f-a97c a980-a9cd a9cf a9de-a9ef a9fa-a9fe aa00-aa36 aa40-aa4d
    aa5c-aac2 aadb-aaf6 ab01-ab06 ab09-ab0e ab11-ab16 ab20-ab26 ab28-ab2e ab30-ab5f ab64-ab65 abc0-abed d7b0-d7c6
    d7cb-d7fb fb00-fb06 fb13-fb17 fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fbc1 fbd3-fd3f fd50-fd8f
    fd92-fdc7 fdf0-fdfd fe00-fe19 fe20-fe2d fe30-fe52 fe54-fe66 fe68-fe6b fe70-fe74 fe76-fefc ff01-ff0f ff1a-ffbe
    ffc2-ffc7 ffca-ffcf ffd2-ffd7 ffda-ffdc ffe0-ffe6 ffe8-ffee fffc-fffd
"""
#: The ranges in Punctuation.txt.
_PUNCTUATION = """
    21-23 25-2a 2c-2f 3a-3b 3f-40 5b-5d 5f 7b 7d a1 a7 ab b6-b7 bb bf 37e 387 55a-55f 589-58a 5be 5c0 5c3 5c6
    5f3-5f4 609-60a 60c-60d 61b 61e-61f 66a-66d 6d4 700-70d 7f7-7f9 830-83e 85e 964-965 970 af0 df4 e4f e5a-e5b
    f04-f12 f14 f3a-f3d f85 fd0-fd4 fd9-fda 104a-104f 10fb 1360-1368 1400 166d-166e 169b-169c 16eb-16ed 1735-1736
    17d4-17d6 17d8-17da 1800-180a 1944-1945 1a1e-1a1f 1aa0-1aa6 1aa8-1aad 1b5a-1b60 1bfc-1bff 1c3b-1c3f 1c7e-1c7f
    1cc0-1cc7 1cd3 2010-2027 2030-2043 2045-2051 2053-205e 207d-207e 208d-208e 2308-230b 2329-232a 2768-2775
    27c5-27c6 27e6-27ef 2983-2998 29d8-29db 29fc-29fd 2cf9-2cfc 2cfe-2cff 2d70 2e00-2e2e 2e30-2e42 3001-3003
    3008-3011 3014-301f 3030 303d 30a0 30fb a4fe-a4ff a60d-a60f a673 a67e a6f2-a6f7 a874-a877 a8ce-a8cf a8f8-a8fa
    a92e-a92f a95f a9c1-a9cd a9de-a9df aa5c-aa5f aade-aadf aaf0-aaf1 abeb fd3e-fd3f fe10-fe19 fe30-fe52 fe54-fe61
    fe63 fe68 fe6a-fe6b ff01-ff03 ff05-ff0a ff0c-ff0f ff1a-ff1b ff1f-ff20 ff3b-ff3d ff3f ff5b ff5d ff5f-ff65
"""
#: The ranges in Symbol.txt.
_SYMBOL = """
    24 2b 3c-3e 5e 60 7c 7e a2-a6 a8-a9 ac ae-b1 b4 b8 d7 f7 2c2-2c5 2d2-2df 2e5-2eb 2ed 2ef-2ff 375 384-385 3f6 482
    58f 606-608 60b 60e-60f 6de 6e9 6fd-6fe 7f6 9f2-9f3 9fa-9fb af1 b70 bf3-bfa c7f d79 e3f f01-f03 f13 f15-f17
    f1a-f1f f34 f36 f38 fbe-fc5 fc7-fcc fce-fcf fd5-fd8 109e-109f 1390-1399 17db 1940 19de-19ff 1b61-1b6a 1b74-1b7c
    1fbd 1fbf-1fc1 1fcd-1fcf 1fdd-1fdf 1fed-1fef 1ffd-1ffe 2044 2052 207a-207c 208a-208c 20a0-20ba 2100-2101
    2103-2106 2108-2109 2114 2116-2118 211e-2123 2125 2127 2129 212e 213a-213b 2140-2144 214a-214d 214f 2190-2328
    232b-23f3 2400-2426 2440-244a 249c-24e9 2500-26ff 2701-2767 2794-27c4 27c7-27e5 27f0-2982 2999-29d7 29dc-29fb
    29fe-2b4c 2b50-2b59 2ce5-2cea 2ff0-2ffb 3004 3012-3013 3020 3036-3037 303e-303f 309b-309c 3190-3191 3196-319f
    31c0-31e3 3200-321e 322a-3247 3250 3260-327f 328a-32b0 32c0-32fe 3300-33ff 4dc0-4dff a490-a4c6 a700-a716
    a720-a721 a789-a78a a828-a82b a836-a839 aa77-aa79 fb29 fbb2-fbc1 fdfc-fdfd fe62 fe64-fe66 fe69 ff04 ff0b
    ff1c-ff1e ff3e ff40 ff5c ff5e ffe0-ffe6 ffe8-ffee fffc-fffd
"""

#: Entities, replaced one after the other as in xml.sax.saxutils: "&amp;lt;" becomes "&lt;".
_ENTITIES = (
    *(("&gt;", ">"), ("&lt;", "<"), ("&apos;", "'"), ("&quot;", '"')),
    *(("&#124;", "|"), ("&#91;", "["), ("&#93;", "]"), ("&amp;", "&")),
)


def _stretches(table: str) -> list[tuple[int, int]]:
    """Return the first and last code points of each range in a table."""
    bounds = [[int(bound, 16) for bound in stretch.split("-")] for stretch in table.split()]
    return [(pair[0], pair[-1]) for pair in bounds]


def characters(category: str) -> str:
    """Return the characters of a category of NLTK's data, in order: ``Number``, ``Punctuation`` or ``Symbol``.

    Raises `KeyError` for any other category.
    """
    table = {"Number": _NUMBER, "Punctuation": _PUNCTUATION, "Symbol": _SYMBOL}[category]
    return "".join(chr(code) for first, last in _stretches(table) for code in range(first, last + 1))


@cache
def _rules() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the substitutions of `nist_international`, in order."""
    number, punctuation, symbol = (
        "[" + "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in _stretches(table)) + "]"
        for table in (_NUMBER, _PUNCTUATION, _SYMBOL)
    )
    return (
        (re.compile(r"([\x00-\x7f]+)"), r" \1 "),
        (re.compile(f"({number})({punctuation})"), r"\1 \2 "),
        (re.compile(f"({punctuation})({number})"), r" \1 \2"),
        (re.compile(f"({symbol})"), r" \1 "),
    )


def _without_markup(text: str) -> str:
    """Delete ``<skipped>``, and replace line separators (U+2028) by spaces and entities by their characters."""
    text = text.replace("<skipped>", "").replace("\u2028", " ")
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    return text


def nist_words(text: str, lower: bool = False) -> list[str]:
    r"""Return the tokens of ``NISTTokenizer().tokenize(text, lowercase=lower)``.

    The rules are like 13a's, but they replace other entities, and do not join words that are hyphenated at a line end.

    >>> nist_words("It&apos;s 1,000.50 in 2010.")
    ["It's", '1,000.50', 'in', '2010', '.']
    """
    text = f" {_without_markup(text)} "
    return space_stops(space_symbols(text.lower() if lower else text)).split()


def nist_international(text: str, lower: bool = False) -> list[str]:
    """Return the tokens of ``NISTTokenizer().international_tokenize(text, lowercase=lower)``.

    Runs of ASCII characters are split from all other characters.

    >>> nist_international("Café: in 2010, yes.")
    ['Caf', 'é', ':', 'in', '2010,', 'yes', '.']
    """
    text = _without_markup(text)
    if lower:
        text = text.lower()
    for pattern, replacement in _rules():
        text = pattern.sub(replacement, text)
    return text.split()
