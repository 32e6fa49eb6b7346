/// The reason why filters cannot be designed; it states what was requested and what is possible.
public enum DesignError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A setting lies outside its range.
  case setting(name: String, value: Double, lowest: Double, highest: Double, unit: String)
  /// The number of taps is not a multiple of 8 within the range.
  case taps(Int, lowest: Int, highest: Int)
  /// The responses of the body are missing, or belong to a different number of microphones than the board has.
  case bodyResponses(board: String, found: Int?, wanted: Int)
  /// The radius of the body is zero or negative.
  case sphereRadius(board: String, radius: Double)
  /// No microphone is left for recording.
  case noMicrophones(board: String, pattern: String)
  /// The board has more microphones than a design can handle.
  case tooManyMicrophones(board: String, count: Int, highest: Int)
  /// Forward and up are parallel, so there is no left or right.
  case noLayout(board: String, caseName: String)
  /// The head's responses do not have the sample rate of the design.
  case headRate(name: String, rate: Int, wanted: Int)
  /// The head does not have exactly two receivers, or has too few directions.
  case head(name: String, what: String)
  /// The array does not resolve directions well enough for ambisonics.
  case ambisonics(board: String, caseName: String, AmbisonicRefusal)

  /// One sentence with the request, the problem and the remedy.
  public var description: String {
    switch self {
    case .setting(let name, let value, let lowest, let highest, let unit):
      "\(name) is \(value) \(unit); it must be between \(lowest) and \(highest) \(unit)"
    case .taps(let taps, let lowest, let highest):
      "\(taps) taps: a filter has between \(lowest) and \(highest) taps, in steps of 8"
    case .bodyResponses(let board, let found, let wanted):
      "\(board): the body needs responses for \(wanted) microphones, but "
        + (found.map { "has responses for \($0)" } ?? "has none")
    case .sphereRadius(let board, let radius):
      "\(board): a sphere of \(radius) m: the radius of the body must be greater than 0"
    case .noMicrophones(let board, let pattern):
      "\(board): no usable microphone for the pattern \(pattern); check the channels of the board"
    case .tooManyMicrophones(let board, let count, let highest):
      "\(board): \(count) microphones; filters are designed for at most \(highest)"
    case .noLayout(let board, let caseName):
      "\(board), \(caseName): forward and up are parallel, so there is no left and right"
    case .headRate(let name, let rate, let wanted):
      "\(name): the head's responses are at \(rate) Hz; read them at \(wanted) Hz"
    case .head(let name, let what):
      "\(name): \(what)"
    case .ambisonics(let board, let caseName, let refusal):
      "\(board), \(caseName): no ambisonics: \(refusal)"
    }
  }
}
