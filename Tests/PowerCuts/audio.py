"""Take files read without any of the product's code."""

import json
import os
import re
import struct
import subprocess
import xml.etree.ElementTree
import zlib
from dataclasses import dataclass


class Broken(Exception):
    """The error for a file that violates its format."""


@dataclass
class Audio:
    """The samples of a file and, for a WAV file, its other chunks."""

    frame_bytes: int
    data: bytes | memoryview
    chunks: dict[str, bytes]

    @property
    def frames(self) -> int:
        return len(self.data) // self.frame_bytes


# The position of the checksum over the take's record in a finished WAV file: in the chunk `pnna`.
SEAL_OFFSET = 484


def without_identity(file: bytes) -> bytes:
    """The bytes of a file without the random identifiers of its take, and without a correct checksum over them."""
    head = file[:65536]
    record = head.find(b"pnna")
    seal = record + 8 + SEAL_OFFSET
    is_sealed = (
        file[8:12] == b"WAVE" and record > 0 and file[seal : seal + 4] == struct.pack("<I", zlib.crc32(file[48:record]))
    )
    for pattern in (rb"FAMILY_UID\W{1,2}([0-9a-f]{32})", rb"(ZZPIN[ -~]{27})"):
        found = re.search(pattern, head)
        if found:
            file = file.replace(found[1], b"0" * 32)
    return file[:seal] + b"seal" + file[seal + 4 :] if is_sealed else file


def read_audio(path: str) -> Audio:
    """Reads a take of any format; compressed ones are decoded by FFmpeg."""
    try:
        return read_wav(path) if path.endswith(".wav") else _read_with_ffmpeg(path)
    except (OSError, RuntimeError, struct.error) as error:
        raise Broken(f"{os.path.basename(path)} ({os.path.getsize(path)} bytes) cannot be read: {error}") from error


def read_wav(path: str) -> Audio:
    """Reads a WAV or RF64 file strictly: sizes must be true and every chunk must lie inside the file."""
    with open(path, "rb") as file:
        whole = file.read()
    name = os.path.basename(path)
    if len(whole) < 12 or whole[8:12] != b"WAVE" or whole[:4] not in (b"RIFF", b"RF64"):
        raise Broken(f"{name} ({len(whole)} bytes) is no WAV file")
    size, long_data = struct.unpack_from("<I", whole, 4)[0], 0
    if whole[:4] == b"RF64":
        size, long_data = struct.unpack_from("<QQ", whole, 20)
    if size + 8 != len(whole):
        raise Broken(f"{name} says that it has {size + 8} bytes and has {len(whole)}")
    chunks, place, data = {}, 12, None
    while place + 8 <= len(whole):
        kind, length = struct.unpack_from("<4sI", whole, place)
        if kind == b"data" and length == 0xFFFFFFFF:
            length = long_data
        place += 8
        if place + length > len(whole):
            raise Broken(f"{name}: its chunk {kind} is longer than the file")
        if kind == b"data":
            data = memoryview(whole)[place : place + length]
        else:
            chunks[kind.decode("latin-1")] = whole[place : place + length]
        place += length + length % 2
    if data is None or "fmt " not in chunks:
        raise Broken(f"{name} has no audio")
    frame_bytes = struct.unpack_from("<H", chunks["fmt "], 12)[0]
    if len(data) % frame_bytes:
        raise Broken(f"{name} ends within a frame")
    return Audio(frame_bytes, data, chunks)


def _read_with_ffmpeg(path: str) -> Audio:
    """Decodes to floats, which hold 24 bits exactly. Every message of FFmpeg counts as a fault of the file."""
    command = ["ffmpeg", "-v", "error", "-err_detect", "crccheck", "-i", path, "-f", "f32le", "-ac", "2", "-"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0 or done.stderr:
        raise RuntimeError(done.stderr.decode(errors="replace").strip()[:200])
    return Audio(8, done.stdout, {})


def read_words(path: str, audio: Audio) -> dict[str, str]:
    """A file's metadata of its take, by Pinna's own names: from a WAV file's iXML, or the tags of another format."""
    name = os.path.basename(path)
    if path.endswith(".wav"):
        if "iXML" not in audio.chunks or "bext" not in audio.chunks:
            raise Broken(f"{name} says nothing of its take")
        try:
            root = xml.etree.ElementTree.fromstring(audio.chunks["iXML"].rstrip(b" \0"))
        except xml.etree.ElementTree.ParseError as error:
            raise Broken(f"{name}: its iXML cannot be read: {error}") from error
        return {entry.tag: entry.text or "" for entry in root.iterfind("USER/PINNA/*")}
    command = ["ffprobe", "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", path]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise Broken(f"{name}: its tags cannot be read: {done.stderr.decode(errors='replace').strip()}")
    found = json.loads(done.stdout)
    tags = dict(found.get("format", {}).get("tags", {}))
    for stream in found.get("streams", []):
        tags.update(stream.get("tags", {}))
    return {key.upper().removeprefix("PINNA_"): value for key, value in tags.items()}
