import Acoustics
import Boards
import Glibc
import Synchronization

/// The filters that turn the free-field sound at a device's origin into the sound at the microphones on its body,
/// for plane waves.
///
/// For a new direction, the filters are computed at the four corners of a small cell around it, and interpolated
/// inside the cell. Cells are cached, so a moving source costs little more than a fixed one.
final class BodyFilters: Sendable {
  /// The number of taps in a filter; half of the taps belong to later frames.
  let taps: Int
  private let body: BodyResponses
  private let rate: Double
  /// The number of direction cells in a full circle.
  private let steps: Int
  private let cells = Mutex<[Cell: [Float]]>([:])

  /// A cell on the sphere of directions: the azimuth around the z axis of the device, and the polar angle from that
  /// axis, both in steps.
  private struct Cell: Hashable {
    var azimuth: Int
    var polar: Int
  }

  private static let fewestTaps = 128
  /// The difference in arrival time, in seconds, between the corners of a cell; interpolation is then accurate to 0.07
  /// dB at 20 kHz.
  private static let spacing = 2e-6
  private static let fewestSteps = 360
  private static let mostSteps = 2880
  /// The maximum number of cells in the cache; with 4 microphones, each needs about 8 kilobytes.
  private static let mostCells = 4096

  /// The filters for a sample rate.
  init(_ body: BodyResponses, rate: Int) {
    self.body = body
    self.rate = Double(rate)
    let step = body.table(towards: [Vector3(0, 0, 1)]).step
    var taps = Self.fewestTaps
    // Responses are shorter than one period of the frequency step.
    while Double(taps) / Double(rate) < 1 / step { taps *= 2 }
    self.taps = taps
    let farthest = body.positions.map(\.length).max() ?? 0
    let wanted = Int(2 * .pi * farthest / Air.speedOfSound / Self.spacing)
    steps = 2 * (min(max(wanted, Self.fewestSteps), Self.mostSteps) / 2)
  }

  /// The filter of a microphone for a direction of unit length in the device frame.
  func response(microphone: Int, direction: Vector3, gain: Double) -> Response {
    let perStep = 2 * Double.pi / Double(steps)
    var azimuth = atan2(direction.y, direction.x) / perStep
    if azimuth < 0 { azimuth += Double(steps) }
    let polar = acos(max(-1, min(1, direction.z))) / perStep
    let cell = Cell(
      azimuth: Int(azimuth) % steps, polar: min(Int(polar), steps / 2 - 1))
    let across = azimuth - azimuth.rounded(.down)
    let down = polar - Double(cell.polar)
    let weights = [
      (1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down,
    ].map { Float($0 * gain) }
    let corners = corners(of: cell)
    var blended = [Float](repeating: 0, count: taps)
    for (corner, weight) in weights.enumerated() {
      let start = (microphone * 4 + corner) * taps
      for tap in 0..<taps { blended[tap] += weight * corners[start + tap] }
    }
    return Response(first: -taps / 2, taps: blended)
  }

  /// The filters at the corners of a cell, indexed `[microphone][corner][tap]`.
  private func corners(of cell: Cell) -> [Float] {
    if let kept = cells.withLock({ $0[cell] }) { return kept }
    let computed = compute(cell)
    cells.withLock { cells in
      if cells.count >= Self.mostCells { cells.removeAll() }
      cells[cell] = computed
    }
    return computed
  }

  private func compute(_ cell: Cell) -> [Float] {
    let directions = [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      direction(azimuth: cell.azimuth + $0.0, polar: cell.polar + $0.1)
    }
    let impulse = ImpulseTaps(count: taps)
    let table = body.table(towards: directions)
    var spectra: [[ComplexLanes]] = []
    var lanes = [ComplexLanes](repeating: .zero, count: table.microphones * table.chunks)
    for bin in 0..<impulse.bins {
      table.read(frequency: Double(bin) * rate / Double(taps), into: &lanes)
      spectra.append(lanes)
    }
    return (0..<table.microphones).flatMap { microphone in
      directions.indices.flatMap { corner in
        impulse.taps { spectra[$0][microphone][corner] }
      }
    }
  }

  private func direction(azimuth: Int, polar: Int) -> Vector3 {
    let (a, p) = (
      2 * Double.pi * Double(azimuth) / Double(steps), 2 * Double.pi * Double(polar) / Double(steps)
    )
    return Vector3(sin(p) * cos(a), sin(p) * sin(a), cos(p))
  }
}
