r"""The token patterns of Stanford's PTBTokenizer (CoreNLP 3.4.1) as rules for `samescore.text.longest_match`.

The rules were derived from the program's behaviour. Letters outside square brackets match either case, as in the
program. If two rules match the same text, the first wins.
"""

from __future__ import annotations

from samescore.text.longest_match import CharSet, MatchRule, char_set
from samescore.text.ptb_characters import DIGITS, IN_WORDS, LETTERS, LETTERS_AND_DIGITS

_ANY: CharSet = char_set([(0, 0x10FFFF)])

#: Abbreviations of months, days, states, companies and titles after a name. Their full stop stays with the word; at the
#: very end of the text it is also a token of its own.
_OFTEN_LAST = (
    "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu|thurs|fri",
    "ala|ariz|calif|colo|conn|ct|dak|fla|ga|ind|kans?|ky|md|mich|minn|mo|mont|neb|nev|okla|penn|tenn|va|vt|wisc?|wyo",
    "[A]rk|[A]z|[D]el|[I]ll|[L]a|[M]ass|[M]iss|[O]re|[P]a|[T]ex|[W]ash",
    "assn|bancorp|bhd|bros|corp|cos?|inc|intl|ltd|plc|pp?t[ey]s?|rt|sys|univ",
    "al|bldg|blvd|ed\\.d|esq|est|etc|ext|jr|ph\\.d|rd|seq|sq|sr|tel",
)
#: Titles before a name, and other abbreviations that another word follows. Their full stop stays with the word.
_SELDOM_LAST = (
    "adj|adm|adv|asst|assoc|attys?|ave|brig|capt|cmdr|comdr|col|cpl|det|drs?|ens|ft|gen|govs?|hon|insp|lieut|lt|maj",
    "messrs|[M]iss|mlle|mme|mr|mrs|ms|msgr|mt|pfc|pres|profs?|pvt|reps?|rev|sens?|sfc|sgt|spc|ste?|supts?",
    "a\\.k\\.a|alex|cf|cie|dept|elec|invt|jos|m[ft]g|natl|ph|treas|vs|wm",
)
#: Words that start a sentence after a single letter with a full stop (I.), and so make the full stop its end.
_OPENERS = (
    "[A]|[A]bout|[A]ccording|[A]dditionally|[A]fter|[A]n|[A]s|[A]t|[B]ut|[E]arlier|[H]e|[H]er|[H]ere|[H]owever|[I]f|[I]n|[I]t",
    "[L]ast|[M]any|[M]ore|[M]r\\.|[M]s\\.|[N]ow|[O]nce|[O]ne|[O]ther|[O]ur|[S]he|[S]ince|[S]o|[S]ome|[S]uch|[T]hat|[T]he",
    "[T]heir|[T]hen|[T]here|[T]hese|[T]hey|[T]his|[W]e|[W]hat|[W]hen|[W]hile|[Y]et|[Y]ou",
)
_ENDINGS = "bat|bmp|c|cgi|class|cpp|dll|docx?|exe|gif|gz|h|html?|jar|java|jpe?g|mov|mp3|pdf|php|pl|png|ppt|ps|py|sql|tar|txt|wav|x|xml|zip"

PARTS: dict[str, str | CharSet] = {
    "any": _ANY,
    "plain": LETTERS,
    "digit": DIGITS,
    "alnum": LETTERS_AND_DIGITS,
    "in_words": IN_WORDS,
    # White space, and ends of lines.
    "space": "[ \t\xa0\u2000-\u200a\u3000]",
    "line_end": "\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]",
    "gap": "{space}|{line_end}",
    # Quotes and hyphens.
    "apostrophe": "['\x92\u2019]|&apos;",
    "any_apostrophe": "{apostrophe}|[`\x91\u2018\u201b]",
    "hyphen": "[-_\u058a\u2010\u2011]",
    "amp": "&amp;",
    "inner_mark": "[,:;\u3001]",
    # Words.
    "letter": "{in_words}|&[AEIOUaeiou](acute|grave|uml);",
    "run": "{letter}({letter}|{digit})*",
    "word": "{run}([!.?]{run})*",
    "clitic": "({apostrophe})([DMSdms]|ll|re|ve)",
    "not": "n({any_apostrophe})t",
    "before_not": "[A-Za-z\xad]*[A-MO-Za-mo-z]\xad*",
    # Abbreviations.
    "initials": "[A-Za-z](\\.[A-Za-z])*|{countries}",
    "several_initials": "[A-Za-z](\\.[A-Za-z])+|{countries}",
    "countries": "(canada|eu|japan|korean|non|sino)-u\\.s|u\\.s\\.-u\\.(k|s\\.s\\.r)",
    "often_last": "(" + "|".join(_OFTEN_LAST) + ")\\.",
    "seldom_last": "{initials}|" + "|".join(_SELDOM_LAST),
    "opener": "|".join(_OPENERS),
    # Numbers.
    "number": "{digit}+|{digit}*([,.:\xad\u066b\u066c]{digit}+)+",
    "slash": "\\\\?/|\u2044",
    "code": "[0-9]{2,4}",
    "phone_gap": "[- \xa0]",
    # Names on the internet. The excluded characters differ between their parts.
    "url_inner": '[^\t\n\x0c\r "(){|}<>]',
    "url_last": '[^\t\n\x0c\r "(){|}<>!,\\-.?]',
    "path": '(/[^\t\n\x0c\r "()<>|]+{url_last})?',
    "host": '([^\t\n\x0c\r "(){|}<>!,.?]+\\.)+[A-Za-z]{2,4}',
    # A gap from the comma to the underscore: no digits and no capitals.
    "lower_host": "([^\t\n\x0c\r !\"$'()`{|}<>,-_.?]+\\.)+(com|edu|net|org)",
    "mailbox": '[0-9A-Za-z][^\t\n\x0c\r "(){|}<>\xa0]*',
    "mail_part": '[^\t\n\x0c\r "(){|}<>\xa0.]+',
    # Markup.
    "tag_name": "[A-Za-z][-.0-9:A-Z_a-z]*",
    "attribute": "{tag_name}( *= *('[^']*'|\"[^\"]*\"))?",
    "tag": "<([!?][-A-Za-z][^\n\r>]*|{tag_name}( +{attribute})* */?|/{tag_name}) *>",
}

