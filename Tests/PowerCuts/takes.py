"""The expected recording, and the check of the files after a cut against it."""

import os
import shutil
import tempfile
from dataclasses import dataclass, field

from audio import Audio, Broken, read_audio, read_words, without_identity
from write_log import Mark

RATE = 48000
# The maximum age of the oldest missing frame in seconds, by the format of the file. Raw files are WAV in any take.
# Three recorders share one slow processor here, so encoding a pre-roll of 3 s takes a while: Opus encodes two seconds
# of sound per second.
BOUND_SECONDS = {"wav": 1.0, "flac": 2.0, "opus": 3.0, "m4a": 2.0}
# Decoders of these formats are inexact or incomplete in the last packets before the end of a file.
UNCERTAIN_FRAMES = {"wav": 0, "flac": 0, "opus": 5760, "m4a": 4096}

# Files that the recorder creates and removes before recording, to test its permission and to fill bad places in a
# directory.
TRIALS = (".pinna-check", ".pinna-place")

# The data about its take that a file contains from its first instant.
SURE_WORDS = (
    "TAKE_NAME", "CONTENT", "PART", "FIRST_FRAME", "PRE_ROLL_FRAMES", "DATE", "TIME_REFERENCE", "BOARD_ID",
    "DATA_SOURCE", "PATTERN", "ORIENTATION", "RATE",
)


@dataclass
class Take:
    """A take of the reference: its position on the time line, and its files in order."""

    start: int
    press: int
    frames: int
    names: list[str]

    @staticmethod
    def read(line: str) -> "Take":
        """A take, as printed by the recorder."""
        start, pre_roll, frames, *names = line.split()
        return Take(int(start), int(start) + int(pre_roll), int(frames), names)

    @property
    def sets(self) -> list[list[str]]:
        """The rendered files, and the raw ones."""
        return [[n for n in self.names if ("_raw" in n) == is_raw] for is_raw in (False, True)]


@dataclass
class Verdict:
    """The findings after a cut."""

    faults: list[str] = field(default_factory=list)
    missing_seconds: float = 0.0


