import Boards
import Glibc

/// The difference between the simulated hardware and the board for which the filters were designed.
package struct HardwareDifference: Sendable, Equatable {
  /// The body that the filters assume and the real one; `nil` if they are the same.
  package var bodies: Bodies?
  /// The longest distance between a position in the board file and the real position, in metres.
  package var position: Double
  /// The largest gain error of any microphone, in decibels.
  package var gain: Double
  /// The largest phase error of any microphone, in degrees.
  package var phase: Double
  /// The largest delay error of any microphone, in seconds.
  package var delay: Double
  /// The names of the microphones whose polarity is wrong.
  package var inverted: [String]
  /// All other defects, in words.
  package var defects: [String]

  /// The descriptions of two bodies.
  package struct Bodies: Sendable, Equatable {
    /// The body that the filter design assumes.
    package var believed: String
    /// The body that the hardware really has.
    package var real: String
  }

  /// Compares a board with the simulated microphones of the real hardware.
  ///
  /// - Parameter specimens: one for each microphone, in the order that both boards share.
  package init(board: Board, hardware: Board, specimens: [Specimen], defects: [String] = []) {
    self.defects = defects
    let (believed, real) = (Self.words(board.body), Self.words(hardware.body))
    bodies = believed == real ? nil : Bodies(believed: believed, real: real)
    let pairs = Array(zip(board.microphones, specimens))
    func largest(_ difference: (Microphone, Specimen) -> Double) -> Double {
      pairs.map { abs(difference($0, $1)) }.max() ?? 0
    }
    position = largest { ($1.position - $0.position).length }
    gain = largest { 20 * log10(abs($1.gain)) + $0.gain }
    phase = largest { $1.phase * 180 / .pi }
    delay = largest { $1.delay - $0.delay }
    inverted = pairs.filter { ($1.gain < 0) != $0.isInverted }.map(\.0.name)
  }

  private static func words(_ body: Body?) -> String {
    func millimetres(_ metres: Double) -> String { rounded(metres * 1000) }
    guard let body else { return "free field" }
    switch body.model {
    case .freeField: return "free field"
    case .sphere(let radius): return "a sphere of \(millimetres(radius)) mm radius"
    case .measured(let file):
      return "the body of \(file.split(separator: "/").last.map(String.init) ?? file)"
    case .box:
      let size = [body.size.x, body.size.y, body.size.z].map(millimetres)
      return "a box of \(size.joined(separator: " x ")) mm"
    }
  }

  /// The number as text with one decimal place, which is left out if it is 0.
  private static func rounded(_ number: Double) -> String {
    let tenths = (number * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}

extension HardwareDifference: CustomStringConvertible {
  /// The smallest differences to report: a hundredth of a decibel, a degree or a millimetre, and a tenth of a
  /// microsecond.
  private static let least = (metres: 1e-5, decibels: 0.01, degrees: 0.01, seconds: 1e-7)

  private var parts: [String] {
    var parts: [String] = []
    if let bodies { parts.append("\(bodies.real) instead of \(bodies.believed)") }
    if position > Self.least.metres {
      parts.append("microphones up to \(Self.rounded(position * 1000)) mm out of place")
    }
    if gain > Self.least.decibels { parts.append("gains off by up to \(Self.rounded(gain)) dB") }
    if phase > Self.least.degrees {
      let degrees = Self.rounded(phase)
      parts.append("phases off by up to \(degrees) \(degrees == "1" ? "degree" : "degrees")")
    }
    if delay > Self.least.seconds {
      parts.append("delays off by up to \(Self.rounded(delay * 1e6)) microseconds")
    }
    if !inverted.isEmpty {
      parts.append("the wrong polarity of \(inverted.joined(separator: ", "))")
    }
    return parts + defects
  }

  /// The difference in one sentence.
  package var description: String {
    parts.isEmpty
      ? "The hardware of the scenario matches what the filters assume."
      : "The hardware differs from what the filters assume: " + parts.joined(separator: "; ") + "."
  }
}
