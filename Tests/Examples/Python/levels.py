"""The levels of left and right for some seconds, by ctypes: levels.py LIBRARY BOARD [SECONDS]."""
import ctypes
import math
import sys
import time


def library(path):
    """The functions of pinna.h used here."""
    pinna = ctypes.CDLL(path)
    pinna.pinna_open.restype = pinna.pinna_pull_stereo.restype = ctypes.c_void_p
    pinna.pinna_open.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
    for name in ("pinna_activate", "pinna_close", "pinna_pull_stereo", "pinna_pull_free"):
        getattr(pinna, name).argtypes = [ctypes.c_void_p]
    pinna.pinna_error.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
    pinna.pinna_pull_read.restype = ctypes.c_long
    pinna.pinna_pull_read.argtypes = [
        ctypes.c_void_p, ctypes.POINTER(ctypes.c_float), ctypes.c_long, ctypes.POINTER(ctypes.c_long)]
    return pinna


def main(path, board, seconds="2"):
    pinna = library(path)
    words = ctypes.create_string_buffer(300)
    session = pinna.pinna_open(board.encode(), None, words, len(words))
    if not session:
        sys.exit(words.value.decode())
    if pinna.pinna_activate(session) != 0 or not (pull := pinna.pinna_pull_stereo(session)):
        pinna.pinna_error(session, words, len(words))
        sys.exit(words.value.decode())
    # More than 0.1 s at any rate, so that the readings keep up with the sound.
    most, missed = 48000, ctypes.c_long()
    samples = (ctypes.c_float * (2 * most))()
    for _ in range(int(10 * float(seconds))):
        time.sleep(0.1)
        frames = pinna.pinna_pull_read(pull, samples, most, ctypes.byref(missed))
        levels = []
        for side in (0, 1):
            power = sum(samples[n] ** 2 for n in range(side, 2 * max(0, frames), 2)) / max(1, frames)
            levels.append(10 * math.log10(power + 1e-12))
        print(f"{levels[0]:6.1f} {levels[1]:6.1f} dBFS, {missed.value} frames missed", flush=True)
    pinna.pinna_pull_free(pull)
    pinna.pinna_close(session)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