class Reference:
    """An uncut recording, and the check of the remains after a cut."""

    def __init__(self, folder: str, lines: str):
        self.folder = folder
        self.takes = [Take.read(line) for line in lines.splitlines()]
        self._audio: dict[str, Audio] = {}
        self._bytes: dict[str, bytes] = {}

    def check(self, folder: str, before: Mark, after: Mark) -> Verdict:
        """The verdict on the files after a cut between two marks."""
        verdict = Verdict()
        found = set(os.listdir(folder))
        known = {name for take in self.takes for name in take.names}
        for name in sorted(found - known):
            # The check of vfat creates names for clusters without a file, and recovery renames files without contents.
            is_rest = name.startswith("FSCK") and name.endswith(".REC") or name.endswith(".damaged")
            if not is_rest and not name.startswith(TRIALS):
                verdict.faults.append(f"{name} is left over")
        for number, take in enumerate(self.takes):
            for names in take.sets:
                try:
                    if number < before.finished:
                        self._check_finished(folder, names, verdict)
                    else:
                        frames = self._frames(folder, [n in found for n in names], names)
                        self._check_missing(take, names[0], frames, before, after, verdict)
                except Broken as error:
                    verdict.faults.append(str(error))
        return verdict

    def _check_finished(self, folder: str, names: list[str], verdict: Verdict) -> None:
        for name in names:
            if not os.path.exists(os.path.join(folder, name)):
                verdict.faults.append(f"{name} was finished and is not there")
            elif not self._is_whole(folder, name):
                verdict.faults.append(f"{name} was finished and is not as it was")

    def _frames(self, folder: str, found: list[bool], names: list[str]) -> int:
        """The number of surviving frames of a take, which must be its first frames."""
        frames, end = 0, ""
        for name, is_found in zip(names, found):
            if is_found and end:
                # A part is created before the previous part ends; its sound begins after that.
                if self._compare(folder, name)[0] > 0:
                    raise Broken(f"{name} has sound, and {end} before it is not there")
                continue
            if not is_found:
                end = end or name
                continue
            got, sent = self._compare(folder, name)
            frames += got
            if got < sent:
                end = end or f"the end of {name}"
        return frames

    def _compare(self, folder: str, name: str) -> tuple[int, int]:
        """Frames of a file, all of which are those of the reference, and frames of the reference."""
        sent = self._reference_audio(name)
        if self._is_whole(folder, name):
            return sent.frames, sent.frames
        got = read_audio(os.path.join(folder, name))
        sure = max(0, got.frames - UNCERTAIN_FRAMES[ending(name)]) * got.frame_bytes
        if got.frame_bytes != sent.frame_bytes or got.chunks.get("fmt ") != sent.chunks.get("fmt "):
            raise Broken(f"{name} has another format than what was sent")
        if got.data[:sure] != sent.data[:sure]:
            first = next((i for i, (a, b) in enumerate(zip(got.data, sent.data)) if a != b), len(sent.data))
            raise Broken(f"{name} differs from what was sent at frame {first // got.frame_bytes} of {got.frames}")
        self._check_words(folder, name, got)
        return min(got.frames, sent.frames), sent.frames

    def _check_words(self, folder: str, name: str, got: Audio) -> None:
        """Checks that a recovered file names its take and the reason for its end, which differs from that of a finished
        take."""
        sent = self._reference_audio(name)
        words = read_words(os.path.join(folder, name), got)
        right = read_words(os.path.join(self.folder, name), sent)
        for key in SURE_WORDS:
            if words.get(key) != right[key]:
                raise Broken(f"{name}: {key} is {words.get(key)!r} instead of {right[key]!r}")
        end = words.get("ENDED", "")
        if got.frames < sent.frames and not end.startswith(("recovered", "not finished")):
            raise Broken(f"{name} is cut off and says that it ended: {end!r}")

    def _check_missing(
        self, take: Take, name: str, frames: int, before: Mark, after: Mark, verdict: Verdict
    ) -> None:
        """The age of the first missing frame at the instant of the cut.

        Until the bound has passed since the press, no part of the take is guaranteed, not even its pre-roll. """
        bound = BOUND_SECONDS[ending(name)]
        if frames >= take.frames or before.captured < take.press + bound * RATE:
            return
        missing = (after.captured - take.start - frames) / RATE
        verdict.missing_seconds = max(verdict.missing_seconds, missing)
        if missing > bound:
            verdict.faults.append(
                f"{name}: the last {missing:.2f} s before the cut are missing, {frames} frames are there")

    def _is_whole(self, folder: str, name: str) -> bool:
        """True if a file equals the reference: in its bytes or, in a compressed format, in its sound."""
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            if without_identity(file.read()) == self._reference_bytes(name):
                return True
        # Encoders choose different instructions on different processors, and give their streams random numbers.
        return ending(name) != "wav" and read_audio(path).data == self._reference_audio(name).data

    def _reference_bytes(self, name: str) -> bytes:
        if name not in self._bytes:
            with open(os.path.join(self.folder, name), "rb") as file:
                self._bytes[name] = without_identity(file.read())
        return self._bytes[name]

    def _reference_audio(self, name: str) -> Audio:
        if name not in self._audio:
            self._audio[name] = read_audio(os.path.join(self.folder, name))
        return self._audio[name]

    def check_itself(self) -> list[str]:
        """The faults that this check overlooks: it must accept the reference, and no damage to it."""
        last = self.takes[-1]
        end = Mark(0, 0.0, last.start + last.frames, len(self.takes), len(self.takes), 0)
        # A copy in which the last take is unfinished at the power cut.
        running = Mark(0, 0.0, last.start + last.frames, len(self.takes), len(self.takes) - 1, 0)
        overlooked = []
        with tempfile.TemporaryDirectory() as scratch:

            def sees(damage, mark: Mark) -> bool:
                folder = os.path.join(scratch, "files")
                shutil.copytree(self.folder, folder)
                damage(folder)
                seen = bool(self.check(folder, mark, mark).faults)
                shutil.rmtree(folder)
                return seen

            if sees(lambda folder: None, end) or sees(lambda folder: None, running):
                overlooked.append("it rejects what is whole")
            damages = {
                "a file that is gone": lambda folder: os.remove(os.path.join(folder, last.names[0])),
                "one wrong byte": lambda folder: _change(os.path.join(folder, last.names[0]), flip=True),
                "a file that is cut off": lambda folder: _change(os.path.join(folder, last.sets[0][-1]), flip=False),
                "a file in progress": lambda folder: open(os.path.join(folder, "x.recording.wav"), "wb").close(),
            }
            for name, damage in damages.items():
                overlooked += [name for mark in (end, running) if not sees(damage, mark)]
        return overlooked


def ending(name: str) -> str:
    """The format of a file, by its name."""
    return name.rsplit(".", 1)[1]


def _change(path: str, flip: bool) -> None:
    """Damages a file: one byte in its middle, or its second half."""
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        if flip:
            file.seek(size // 2)
            byte = file.read(1)[0]
            file.seek(size // 2)
            file.write(bytes([byte ^ 1]))
        else:
            file.truncate(size // 2)
