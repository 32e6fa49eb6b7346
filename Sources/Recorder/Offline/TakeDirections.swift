import Acoustics
import Beamforming
import Boards
import Essentials
import Glibc
import Realtime
import TakeFiles

/// The directions from which the sound of a recording comes, over time.
///
/// Powers are A-weighted and have no unit: they serve only to compare directions and moments of one recording.
package struct TakeDirections: Sendable {
  /// The degrees between neighbouring directions.
  package static let step = 5
  /// The directions, in degrees to the right of forward, ordered from left to right; a full circle begins and ends at
  /// the back.
  package let azimuths: [Int]
  /// True if the microphones can tell front from back.
  package let isAround: Bool
  /// The length of a column in seconds.
  package let columnSeconds: Double
  /// The length of the recording in seconds.
  package let seconds: Double
  /// The power from each direction, `[column][direction]`.
  package let located: [[Float]]
  /// The diffuse power of each column.
  package let everywhere: [Float]
  /// The stretches of the recording, in seconds, that have no directions, because the board was held so that its
  /// microphones had no left and right.
  package let withoutSides: [Range<Double>]
  /// The markers that people set, and those that show turns of the board, each with its place in seconds of the
  /// recording.
  package let markers: [(seconds: Double, marker: TakeMarker)]

  /// The maximum number of columns, which is more than fits on a screen.
  private static let mostColumns = 600
  /// The shortest column in seconds, which is a few windows.
  private static let shortestColumn = 0.1
  /// The standard deviation, in degrees, of the blur over directions, and the number of neighbours that it reaches on
  /// each side.
  private static let blur = (degrees: 7.5, reach: 3)

  /// The share of the total power that has a direction, 0 to 1; 0 for silence.
  package var share: Double {
    let inside = located.reduce(0.0) { $0 + $1.reduce(0.0) { $0 + Double($1) } }
    let all = inside + everywhere.reduce(0.0) { $0 + Double($1) }
    return all > 0 ? inside / all : 0
  }

  /// The power from each direction, summed over the whole recording.
  package var totals: [Double] {
    azimuths.indices.map { n in located.reduce(0.0) { $0 + Double($1[n]) } }
  }

  /// The directions of the loudest sounds, loudest first: each is a peak of the power over directions, with its share
  /// of the power that has a direction.
  ///
  /// - Parameter least: the smallest peak that counts, relative to the strongest.
  package func peaks(most: Int, least: Double = 0.1) -> [(azimuth: Int, share: Double)] {
    let (values, count) = (totals, azimuths.count)
    let all = values.reduce(0, +)
    guard all > 0, let highest = values.max() else { return [] }
    func value(_ n: Int) -> Double {
      isAround ? values[(n + count) % count] : values.indices.contains(n) ? values[n] : 0
    }
    // The first direction of a plateau is the peak.
    let found = values.indices.filter { n in
      value(n) > value(n - 1) && value(n) >= value(n + 1) && value(n) >= least * highest
    }
    return found.sorted { values[$0] > values[$1] }.prefix(most).map { n in
      let near = (-Self.blur.reach...Self.blur.reach).reduce(0.0) { $0 + value(n + $1) }
      return (azimuths[n], near / all)
    }
  }

  /// Reads the files of a recording, each of which continues where the previous one ends.
  ///
  /// From a place where the board was turned, directions are determined with the filters of the new case.
  ///
  /// - Parameters:
  ///   - paths: the files, which hold all channels of the board's capture device.
  ///   - design: the filters of the case, with tables of directions.
  ///   - turns: the filters of the cases that follow because the board was turned, each with the first frame to which
  ///     it applies.
  ///   - progress: called with the fraction done, 0 to 1.
  /// - Throws: ``OfflineRenderError`` for a file that cannot be read or is not a recording of the board.
  package init(
    _ paths: [String], board: Board, design: Design, turns: [(frame: Int, design: Design)] = [],
    progress: (Double) -> Void = { _ in }
  ) throws(OfflineRenderError) {
    let cases = ([(frame: 0, design: design)] + turns).map {
      turn -> (frame: Int, tables: DirectionalTables?) in
      (turn.frame, turn.design.directional.map { DirectionalTables($0) })
    }
    guard let tables = cases.lazy.compactMap(\.tables).first else {
      throw .mismatch(
        file: paths.first ?? "",
        problem: "\(board.id) cannot tell left from right with this data source and orientation")
    }
    let renderer = OfflineRenderer(board: board, design: design, form: TakeForm())
    var frames = 0
    var markers: [(seconds: Double, marker: TakeMarker)] = []
    for path in paths {
      let file = try translate(try TakeFile.read(path: path), to: OfflineRenderError.file)
      if let problem = renderer.problem(rate: file.rate, channels: file.channels) {
        throw .mismatch(file: path, problem: problem)
      }
      for marker in file.metadata.markers where marker.kind == .button || marker.kind == .turn {
        let frame = frames + max(0, marker.frame - file.metadata.firstFrame)
        markers.append((Double(frame) / tables.grid.rate, marker))
      }
      frames += file.frames
    }
    self.markers = markers
    let ends = cases.dropFirst().map(\.frame) + [frames]
    withoutSides = zip(cases, ends).compactMap { part, end in
      part.tables != nil || part.frame >= end
        ? nil : Double(part.frame) / tables.grid.rate..<Double(end) / tables.grid.rate
    }
    seconds = Double(frames) / tables.grid.rate
    isAround = tables.grid.isAround
    let edges = isAround ? (-180 + Self.step, 180) : (-90, 90)
    azimuths = Array(stride(from: edges.0, through: edges.1, by: Self.step))
    let column = max(Self.shortestColumn, seconds / Double(Self.mostColumns))
    columnSeconds = column
    let tally = Tally(cases, like: tables, board: board, azimuths: azimuths, column: column)
    do throws(TakeFileError) {
      for path in paths { try tally.read(path) { progress($0 / Double(max(1, frames))) } }
    } catch {
      throw .file(error)
    }
    (located, everywhere) = tally.columns(isAround: isAround, blur: Self.blur)
  }
}

