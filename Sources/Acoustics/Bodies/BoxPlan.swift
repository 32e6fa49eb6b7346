import Boards

/// The elements, interior points and frequencies for computing a box.
struct BoxPlan {
  /// The elements of one octant of the box.
  let mesh: BoxMesh
  /// Points inside one octant of the box.
  let interior: [Vector3]
  /// The first frequency, which is also the distance between frequencies, in hertz.
  let step: Double
  /// The number of frequencies.
  let frequencies: Int
  /// The lowest frequency in hertz that uses the interior points.
  let firstInteriorFrequency: Double
  private let box: BoxShape

  /// The maximum number of unknowns for one parity; with this number, the matrices take 60 MB and a frequency takes 1.5
  /// s.
  static let mostElements = 700
  /// The usual edge of an element in metres: a quarter of the wavelength at 24 kHz.
  private static let edge = 0.0035
  /// The highest frequency in hertz at a sample rate of 48 kHz.
  private static let highestFrequency = 24000.0
  /// The largest distance between frequencies in hertz, suitable for a body the size of a phone.
  private static let widestStep = 375.0
  /// The length of the longest response on either side of time 0, as a multiple of the travel time from the centre to a
  /// corner; sound travels around the body and beyond.
  private static let duration = 2.5
  /// The maximum number of frequencies.
  private static let mostFrequencies = 96
  /// The frequency at which use of the interior points begins, as a share of the box's first resonance: the elements of
  /// a coarse mesh resonate at a lower frequency than the box.
  private static let interiorMargin = 0.8
  /// The smallest distance of a microphone from an edge in metres: a tenth of the size of a microphone's port.
  private static let offEdge = 0.0001
  /// The smallest number of elements along half of the longest edge.
  private static let fewestAlong = 10.0

  init(_ box: BoxShape) {
    self.box = box
    let longest = box.half.max()
    let area = box.half.x * box.half.y + box.half.y * box.half.z + box.half.z * box.half.x
    let room = (area / Double(Self.mostElements)).squareRoot()
    var edge = max(room, min(Self.edge, longest / Self.fewestAlong))
    var mesh = BoxMesh(half: box.half, edge: edge)
    while mesh.elements.count > Self.mostElements {
      edge *= 1.02
      mesh = BoxMesh(half: box.half, edge: edge)
    }
    self.mesh = mesh
    let reach = ResponseTable.reach / (Self.duration * box.half.length / Air.speedOfSound)
    let step = Self.widestStep / max(1, (Self.widestStep / reach).rounded(.up))
    self.step = step
    let highest = min(Self.highestFrequency, Air.speedOfSound / (4 * mesh.longestEdge))
    frequencies = max(2, min(Self.mostFrequencies, Int(highest / step)))
    let inverse = Vector3(repeating: 1) / (box.half * 2)
    firstInteriorFrequency = Self.interiorMargin * Air.speedOfSound / 2 * inverse.length
    interior = InteriorPoints.places(
      within: box.half, count: Self.interiorCount(elements: mesh.elements.count))
  }

  private static func interiorCount(elements: Int) -> Int { 8 + elements / 20 }

  /// The position of a microphone on its face, moved slightly away from any edge, because the equations of the faces do
  /// not hold at edges.
  func place(_ microphone: Microphone) -> Vector3 {
    let (point, normal) = box.place(microphone)
    var inside = point
    for axis in 0..<3 where normal[axis] == 0 {
      let limit = box.half[axis] - min(Self.offEdge, box.half[axis] / 10)
      inside[axis] = max(-limit, min(limit, point[axis]))
    }
    return inside
  }
}
