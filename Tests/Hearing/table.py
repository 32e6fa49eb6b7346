"""Rows of figures that a person reads."""

from dataclasses import dataclass

COLUMNS = ("array and case", "wrong sides", "colour", "weakest in front", "comb", "ILD 1/12 octave",
           "mismatch", "ERB", "ITD", "centre", "F/B", "noise", "level", "late")
WIDTHS = (34, 15, 12, 18, 6, 16, 9, 5, 5, 7, 5, 6, 6, 5)
NOTES = """Wrong sides: directions of pink noise (0.1 to 12.5 kHz) on the wrong side in level + in time, by how many
dB at most. Colour: worst third octave of the horizon mean, dB @ Hz. Weakest in front: third octave, dB @ Hz @ azimuth.
Comb: step of the ILD between neighbouring 1/12 octaves above the head's, dB. ILD errors 0.2 to 6 kHz in dB:
1/12 octave (below/above 1.5 kHz), the same with differing microphones, ERB bands. ITD error and centre in us.
F/B: front to back, dB. Noise: dB(A) against one microphone. Level: horizon against the microphones, dB. Late: us.
"""


def line(words):
    return " ".join(str(word).ljust(width) for word, width in zip(words, WIDTHS)).rstrip()


def header():
    return NOTES + line(COLUMNS)


def number(value, form="{:.2f}"):
    return "" if value is None else form.format(value)


def words(name, f):
    wrong = f"{f.wrong_levels}+{f.wrong_times}/{f.sides}" + (f" {f.wrong_by:.1f}" if f.wrong_levels else "")
    at = "" if f.front_azimuth is None else f"@{f.front_azimuth:.0f}"
    front = "" if f.front is None else f"{f.front:.1f}@{f.front_at:.0f}{at}"
    return (name, wrong, f"{f.colour:+.1f}@{f.colour_at:.0f}", front, f"{f.comb:+.2f}",
            f"{f.ild_narrow:.2f} {f.ild_narrow_low:.2f}/{f.ild_narrow_high:.2f}", number(f.ild_mismatched),
            f"{f.ild:.2f}", f"{f.itd:.0f}", number(f.centre, "{:+.1f}"), number(f.front_to_back, "{:.1f}"),
            number(f.noise, "{:.1f}"), number(f.level, "{:+.1f}"), number(f.late, "{:+.0f}"))


@dataclass
class Row:
    """An array in a case."""
    name: str
    figures: object
    findings: list

    @property
    def broken(self):
        return [finding for finding in self.findings if finding.broken]

    def text(self):
        return "\n".join([line(words(self.name, self.figures))] + [f"  BROKEN: {finding}" for finding in self.broken])

    def as_dict(self):
        return {"name": self.name, "figures": self.figures.as_dict(),
                "broken": [str(finding) for finding in self.broken],
                "shortOfGoal": [str(finding) for finding in self.findings if finding.short_of_goal]}


@dataclass
class Note:
    """A result other than a rendering, in words."""
    name: str
    words: str
    findings: list

    @property
    def broken(self):
        return [finding for finding in self.findings if finding.broken]

    def text(self):
        return "\n".join([f"{self.name}: {self.words}"] + [f"  BROKEN: {finding}" for finding in self.broken])

    def as_dict(self):
        return {"name": self.name, "words": self.words, "broken": [str(finding) for finding in self.broken]}


@dataclass
class Trouble:
    """A case that could not be judged."""
    name: str
    words: str
    broken = True

    def text(self):
        return f"{self.name}: {self.words}"

    def as_dict(self):
        return {"name": self.name, "trouble": self.words}


def summary(rows):
    """The number of times that each limit and each goal is missed, and the worst values of all rows."""
    lines, findings = [""], {}
    for row in rows:
        for finding in getattr(row, "findings", []):
            findings.setdefault(finding.what, []).append((finding, row.name))
    for what, found in findings.items():
        broken = sum(finding.broken for finding, _ in found)
        missed = sum(finding.short_of_goal for finding, _ in found)

        # Generated arrays have looser limits.
        strict = [pair for pair in found if pair[0].must is not None]
        has_must = bool(strict)
        worst, name = max(strict or found, key=lambda pair: pair[0].beyond(pair[0].must if has_must else pair[0].goal))
        musts = f"{broken:3} break a must, " if has_must else ""
        must = f" (must {worst.must:.2f})" if has_must else ""
        lines.append(f"{what:39} {len(found):3} judged, {musts}{missed:3} miss the goal; worst: "
                     f"{worst.value:.2f} {worst.unit}{must}, {name}")
    troubles = [row for row in rows if isinstance(row, Trouble)]
    lines += [f"{len(troubles)} could not be judged: {', '.join(row.name for row in troubles)}"] if troubles else []
    broken = sum(bool(row.broken) for row in rows)
    verdict = f"{broken} of {len(rows)} break a must" if broken else f"{len(rows)} judged, no must broken"
    return "\n".join([*lines, verdict])
