"""The help of the program and its commands: groups of commands, examples, and the nearest name for a misspelt one."""

from __future__ import annotations

import click

from samescore.base.errors import nearest

#: The commands, grouped by purpose.
GROUPS: dict[str, tuple[str, ...]] = {
    "Ask": ("demo", "score", "compare", "run", "smoke", "diff", "axioms"),
    "Explain": ("explain", "why", "tokens", "identify", "fuzz", "list", "show"),
    "Audit": ("audit",),
    "Keep": ("render", "drift", "expect", "golden", "environments"),
}

#: Example command lines for each command.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "demo": ("samescore demo", "samescore demo --files tour --html tour.html"),
    "score": (
        "samescore score hyp.txt -r ref.txt",
        "samescore score hyp.txt -r ref.txt -m chrf++ -m ter",
        "samescore score hyp.txt -r ref.txt --like nltk==3.9.sentence_bleu",
        "cat hyp.txt | samescore score - -r ref.txt --format jsonl",
    ),
    "compare": (
        "samescore compare old.txt new.txt -r ref.txt",
        "samescore compare a.txt b.txt c.txt -r ref.txt -m bleu -m chrf --html compare.html",
        "samescore compare old.comet new.comet --scores",
        "samescore compare old.txt new.txt -r ref.txt --like sacrebleu",
    ),
    "run": (
        "samescore run native:nltk -m bleu",
        "samescore run py:my_package.bleu:corpus_bleu -m bleu",
        'samescore run "cmd:node chrf.js" --html run.html',
        "samescore run --last-failed -x",
        "samescore run sacrebleu --against baseline.jsonl",
    ),
    "smoke": ("samescore smoke py:my_package.bleu:corpus_bleu -m bleu", 'samescore smoke "cmd:node chrf.js"'),
    "diff": (
        "samescore diff hyp.txt -r ref.txt",
        "samescore diff hyp.txt -r ref.txt -i sacrebleu -i 'sacrebleu(lowercase=true)'",
    ),
    "axioms": ("samescore axioms native:nltk -m bleu",),
    "explain": (
        "samescore explain native:sacrebleu native:nltk hyp.txt -r ref.txt",
        "samescore explain native:sacrebleu hyp.txt -r ref.txt --reported 27.3",
        "samescore explain native hyp.txt -r ref.txt -m rougeL -m rougeLsum",
    ),
    "why": ("samescore why rouge 0.0 for non-latin text", "samescore why nltk bleu of identical texts is not 1"),
    "tokens": (
        'samescore tokens --text "It costs 1,000.50." -m bleu --set tokenizer=intl',
        "samescore tokens hyp.txt -r ref.txt --like sacrebleu.corpus_ter --line 17",
    ),
    "identify": (
        "samescore identify py:my_package.bleu:corpus_bleu -m bleu",
        "samescore identify py:mine:rouge -m rouge-l --profile-skeleton mine.toml",
    ),
    "fuzz": ("samescore fuzz native:squad-v1 native:squad-v2 -m answer-f1", "samescore fuzz nltk -m bleu --seed 1"),
    "list": (
        "samescore list metrics",
        "samescore list implementations bleu torchmetrics",
        "samescore list knobs bleu",
        "samescore list vectors ter --format jsonl",
    ),
    "show": ("samescore show bleu-papineni-the-clipped", "samescore show chrf-missing-orders"),
    "audit": (
        "samescore audit -m BLEU --published 27.3 hyp.txt -r ref.txt",
        "samescore audit results.tex --html results.html",
        "samescore audit --guess results.md -o results.toml",
    ),
    "render": ("samescore render run.jsonl --format markdown", "samescore render run.jsonl --html run.html"),
    "drift": (
        "samescore drift native:nltk==3.4.5 native:nltk==3.5 -m bleu",
        "samescore drift old.jsonl new.jsonl --markdown drift.md",
    ),
    "expect": ("samescore expect py:my_package.bleu:corpus_bleu -m bleu -o expected.toml",),
    "golden": ("samescore golden export -m bleu -o bleu.jsonl", "samescore golden adequacy -m ter"),
    "environments": ("samescore environments make sacrebleu==1.5.1", "samescore environments list"),
}


def with_examples(command: click.Command) -> click.Command:
    """Add the examples of a command to the end of its help."""
    lines = EXAMPLES.get(command.name or "", ())
    if lines:
        command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
    return command


class NearestGroup(click.Group):
    """A group that suggests the nearest command for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, its name, and the arguments after it."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise click.UsageError(f"unknown command {args[0]!r}; {nearest(args[0], self.commands)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with its whole first sentence."""
        _write_commands("Commands", [(name, self.commands[name]) for name in self.list_commands(ctx)], formatter)


class MainGroup(NearestGroup):
    """The top-level group, whose help lists the commands by purpose, each with a whole sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, group by group."""
        del ctx  # get_command cannot fail here
        for heading, names in GROUPS.items():
            _write_commands(heading, [(name, self.commands[name]) for name in names], formatter)


def _write_commands(heading: str, named: list[tuple[str, click.Command]], formatter: click.HelpFormatter) -> None:
    with formatter.section(heading):
        formatter.write_dl([(name, summary(command)) for name, command in named])


def summary(command: click.Command) -> str:
    """Return the first paragraph of a command's help, on one line."""
    return " ".join((command.help or "").partition("\n\n")[0].split())
