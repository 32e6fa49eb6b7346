"""The signals of microphones in the faces of a rigid box, by this folder's own boundary element method.

Collocation of p/2 - (integral of p dG/dn) = incoming wave with constant elements, G = e^{-jkr}/(4 pi r). The box has
three planes of symmetry, so the wave is split into eight parts, each even or odd in every axis, and only an octant is
solved. Source: Wu, Boundary Element Acoustics (2000), chapter 2. A box this flat has no interior resonance below HIGH,
so the equation has one solution (Burton and Miller, Proc. R. Soc. A 323, 1971, describe where it has not). """

import functools
import hashlib
import itertools
import threading

import numpy
from scipy.interpolate import CubicSpline

from program import FREQUENCIES, HIGH

SPEED_OF_SOUND = 343.0
# The size of elements in the middle of a face, metres: a fifth of a wavelength at 14 kHz; smaller towards edges.
ELEMENT = 0.005
STEP_HERTZ = 400.0
OFF_EDGE = 0.0003
# The folder that keeps solutions, each of which takes a minute to compute; None to keep none.
KEPT = None
MIRRORS = numpy.array(list(itertools.product((1, -1), repeat=3)), dtype=float)
# Row: parity in every axis; column: mirror. An odd part changes its sign in the mirror.
SIGNS = numpy.array([[numpy.prod([mirror if odd else 1 for odd, mirror in zip(parity, mirrors)])
                      for mirrors in MIRRORS] for parity in itertools.product((0, 1), repeat=3)])


def cuts(half):
    """Borders of elements from the middle to an edge: even, and finer in the last one and a half elements."""
    even = numpy.linspace(0, half, max(2, int(numpy.ceil(half / ELEMENT)) + 1))
    width = even[1]
    last = half - numpy.array([0.6, 0.3, 0.12]) * width
    return numpy.concatenate([even[:-1], last, [half]])


def mesh(half):
    """Elements of an octant: centres, half edges (one is zero), normals."""
    parts = []
    borders = [cuts(h) for h in half]
    for axis in range(3):
        one, two = [a for a in range(3) if a != axis]
        spans = [list(zip(borders[a], borders[a][1:])) for a in (one, two)]
        for (a, b), (c, d) in itertools.product(*spans):
            centre, edges, normal = numpy.zeros(3), numpy.zeros(3), numpy.zeros(3)
            centre[axis], centre[one], centre[two] = half[axis], (a + b) / 2, (c + d) / 2
            edges[one], edges[two], normal[axis] = (b - a) / 2, (d - c) / 2, 1
            parts.append((centre, edges, normal))
    return [numpy.array(column) for column in zip(*parts)]


class Layer:
    """Integrals of dG/dn over all mirrored elements for given points [point, mirror, element]."""

    def __init__(self, points, centres, edges, normals):
        self.pieces = []
        apart = numpy.linalg.norm(points[:, None, None] - MIRRORS[None, :, None] * centres[None, None], axis=-1)
        near = apart < 3 * edges.max(axis=1)
        self.shape = near.shape
        for chosen, order in ((~near, 2), (near, 6)):
            index = numpy.nonzero(chosen)
            self.pieces.append((index, *self.quadrature(points, centres, edges, normals, index, order)))

    @staticmethod
    def quadrature(points, centres, edges, normals, index, order):
        """Distances and weights times cosines of all places of pairs [pair, place]."""
        places, weights = numpy.polynomial.legendre.leggauss(order)
        grid = numpy.array(list(itertools.product(places, places)))
        areas = numpy.array([a * b for a, b in itertools.product(weights, weights)])
        point, mirror, element = index
        flat = numpy.argsort(edges, axis=1)[:, ::-1][:, :2]
        offsets = numpy.zeros((len(centres), len(grid), 3))
        rows = numpy.arange(len(centres))
        for column in range(2):
            offsets[rows, :, flat[:, column]] = edges[rows, flat[:, column]][:, None] * grid[:, column]
        size = edges[rows, flat[:, 0]] * edges[rows, flat[:, 1]]
        away = (MIRRORS[mirror][:, None] * (centres[element][:, None] + offsets[element])) - points[point][:, None]
        distance = numpy.linalg.norm(away, axis=-1)
        along = numpy.einsum("pqa,pa->pq", away, MIRRORS[mirror] * normals[element])
        return distance, along / numpy.maximum(distance, 1e-12) * areas * size[element][:, None]

    def at(self, k):
        result = numpy.zeros(self.shape, dtype=complex)
        for index, distance, weight in self.pieces:
            # In its own plane, an element contributes nothing; its own centre would divide by zero.
            safe = numpy.maximum(distance, 1e-9)
            slope = -(1j * k + 1 / safe) * numpy.exp(-1j * k * safe) / (4 * numpy.pi * safe)
            result[index] = (numpy.where(numpy.abs(weight) > 0, slope, 0) * weight).sum(axis=-1)
        return result


