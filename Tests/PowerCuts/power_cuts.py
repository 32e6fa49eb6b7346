#!/usr/bin/env python3
"""Cuts the power of a recorder at random instants, and checks that its takes survive.

A guest records in real time onto disks whose writes are logged; one recorder has a second medium. Any number of cuts
can then be made from the log. For each cut, the file system's own program checks a possible state of the disk at that
instant; a second guest mounts the disk; the product recovers the takes; and the files are compared with an uncut
recording. One recovery is logged and cut in the same way. """

import argparse
import os
import sys

from cutting import Cutting, Losses
from exfat_places import divided_files
from recording import FILE_SYSTEM_BYTES, KINDS, MIRROR, MIRRORED, Recording
from virtual_board import GuestFailed
from write_log import WriteLog


def arguments() -> argparse.Namespace:
    """The command line, which deploy/test-power-cut provides."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=10,
                        help="cuts for each file system, and half as many of a recovery")
    parser.add_argument("--only", type=int, help="make one cut of the last recording again and keep its files")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--format", default="wav")
    parser.add_argument("--no-sync", action="store_true", help="record without syncs, and expect losses")
    for name in ("recorder", "pinna", "board", "work"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []])
    options = parser.parse_args()
    options.kinds = options.kinds or list(KINDS)
    if MIRROR in options.kinds and MIRRORED not in options.kinds:
        options.kinds.insert(0, MIRRORED)
    options.work = os.path.abspath(options.work)
    return options


def say(kind: str, losses: Losses, words: str, is_quiet: bool) -> None:
    """One line for a file system, and one for each of the first cuts that lost something."""
    print(f"{kind}: {losses}{words}", flush=True)
    if is_quiet:
        return
    for line in losses.lost[:10]:
        print(f"  {line}", flush=True)
    if len(losses.lost) > 10:
        print(f"  and {len(losses.lost) - 10} more", flush=True)


def look_at_places(options: argparse.Namespace, disk: str) -> Losses:
    """True if a cut could tear a take's entry in an exFAT directory, and so lose the take in another run."""
    files, divided = divided_files(os.path.join(options.work, disk))
    print(" ".join([f"{disk}: {files} files, {len(divided)} in two sectors of the directory", *divided]), flush=True)
    return Losses(lost=divided if files > 5 else [*divided, f"only {files} files"])


def make_cuts(options: argparse.Namespace) -> dict[str, list[Losses]]:
    """Records, cuts and reports the outcome."""
    os.makedirs(options.work, exist_ok=True)
    recording = Recording(options.work, options.recorder, options.board, options.format)
    recording.plan()
    if options.only is None:
        recording.record(options.kinds, options.no_sync)
    reference = recording.reference()
    logs = {kind: WriteLog(os.path.join(options.work, f"{kind}.log"), FILE_SYSTEM_BYTES) for kind in options.kinds}
    cutting = Cutting(options.work, options.pinna, reference, options.seed)
    numbers = list(range(options.cuts)) if options.only is None else [options.only]
    results = {}
    for kind, log in logs.items():
        losses = cutting.cut(kind, os.path.join(options.work, f"{kind}.base"), log, numbers)
        say(kind, losses, f"; longest without a flush {log.longest_without_flush():.2f} s", options.no_sync)
        results[kind] = [losses]
    if options.only is None and not options.no_sync:
        if "exfat" in logs:
            results["exfat"].append(look_at_places(options, "exfat.disk"))
        # Recovery does not distinguish between the first and the second medium.
        alone = [kind for kind in options.kinds if kind != MIRROR]
        for kind, log in cutting.log_recoveries(alone, logs).items():
            base = os.path.join(options.work, f"{kind}.again.base")
            losses = cutting.cut(kind, base, log, numbers[: len(numbers) // 2])
            say(f"{kind}, recovery cut", losses, "", False)
            results[kind].append(losses)
            if kind == "vfat":
                losses = cutting.tear_names(os.path.join(options.work, "vfat.again.base"), log)
                say("vfat, names torn", losses, "", False)
                results[kind].append(losses)
            if kind == "exfat":
                results[kind].append(look_at_places(options, "exfat.again.base"))
    cutting.recoverer.close()
    return results


def main() -> int:
    """The exit code: 0 if nothing was lost or, without syncs, if something was lost on every disk."""
    options = arguments()
    try:
        results = make_cuts(options)
    except GuestFailed as error:
        print(f"The power cuts could not be made: {error}", file=sys.stderr)
        return 1
    losing = [kind for kind, all_losses in results.items() if any(losses.lost for losses in all_losses)]
    if options.no_sync:
        blind = [kind for kind in results if kind not in losing]
        if blind:
            print(f"Nothing was synced and nothing was lost: blind for {', '.join(blind)}", file=sys.stderr)
        return 1 if blind else 0
    if losing and options.only is None:
        print(f"To see a cut again with its files kept: deploy/test-power-cut --only NUMBER {losing[0]}")
    if options.only is not None:
        print(f"The files are in {os.path.join(options.work, 'recovered', 'files')}")
    return 1 if losing else 0


if __name__ == "__main__":
    sys.exit(main())
