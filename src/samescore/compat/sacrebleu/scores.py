"""sacreBLEU's result objects: a score, its parts, and its printed form."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence


class Score:
    """A score with its name; `format` returns the text that sacreBLEU prints."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """Return the score as text, or with `is_json` as JSON with the signature's fields.

        `score_only` omits the name.
        """
        shown = f"{self.score:.{width}f}"
        fields: dict[str, object] = {"name": self.name, "score": float(shown), "signature": signature}
        if self._mean > 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            confidence = f"μ = {mean} ± {half}"
            shown = f"{shown} ({confidence})"
            fields |= {"confidence_mean": float(mean), "confidence_var": float(half), "confidence": confidence}
        if self._verbose:
            fields["verbose_score"] = self._verbose
        if score_only:
            return shown
        if is_json:
            fields |= dict(part.split(":") for part in signature.split("|"))
            return json.dumps(fields, indent=1, ensure_ascii=False)
        label = f"{self.name}|{signature}" if signature else self.name
        return f"{label} = {shown} {self._verbose}" if self._verbose else f"{label} = {shown}"

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Set the mean of resampled scores and half the width of their 95 % interval, which `format` prints."""
        values = sorted(resampled.score for resampled in scores)
        cut = len(values) // 40
        self._ci = 0.5 * (values[-1 - cut] - values[cut])
        self._mean = statistics.mean(values)

    def __repr__(self) -> str:
        return self.format()


class BLEUScore(Score):
    """A BLEU score with its counts, precisions (in percent), brevity penalty, and lengths in tokens."""

    def __init__(
        self,
        score: float,
        counts: list[int],
        totals: list[int],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str = "/".join(f"{precision:.1f}" for precision in precisions)
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class CHRFScore(Score):
    """A chrF score with its orders and beta; beta and the word order are part of its name, such as chrF2++."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        super().__init__(f"chrF{beta}{'+' * word_order}", score)
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order


class TERScore(Score):
    """A TER score with the sums over segments of the edits and of the average reference length."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length