def surface(position, normal, half):
    """A microphone's place in the face with its port, a little away from the edges."""
    axis = int(numpy.abs(normal).argmax())
    place = numpy.clip(position, -(half - OFF_EDGE), half - OFF_EDGE)
    place[axis] = numpy.sign(normal[axis]) * half[axis]
    return place


def weights(places, half, hertz):
    """How much of the incoming wave at every mirrored element's centre is received at places in the faces, beside twice
    the wave at the place itself [frequency, place, mirror, element]."""
    centres, edges, normals = mesh(half)
    own, others = Layer(centres, centres, edges, normals), Layer(places, centres, edges, normals)
    result = numpy.zeros((len(hertz), len(places), len(MIRRORS), len(centres)), dtype=complex)
    for n, frequency in enumerate(hertz):
        k = 2 * numpy.pi * frequency / SPEED_OF_SOUND
        systems = 0.5 * numpy.eye(len(centres)) - numpy.tensordot(SIGNS, own.at(k), (1, 1))
        sides = numpy.tensordot(SIGNS, others.at(k), (1, 1))
        parts = numpy.stack([numpy.linalg.solve(system.T, side.T).T for system, side in zip(systems, sides)])
        result[n] = 2 / len(SIGNS) * numpy.einsum("sm,spe->pme", SIGNS, parts)
    return result


@functools.lru_cache(maxsize=8)
def tabulated(size, places):
    """Frequencies, weights there, and the places they are for; arguments are tuples, so that results are kept."""
    half = numpy.array(size) / 2
    if SPEED_OF_SOUND / 2 * numpy.linalg.norm(1 / numpy.array(size)) < HIGH:
        raise ValueError("this box has resonances inside that these equations do not exclude")
    hertz = numpy.arange(1, HIGH // STEP_HERTZ + 2) * STEP_HERTZ
    name = hashlib.sha256(repr((size, places, ELEMENT, STEP_HERTZ)).encode()).hexdigest()[:16]
    path = KEPT and KEPT / f"box-{name}.npy"
    if path and path.exists():
        shares = numpy.load(path)
    else:
        shares = weights(numpy.array(places), half, hertz)
        if path:
            KEPT.mkdir(parents=True, exist_ok=True)
            numpy.save(path, shares)
    return hertz, shares, MIRRORS[:, None] * mesh(half)[0][None]


only_once = threading.Lock()


def received(array, towards, frequencies=FREQUENCIES):
    """Responses of the microphones of a box [direction, microphone, frequency]."""
    half = numpy.array(array.body["size"]) / 2000
    places = numpy.array([surface(position, numpy.array(normal), half)
                          for position, normal in zip(array.positions, array.body["normals"])])
    with only_once:
        hertz, shares, centres = tabulated(tuple(2 * half), tuple(map(tuple, places)))
    # Waves much longer than the box pass it as if it were not there.
    values = numpy.ones((len(towards), len(places), len(hertz) + 1), dtype=complex)
    for n, frequency in enumerate(hertz):
        k = 2 * numpy.pi * frequency / SPEED_OF_SOUND
        waves = numpy.exp(1j * k * numpy.einsum("mea,da->dme", centres, towards))
        values[..., n + 1] = 2 * numpy.exp(1j * k * towards @ places.T) + numpy.tensordot(
            waves, shares[n], ((1, 2), (1, 2)))
    return CubicSpline(numpy.append(0, hertz), values, axis=-1)(numpy.minimum(frequencies, HIGH))
