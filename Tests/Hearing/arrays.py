"""Arrays of microphones: board files, cases, and arrays that are not shipped.

Positions are metres in the device frame: +x is the right edge, +y the top edge, +z out of the front. A case is a data
source and a way to hold the board. Its axes are the listener's forward, left and up in the device frame. """

import pathlib
import tomllib
from dataclasses import dataclass, field

import numpy

# The listener's up, by the name of the edge with the connector (-y).
UPS = {"portrait": (0, 1, 0), "portraitUpsideDown": (0, -1, 0), "landscapeRight": (1, 0, 0),
       "landscapeLeft": (-1, 0, 0)}
# The minimum spread of microphones along left and right for a stereo array, metres.
LEAST_WIDTH = 0.001


@dataclass(frozen=True)
class Case:
    """A data source, the orientation of the board (None: fixed), and the axes of the listener."""
    source: str
    orientation: str | None
    axes: numpy.ndarray

    def __str__(self):
        return f"{self.source} {self.orientation}" if self.orientation else self.source

    def towards(self, azimuths, elevation=0.0):
        """Unit vectors to sources in the device frame; azimuths are degrees, positive to the right."""
        a, e = numpy.radians(azimuths), numpy.radians(elevation)
        scene = numpy.stack([numpy.cos(a) * numpy.cos(e), -numpy.sin(a) * numpy.cos(e),
                             numpy.full_like(a, numpy.sin(e))], axis=-1)
        return scene @ self.axes


@dataclass(frozen=True)
class Array:
    """Microphones, their body, and the cases in which they give stereo."""
    name: str
    file: pathlib.Path
    positions: numpy.ndarray
    channels: list[int]
    capture: int
    cases: list[Case]
    body: dict = field(default_factory=dict)

    @property
    def model(self):
        return self.body.get("model", "free-field")

    def has_sides(self, case):
        across = self.positions @ case.axes[1]
        return across.max() - across.min() > LEAST_WIDTH


def axes(forward, up):
    forward, up = numpy.array(forward, dtype=float), numpy.array(up, dtype=float)
    return numpy.array([forward, numpy.cross(up, forward), up])


def read(path):
    """The array of a board file."""
    path = pathlib.Path(path)
    with open(path, "rb") as file:
        board = tomllib.load(file)
    held = board.get("orientation", {"mode": "hand-held"})
    ups = UPS if held["mode"] == "hand-held" else {None: held["up"]}
    cases = [Case(source["name"], name, axes(source["forward"], up))
             for source in board["data-source"] if "stereo" in source["patterns"] for name, up in ups.items()]
    microphones = board["microphone"]
    return Array(path.stem, path, numpy.array([m["position"] for m in microphones]) / 1000,
                 [m["channel"] for m in microphones], board["capture"]["channels"], cases,
                 {**board.get("body", {}), "normals": [m.get("normal") for m in microphones]})


SOURCES = {"hand-held": [("Back", "back", (0, 0, -1)), ("Front", "front", (0, 0, 1))],
           "table": [("Top", "top", (0, 1, 0))],
           "four ways": [("Top", "top", (0, 1, 0)), ("Right", "right", (1, 0, 0)), ("Bottom", "bottom", (0, -1, 0)),
                         ("Left", "left", (-1, 0, 0))]}


def write(folder, name, millimetres, held, names=None, gains=None, body="", normals=None):
    """A board file for microphones with positions in millimetres, and its array."""
    names = names or [f"M{n + 1}" for n in range(len(millimetres))]
    lines = ["schema = 1", f'name = "{name}"', 'source = "Tests/Hearing"', "[capture]", 'device = "simulated"',
             f"channels = {len(millimetres)}", 'format = "S32_LE"', "rate = 48000", "period = 256", "buffer = 500"]
    for n, place in enumerate(millimetres):
        lines += ["[[microphone]]", f'name = "{names[n]}"', f"channel = {n}",
                  f"position = {[round(float(value), 4) for value in place]}"]
        if gains is not None:
            lines.append(f"gain = {float(gains[n]):.3f}")
        if normals is not None:
            lines.append(f"normal = {[float(value) for value in normals[n]]}")
    if gains is not None:
        lines += ["[calibration]", 'state = "calibrated"']
    if body:
        lines += ["[body]", body]
    for source, face, forward in SOURCES[held]:
        lines += ["[[data-source]]", f'name = "{source}"', f'orientation = "{face}"',
                  f"forward = {[float(value) for value in forward]}", 'patterns = ["omni", "stereo"]']
    lines += ["[orientation]", 'mode = "hand-held"' if held == "hand-held" else 'mode = "fixed"\nup = [0.0, 0.0, 1.0]']
    path = pathlib.Path(folder) / f"{name}.toml"
    path.write_text("\n".join(lines) + "\n")
    return read(path)


