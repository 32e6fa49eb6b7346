import Beamforming
import Boards
import Drawings
import ResponseFiles
import TOML

/// One line of `pinna board list`.
struct BoardListing: Encodable {
  var id: String
  var path: String
  var name: String?
  var microphoneCount: Int?
  var caseCount: Int?
  var isStereo: Bool?
  var problem: String?

  init(_ entry: BoardLibrary.Entry, board: Board) {
    id = entry.id
    path = entry.path
    name = board.name
    microphoneCount = board.microphones.count
    caseCount = board.cases.count
    isStereo = board.offersStereo
  }

  init(_ entry: BoardLibrary.Entry, error: TOMLError) {
    id = entry.id
    path = entry.path
    problem = error.description
  }

  /// The listings as a table for people.
  static func table(_ listings: [BoardListing]) -> TextTable {
    TextTable(
      columns: [
        .init("ID"), .init("MICROPHONES", .right), .init("CASES", .right), .init("CHANNELS"),
        .init("NAME"),
      ],
      rows: listings.map { listing in
        guard let isStereo = listing.isStereo else {
          return [.init(listing.id, .red), "", "", "", .init(listing.problem ?? "", .red)]
        }
        return [
          .init(listing.id), .init(listing.microphoneCount.map(String.init) ?? ""),
          .init(listing.caseCount.map(String.init) ?? ""), .init(isStereo ? "stereo" : "mono"),
          .init(listing.name ?? ""),
        ]
      })
  }
}

/// The validation of one board file.
struct BoardValidation: Encodable {
  /// A problem in a board file, and the place where it is.
  struct Problem: Encodable {
    var line: Int
    var column: Int
    var key: String?
    var problem: String
    var remedy: String?

    init(_ error: TOMLError) {
      (line, column, key) = (error.line, error.column, error.key)
      (problem, remedy) = (error.problem, error.remedy)
    }
  }

  var path: String
  var isValid: Bool
  /// Every error, in the order of the lines of the file.
  var problems: [Problem]
  /// True if the errors may hide others, which will appear once these are mended.
  var mayHideMore: Bool
  /// The errors as messages for people, with their exit codes.
  let failures: [CommandError]

  private enum CodingKeys: CodingKey {
    case path, isValid, problems, mayHideMore
  }

  /// Reads a board by its id or its path, and collects the errors.
  init(of name: String, in library: BoardLibrary) {
    path = name
    var found: [TOMLError] = []
    do throws(TOMLError) {
      let path = try library.path(of: name)
      let review = try Board.review(path: path)
      (found, mayHideMore) = (review.errors, !review.isComplete)
      if found.isEmpty { found = try Self.wiringFaults(path) }
      if found.isEmpty, let wrong = Self.wrongResponses(of: try Board.load(path: path)) {
        var problem = Problem(TOMLError(file: name, problem: wrong.description))
        problem.key = Self.responsesKey
        (isValid, problems) = (false, [problem])
        failures = [
          CommandError(
            "\(name): \(Self.responsesKey): \(wrong)", CommandError(.body(.file(wrong))).exitCode)
        ]
        return
      }
    } catch {
      (found, mayHideMore) = ([error], false)
    }
    isValid = found.isEmpty
    problems = found.map(Problem.init)
    failures = found.map { CommandError($0, contents: .data) }
  }
}

extension BoardValidation {
  private static let responsesKey = "body.responses"

  /// The faults in the wiring of a board whose file is otherwise valid, each with its place.
  private static func wiringFaults(_ path: String) throws(TOMLError) -> [TOMLError] {
    let faults = try Board.load(path: path).wiringFaults
    let file = try TOMLTable.parse(file: path)
    var errors: [TOMLError] = []
    for fault in faults { errors.append(try fault.error(in: file)) }
    return errors.sorted { $0.line < $1.line }
  }

  /// Opens the file of a measured body, and returns the error if it is wrong; `nil` if it is right, or if there is
  /// none.
  private static func wrongResponses(of board: Board) -> ResponseFileError? {
    guard case .measured(let file) = board.body?.model else { return nil }
    do throws(ResponseFileError) {
      _ = try ResponseFile.readBody(path: file, microphones: board.microphones.map(\.position))
      return nil
    } catch {
      return error
    }
  }
}

/// The facts that `pinna board show --json` prints.
struct BoardDescription: Encodable {
  /// A microphone capsule, with lengths in millimetres and the delay in microseconds.
  struct Capsule: Encodable {
    var name: String
    var channel: Int
    var positionMillimetres: [Double]
    var toleranceMillimetres: Double
    var normal: [Double]?
    var gainDecibels: Double
    var isInverted: Bool
    var delayMicroseconds: Double
  }

  /// A virtual microphone.
  struct VirtualMicrophone: Encodable {
    var name: String
    var orientation: DeviceFace
    var location: DataSourceLocation?
    var forward: [Double]
    var patterns: [PolarPattern]
    var microphones: [String]
    var left: String?
    var right: String?
  }

  var id: String
  var name: String
  var source: String
  var device: String
  var channelCount: Int
  var format: CaptureFormat
  var rate: Int
  var calibration: Calibration
  var gainErrorDecibels: Double
  var phaseErrorDegrees: Double
  var noiseFloorDecibels: Double
  var isStereo: Bool
  var isHandHeld: Bool
  var bodyMillimetres: [Double]?
  var microphones: [Capsule]
  var dataSources: [VirtualMicrophone]
  var cases: [CaseLayout]

  init(_ board: Board) {
    id = board.id
    name = board.name
    source = board.source
    device = board.capture.device
    channelCount = board.capture.channels
    format = board.capture.format
    rate = board.capture.rate
    calibration = board.calibration
    gainErrorDecibels = board.mismatch.gainError
    phaseErrorDegrees = board.mismatch.phaseError
    noiseFloorDecibels = NoiseFloorChoice.standard(for: board).rounded(toDigits: 6)
    isStereo = board.offersStereo
    isHandHeld = board.orientation == .handHeld
    bodyMillimetres = (board.body?.size).map { ($0 * 1000).facts }
    microphones = board.microphones.map {
      Capsule(
        name: $0.name, channel: $0.channel, positionMillimetres: ($0.position * 1000).facts,
        toleranceMillimetres: ($0.tolerance * 1000).rounded(toDigits: 6), normal: $0.normal?.facts,
        gainDecibels: $0.gain, isInverted: $0.isInverted,
        delayMicroseconds: ($0.delay * 1e6).rounded(toDigits: 6))
    }
    dataSources = board.dataSources.map { source in
      VirtualMicrophone(
        name: source.name, orientation: source.orientation, location: source.location,
        forward: source.forward.facts, patterns: source.patterns,
        microphones: source.microphones.map { board.microphones[$0].name },
        left: source.pair.map { board.microphones[$0.left].name },
        right: source.pair.map { board.microphones[$0.right].name })
    }
    cases = board.cases.map { CaseLayout(of: $0, board: board) }
  }
}

extension Board {
  /// True if a data source offers stereo, and if there are enough microphones for it.
  var offersStereo: Bool {
    microphones.count >= 2 && dataSources.contains { $0.sidesPattern != nil }
  }
}

extension Vector3 {
  /// The components as JSON shows them, rounded so that the errors of unit conversions do not show.
  var facts: [Double] { [x, y, z].map { $0.rounded(toDigits: 6) } }
}

extension Double {
  /// The nearest number with this many decimals; a zero has no sign.
  func rounded(toDigits digits: Int) -> Double { Double(text(digits: digits)) ?? self }
}
