import Boards
import Glibc

/// The responses of microphones to some directions: stored for a coarse grid of frequencies, and available at any
/// frequency.
///
/// If the energy of a response is within ``reach`` of time 0, its values at the multiples of ``step`` determine the
/// response at every frequency (the sampling theorem, with time and frequency exchanged).
public struct ResponseTable: Sendable, Equatable {
  /// The distance between the stored frequencies in hertz.
  public let step: Double
  /// The number of microphones.
  public let microphones: Int
  /// The number of groups of four directions.
  public let chunks: Int
  /// The responses, `[frequency][microphone][chunk]`, from -``margin`` steps to ``margin`` steps above the highest
  /// frequency.
  private var lanes: [ComplexLanes]
  private let last: Int
  /// The length in metres of the path r.u from each microphone towards the source, `[microphone][chunk]`.
  private var paths: [SIMD4<Double>]

  /// The time on each side of time 0 within which responses can have energy, as a share of `1 / step`.
  public static let reach = 0.4
  /// The number of stored frequencies used on each side of the requested frequency.
  private static let margin = 8
  /// The shape of the Kaiser window, which puts side lobes below -70 dB.
  private static let beta = 7.0

  /// Creates a table from responses at 0, `step`, 2 `step`...: `[frequency][microphone][chunk]`.
  ///
  /// Above the last frequency, responses keep their level, and their phase advances with the paths r.u towards the
  /// source (metres, `[microphone][chunk]`).
  /// - Precondition: the number of elements in `responses` is a multiple of microphones x chunks, and there is more
  ///   than one frequency.
  public init(
    _ responses: [ComplexLanes], step: Double, microphones: Int, chunks: Int, paths: [SIMD4<Double>]
  ) {
    let row = microphones * chunks
    precondition(
      responses.count >= 2 * row && responses.count % row == 0 && paths.count == row)
    self.step = step
    self.microphones = microphones
    self.chunks = chunks
    self.paths = paths
    last = responses.count / row - 1
    var lanes: [ComplexLanes] = []
    lanes.reserveCapacity((last + 1 + 2 * Self.margin) * row)
    for frequency in stride(from: -Self.margin, to: 0, by: 1) {
      let mirrored = min(last, -frequency)
      lanes += responses[(mirrored * row)..<((mirrored + 1) * row)].map {
        ComplexLanes($0.re, -$0.im)
      }
    }
    lanes += responses
    let turns = paths.map { PlaneWave.pressures(paths: $0, frequency: step) }
    for _ in 0..<Self.margin {
      let start = lanes.count - row
      for index in 0..<row { lanes.append(lanes[start + index] * turns[index]) }
    }
    self.lanes = lanes
  }

  /// The responses at a frequency in hertz, `[microphone][chunk]`.
  ///
  /// Above the highest stored frequency, the result is the responses at that frequency, with their phase advanced by
  /// the paths.
  public func read(frequency: Double, into result: inout [ComplexLanes]) {
    let row = microphones * chunks
    let place = min(frequency / step, Double(last))
    let nearest = Int(place.rounded(.down))
    for index in 0..<row { result[index] = .zero }
    for offset in (1 - Self.margin)...Self.margin {
      let weight = Self.kernel(place - Double(nearest + offset))
      if weight == 0 { continue }
      let start = (nearest + offset + Self.margin) * row
      for index in 0..<row {
        result[index].re += lanes[start + index].re * weight
        result[index].im += lanes[start + index].im * weight
      }
    }
    let above = frequency - Double(last) * step
    if above > 0 {
      for index in 0..<row {
        result[index] =
          result[index] * PlaneWave.pressures(paths: paths[index], frequency: above)
      }
    }
  }

  /// A sinc for a time window wider than twice ``reach``; a Kaiser window limits its length.
  private static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    let edge = x / Double(margin)
    guard abs(edge) < 1 else { return 0 }
    let window = besselI0(beta * (1 - edge * edge).squareRoot()) / besselI0(beta)
    return sin(.pi * x) / (.pi * x) * window
  }

  /// A table of only the first directions, in whole groups of four.
  public func prefix(chunks count: Int) -> ResponseTable {
    precondition(count <= chunks)
    return ResponseTable(self, microphones: Array(0..<microphones), chunks: count)
  }

  /// A table of only some of the microphones.
  public func picking(microphones indices: [Int]) -> ResponseTable {
    ResponseTable(self, microphones: indices, chunks: chunks)
  }

  /// A table of the same responses, with the directions in another order.
  ///
  /// - Precondition: `order` holds the index of each direction in this table exactly once; the padding of the last
  ///   group of four stays in place.
  func reordered(_ order: [Int]) -> ResponseTable {
    precondition(order.count <= 4 * chunks && order.count > 4 * (chunks - 1))
    let order = order + Array(order.count..<(4 * chunks))
    var table = self
    for start in stride(from: 0, to: lanes.count, by: chunks) {
      for (place, origin) in order.enumerated() {
        let (to, from) = (start + place / 4, start + origin / 4)
        table.lanes[to].re[place % 4] = lanes[from].re[origin % 4]
        table.lanes[to].im[place % 4] = lanes[from].im[origin % 4]
      }
    }
    for start in stride(from: 0, to: paths.count, by: chunks) {
      for (place, origin) in order.enumerated() {
        table.paths[start + place / 4][place % 4] = paths[start + origin / 4][origin % 4]
      }
    }
    return table
  }

  private init(_ table: ResponseTable, microphones indices: [Int], chunks count: Int) {
    step = table.step
    microphones = indices.count
    chunks = count
    last = table.last
    paths = indices.flatMap { n in
      let start = n * table.chunks
      return table.paths[start..<(start + count)]
    }
    lanes = (0..<(table.last + 1 + 2 * Self.margin)).flatMap { frequency in
      indices.flatMap { n in
        let start = (frequency * table.microphones + n) * table.chunks
        return table.lanes[start..<(start + count)]
      }
    }
  }
}