/// Adds up the powers of a recording, by column and direction.
private final class Tally {
  /// A case, with the survey that finds its directions, unless the case has no left and right.
  private final class Case {
    let start: Int
    let hasSides: Bool
    var survey: DirectionSurvey?

    init(_ start: Int, _ tables: DirectionalTables?) {
      (self.start, hasSides) = (start, tables != nil)
      survey = tables.map { DirectionSurvey($0) }
    }
  }

  /// The cases in the order of time; each of them processes the whole recording.
  private let cases: [Case]
  private let hopFrames: Int
  private let channelMap: [Int]
  private let weights: [Float]
  private let azimuths: [Int]
  private let framesOfColumn: Double
  private var located: [[Float]] = []
  private var everywhere: [Float] = []
  private var frame = 0
  private var hop: [Float] = []

  init(
    _ cases: [(frame: Int, tables: DirectionalTables?)], like tables: DirectionalTables,
    board: Board, azimuths: [Int], column: Double
  ) {
    self.cases = cases.map { Case($0.frame, $0.tables) }
    hopFrames = tables.grid.hop
    channelMap = board.microphones.map(\.channel)
    self.azimuths = azimuths
    let (rate, window) = (tables.grid.rate, Double(tables.grid.window))
    framesOfColumn = column * rate
    weights = tables.grid.bands.map { band in
      Float(AWeighting.power(Double(band.lowerBound + band.upperBound - 1) / 2 * rate / window))
    }
  }

  func read(_ path: String, progress: (Double) -> Void) throws(TakeFileError) {
    var reader = try WAVReader.open(path: path)
    let format: RawFormat = reader.encoding.isFloat ? .float : .integer
    let channels = reader.channels
    let samples = UnsafeMutablePointer<Int32>.allocate(capacity: OfflineRenderer.block * channels)
    defer { samples.deallocate() }
    var invalid = 0
    while true {
      let count = try reader.read(samples: samples, frames: OfflineRenderer.block)
      if count == 0 { return }
      for n in 0..<count {
        for channel in channelMap {
          hop.append(
            RawSamples.sample(samples[n * channels + channel], format: format, invalid: &invalid))
        }
        frame += 1
        if hop.count == hopFrames * channelMap.count { add() }
      }
      progress(Double(frame))
    }
  }

  /// Adds the powers of a window.
  private func add() {
    for one in cases { one.survey?.next(hop) }
    hop.removeAll(keepingCapacity: true)
    // The window ends here; find its middle.
    let middle = max(0, frame - hopFrames)
    let column = Int(Double(middle) / framesOfColumn)
    guard let now = cases.last(where: { $0.start <= middle }) else { return }
    while located.count <= column {
      located.append(Array(repeating: 0, count: azimuths.count))
      everywhere.append(0)
    }
    guard now.hasSides else { return }
    let first = Float(azimuths[0])
    for (band, weight) in weights.enumerated() {
      guard let sound = now.survey?.sound(of: band) else { return }
      let power = sound.power * weight
      let cell = Int(((sound.azimuth - first) / Float(TakeDirections.step)).rounded())
      let place = cell < 0 ? cell + azimuths.count : min(cell, azimuths.count - 1)
      located[column][place] += sound.belief * power
      everywhere[column] += (1 - sound.belief) * power
    }
  }

  /// Returns all columns, with their power blurred over directions.
  func columns(
    isAround: Bool, blur: (degrees: Double, reach: Int)
  ) -> (located: [[Float]], everywhere: [Float]) {
    let shape = (-blur.reach...blur.reach).map { n -> Float in
      let sigmas = Double(n * TakeDirections.step) / blur.degrees
      return Float(exp(-0.5 * sigmas * sigmas))
    }
    let whole = shape.reduce(0, +)
    let count = azimuths.count
    let blurred = located.map { column in
      var result = [Float](repeating: 0, count: count)
      for (place, power) in column.enumerated() where power > 0 {
        for (n, factor) in shape.enumerated() {
          let cell = place + n - blur.reach
          // In a half circle, power that would be blurred beyond an end stays at that end.
          let target = isAround ? (cell + count) % count : min(max(cell, 0), count - 1)
          result[target] += power * factor / whole
        }
      }
      return result
    }
    return (blurred, everywhere)
  }
}