RULES: tuple[MatchRule, ...] = (
    MatchRule("as-is", "c[+][+]|[CFcf]#"),
    # Two words in one.
    MatchRule("as-is", "can", "not"),
    MatchRule("as-is", "'t", "is|was"),
    MatchRule("as-is", "gon|wan", "na"),
    MatchRule("as-is", "got", "ta"),
    MatchRule("as-is", "gim|lem", "me"),
    MatchRule("no-break", "{tag}"),
    MatchRule("dash", "&(md|mdash|ndash);|[\x96\x97\u2013-\u2015]"),
    MatchRule("ampersand", "{amp}"),
    MatchRule("as-is", "&(#[0-9]+|cdq|ht|lr|odq|qc|ql|qr|tl|ur);"),
    # Words.
    MatchRule("joined", "{word}", "{clitic}"),
    MatchRule("joined", "{before_not}", "{not}"),
    MatchRule("joined", "{word}"),
    MatchRule(
        "as-is",
        "({apostrophe})(n({apostrophe})?|[2-9]0s|cause|em|till?)|[DJLdjl]({apostrophe})|(dunkin|ol|somethin)({apostrophe})"
        "|[A-HJ-XZn]({any_apostrophe}){plain}{plain}+|{plain}+[AEIOUYaeiouy]({any_apostrophe})[A-Zaeiou]{plain}*"
        "|o({any_apostrophe})o|c'mon|cont'd\\.?|e'er|ev'ry|li'l|nat'l|nor'easter|s'mores|'twas",
    ),
    MatchRule("as-is", "y({apostrophe})", "{plain}"),
    # Internet addresses.
    MatchRule("as-is", "https?://{url_inner}+{url_last}"),
    MatchRule("as-is", "(www\\.{host}|{lower_host}){path}"),
    MatchRule("as-is", "(&lt;|<)?{mailbox}@({mail_part}\\.)*{mail_part}(&gt;|>)?"),
    MatchRule("as-is", "@[A-Z_a-z][0-9A-Z_a-z]*|#({letter})+"),
    # Clitics before anything but a letter.
    MatchRule("closing", "{clitic}|{not}", "[^A-Za-z]"),
    # Numbers.
    MatchRule("as-is", "{digit}{1,2}[-/]{digit}{1,2}[-/]{digit}{2,4}"),
    MatchRule("joined", "[-+]?({number})"),
    MatchRule("as-is", "[\u207a\u207b\u208a\u208b]?([\u2070\xb2\xb3\xb9\u2074-\u2079]+|[\u2080-\u2089]+)"),
    MatchRule("no-break", "({digit}{1,4}{phone_gap})?{digit}{1,4}({slash}){digit}{1,4}"),
    MatchRule("fraction", "[\xbc-\xbe\u2153-\u215e]"),
    MatchRule(
        "ampersand",
        "-(lcb|lrb|lsb|rcb|rrb|rsb)-|c\\.d\\.s|pro-|anti-|s(&|{amp})p-500|s(&|{amp})ls|cap({apostrophe})n|c({apostrophe})est",
    ),
    MatchRule("as-is", "[0-9A-Za-z]+(-[A-Za-z]+){0,2}(\\\\?/[0-9A-Za-z]+(-[A-Za-z]+){0,2}){1,2}"),
    MatchRule("as-is", "[A-Z]*$|#"),
    MatchRule("currency", "[\x80\xa2-\xa5\u060b\u0e3f\u20a0\u20a4\u20ac\uffe0\uffe1\uffe5\uffe6]"),
    # Abbreviations.
    MatchRule("as-is", "[A-Za-z]", "\\.({gap})+({opener}|{tag})({gap})"),
    MatchRule("as-is", "(art|bldg|ca|figs?|nos?|op|pp|prop)\\.", "({gap})?{digit}"),
    MatchRule("as-is", "(pt[EYey]|co)\\.", "{space}(lim|ltd)"),
    MatchRule("as-is", "{often_last}", "{any}{any}"),
    MatchRule("as-is", "{often_last}", again=1),
    MatchRule("as-is", "({seldom_last})\\."),
    MatchRule("as-is", "{seldom_last}", "{space}"),
    MatchRule("as-is", "{initials}", "{gap}"),
    MatchRule("as-is", "({apostrophe})[0-9][0-9]", "{gap}"),
    MatchRule("as-is", "({letter}|{digit})+(\\.({letter}|{digit})+)*\\.(" + _ENDINGS + ")", "{gap}|[!,.?]"),
    MatchRule("joined", "{word}\\.", "{inner_mark}"),
    MatchRule(
        "brackets",
        "(\\([0-9]{2,3}\\)[ \xa0]?|(\\+\\+?)?({code}{phone_gap})?{code}{phone_gap})[0-9]{3,4}{phone_gap}?[0-9]{3,5}"
        "|((\\+\\+?)?{code}\\.)?{code}\\.[0-9]{3,4}\\.[0-9]{3,5}",
    ),
    # Quotes, brackets, faces.
    MatchRule("opening", '"|&quot;', "[$0-9A-Za-z]"),
    MatchRule("closing", '"|&quot;'),
    MatchRule("nothing", "\x7f"),
    MatchRule("less", "<|&lt;"),
    MatchRule("greater", ">|&gt;"),
    MatchRule("round", "[<>]?[:;=][-'*o]?[(){@DOPdp|\\\\\\[\\]]", "[^0-9A-Za-z]"),
    MatchRule(
        "round",
        "[<=>^x~]\\.\\[^x=[^<]*<>\\]|[-'<=>^x~]_[-'<=>^x~]|\\([-'<=>^x~][._]?[-'<=>^x~]\\)|\\(['<=>^x~]-['<=>^`x~]\\)",
    ),
    MatchRule("bracket", "[(){}\\[\\]]"),
    MatchRule("hyphens", "-+"),
    MatchRule("ellipsis", "\\.{3,5}|(\\.[ \xa0]){2,4}\\.|[\x85\u2026]"),
    # Marks, single or repeated.
    MatchRule("as-is", "@+|#+|_+|\\*+|(\\\\\\*){1,3}|{inner_mark}|[!?]+"),
    MatchRule("as-is", "[./=\xa1\xbf\u037e\u0589\u061f\u06d4\u0700-\u0702\u07fa\u3002]"),
    # Words with hyphens, and other combinations of letters and digits.
    MatchRule("joined", "{hyphenated}\\.", "{inner_mark}"),
    MatchRule("joined", "{hyphenated}"),
    MatchRule("as-is", "{linked}\\.", "{inner_mark}"),
    MatchRule("as-is", "{linked}"),
    MatchRule("ampersand", "{with_and}\\.", "{inner_mark}"),
    MatchRule("ampersand", "{with_and}"),
    MatchRule("opening", "'", "[A-Za-z][^\t\n\r \xa0]"),
    MatchRule("closing", "{clitic}|{not}"),
    MatchRule("closing", "{apostrophe}|''|[`\x91-\x94\xab\xbb\u2018-\u201f\u2039\u203a]{1,2}"),
    MatchRule("as-is", "<<|>>"),
    MatchRule("as-is", "[%&+\\\\^|~]|{symbol}"),
    MatchRule("nothing", "\0|({space})+|[\u200b\u200e\u200f\ufeff]|&nbsp;"),
    MatchRule("line-end", "{line_end}"),
    MatchRule("nothing", "{any}"),
)

PARTS |= {
    "hyphenated": "[0-9A-Za-z][,.0-9A-Za-z\xad]*(-([0-9A-Za-z\xad]+|({several_initials})\\.))+",
    "link": "([DLOdlo]({any_apostrophe}){alnum})?{alnum}+",
    "linked": "{link}({hyphen}{link})*",
    "with_and": "[A-Z]+(([&+]|{amp})[A-Z]+)+",
    "symbol": "[\xa6-\xa9\xac\xae-\xb4\xb6-\xba\xd7\xf7\u0387\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u0603\u0606-\u060a\u060c\u0614"
    "\u061b\u061e\u066a\u066d\u0703-\u070d\u07f6-\u07f8\u0964\u0965\u0e4f\u1fbd\u2016\u2017\u2020-\u2023\u2030-\u2038\u203b"
    "\u203e-\u2042\u2044\u207a-\u207f\u208a-\u208e\u2100-\u214f\u2190-\u2bff\u3012\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40"
    "\uff5b-\uff65]",
}