PHONE = [(-22, -73.5, 0), (22, -73.5, 0), (0, 69, 4), (18, 61, -4)]
PHONE_NORMALS = [(0, -1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
PHONE_BOX = 'size = [71.0, 147.0, 8.0]\nmodel = "box"'
RESPEAKER = [(0, 40.5, 0), (40.5, 0, 0), (0, -40.5, 0), (-40.5, 0, 0)]
MATRIX = [(0, 0, 0), (-38.13, 3.58, 0), (-20.98, 32.04, 0), (11.97, 36.38, 0), (35.91, 13.32, 0), (32.81, -19.77, 0),
          (5.00, -37.97, 0), (-26.57, -27.58, 0)]
PAIR = [(-30, 0, 0), (30, 0, 0)]


def reference(folder):
    """The arrays with goals for their figures, by name, each with the case of the goals."""
    phone = write(folder, "phone-free", PHONE, "hand-held")
    respeaker = write(folder, "respeaker-held", RESPEAKER, "hand-held")
    matrix = write(folder, "matrix-held", MATRIX, "hand-held")
    box = write(folder, "phone-box", PHONE, "hand-held", body=PHONE_BOX, normals=PHONE_NORMALS)
    return [
        (phone, "Back landscapeRight"), (phone, "Back portrait"), (respeaker, "Back portrait"),
        (write(folder, "respeaker-table", RESPEAKER, "table"), "Top"), (matrix, "Back portrait"),
        (write(folder, "matrix-table", MATRIX, "table"), "Top"),
        (write(folder, "pair-60", PAIR, "hand-held"), "Back portrait"),
        (box, "Back landscapeRight"), (box, "Back portrait"),
    ]


def invented(folder, seed):
    """Arrays generated from a seed, with microphones as makers might place them; no filter design was tuned to them."""
    random = numpy.random.default_rng(seed)

    def even(low, high):
        return random.uniform(low, high)

    # A phone of random size: one or two microphones in the bottom edge, one in the top edge, one or two in the back.
    width, height, depth = even(60, 80), even(130, 165), even(6, 10)
    back = (even(-0.4, 0.4) * width, even(0.2, 0.45) * height, -depth / 2)
    three = [(even(0.1, 0.45) * width, -height / 2, 0), (even(-0.45, 0.1) * width, height / 2, 0), back]
    five = [(-even(0.2, 0.45) * width, -height / 2, 0), (even(0.05, 0.45) * width, -height / 2, 0),
            (even(-0.4, 0.4) * width, height / 2, 0), back,
            (even(-0.4, 0.4) * width, even(0.2, 0.45) * height, depth / 2)]
    # An unevenly divided ring for a table.
    angles = numpy.sort(numpy.arange(5) * 72 + random.uniform(-20, 20, 5))
    radius = even(30, 50)
    ring = [(radius * numpy.sin(numpy.radians(a)), radius * numpy.cos(numpy.radians(a)), 0) for a in angles]
    # A pair on the sides of a head-sized sphere, and four arbitrary places on a smaller sphere.
    ball = even(60, 90)
    ears = [(-ball * 0.999, 0, 0), (ball * 0.999, 0, 0)]
    small = even(35, 55)
    places = random.standard_normal((4, 3))
    places *= small * 0.999 / numpy.linalg.norm(places, axis=1, keepdims=True)

    def sphere(millimetres):
        return f"size = {[2 * millimetres] * 3}\nmodel = \"sphere\"\nradius = {millimetres}"

    return [
        write(folder, f"phone-3-{seed}", three, "hand-held"), write(folder, f"phone-5-{seed}", five, "hand-held"),
        write(folder, f"ring-5-{seed}", ring, "four ways"),
        write(folder, f"ball-2-{seed}", ears, "table", body=sphere(ball)),
        write(folder, f"ball-4-{seed}", places, "four ways", body=sphere(small)),
    ]
