import Boards
import Drawings
import Glibc
import Recorder

/// The answers that describe an array of microphones, and the board file that follows from them.
struct BoardSketch: Equatable {
  /// The arrangements that need few numbers.
  enum Shape: String, CaseIterable, Sendable {
    /// Two microphones beside each other, the first at the left as seen from the front.
    case pair
    /// A row from left to right, as seen from the front.
    case line
    /// The corners of a square.
    case square
    /// A circle.
    case ring
    /// Positions that are typed.
    case byHand = "by-hand"
  }

  /// The ways to use a board.
  enum Use: String, CaseIterable, Sendable {
    /// Held in the hand; up follows from how.
    case hand
    /// It lies on a table with its microphones up.
    case table
  }

  /// A name of a device for those who have none attached yet.
  static let exampleDevice = "hw:CARD=mycard,DEV=0"

  /// The name for people.
  var name = "My board"
  var shape = Shape.pair
  /// The positions of the microphones in the device frame, mm.
  var positions: [[Double]] = []
  /// The numbers that the positions follow from, in words.
  var measures = ""
  var use = Use.hand
  /// The ALSA device.
  var device = BoardSketch.exampleDevice
  /// Its channels, at least one for each microphone.
  var channels = 2
  var format = CaptureFormat.s32
  /// Frames per second.
  var rate = 48000

  /// The names of the microphones: numbers, because which one is left depends on who looks.
  var names: [String] { positions.indices.map { "MIC\($0 + 1)" } }

  // MARK: - Positions

  /// Positions in a row along x, the first at the left as seen from the front, mm.
  static func line(count: Int, spacing: Double) -> [[Double]] {
    (0..<count).map { [(Double($0) - Double(count - 1) / 2) * spacing, 0, 0] }
  }

  /// The corners of a square, clockwise from the top left as seen from the front, mm.
  static func square(side: Double) -> [[Double]] {
    let half = side / 2
    return [[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]]
  }

  /// Positions on a circle as seen from the front, mm; the one in the middle first, if there is one.
  ///
  /// - Parameters:
  ///   - count: the number of microphones on the circle.
  ///   - first: where the first one is, as the hour of a clock: 12 is the top edge, 3 the right one.
  static func ring(
    count: Int, radius: Double, first: Double, isCounterclockwise: Bool, hasMiddle: Bool
  ) -> [[Double]] {
    let step = (isCounterclockwise ? -1.0 : 1.0) * 2 * .pi / Double(count)
    let start = first / 12 * 2 * .pi
    let circle = (0..<count).map { index -> [Double] in
      let angle = start + Double(index) * step
      return [radius * sin(angle), radius * cos(angle), 0]
    }
    return hasMiddle ? [[0, 0, 0]] + circle : circle
  }

  // MARK: - The file

  /// The board file.
  var text: String {
    var blocks = [head, capture]
    blocks += zip(names, positions).enumerated().map { Self.microphone($1.0, $0, $1.1) }
    blocks += sources
    blocks.append(
      use == .hand
        ? "[orientation]\nmode = \"hand-held\"\n"
        : "[orientation]\nmode = \"fixed\"\nup = [0.0, 0.0, 1.0]\n")
    return blocks.joined(separator: "\n")
  }

  private var head: String {
    let made =
      "Made by 'pinna board new': \(measures), as it was stated and not as it was measured."
    let order =
      "Channels: in the order of the microphones, which is not known before you have tapped them."
    let frame =
      "Frame: left, right, up and clockwise as you see them facing the front (the side of the sound "
      + "ports), upright, connector at the bottom."
    let lines = [made, frame, order].flatMap { $0.wrapped(to: 116) }.joined(separator: "\n")
    return """
      schema = 1
      name = \(Self.quoted(name))
      source = \"\"\"
      \(lines)
      \"\"\"

      """
  }

  private var capture: String {
    """
    [capture]
    device = \(Self.quoted(device))
    channels = \(channels)
    format = "\(format.rawValue)"
    rate = \(rate)

    """
  }

  private static func microphone(_ name: String, _ channel: Int, _ position: [Double]) -> String {
    let place = position.map(number).joined(separator: ", ")
    return """
      [[microphone]]
      name = "\(name)"
      channel = \(channel)
      position = [\(place)]   # mm, seen from the front: to the right, up, towards you
      normal = [0.0, 0.0, 1.0]

      """
  }

  /// The data sources: the two sides of what is held, the edges of what lies on a table.
  private var sources: [String] {
    var patterns = ["omni"]
    let isFlat = positions.allSatisfy { $0[2] == 0 }
    switch use {
    case .hand:
      // In free field a flat array cannot tell front from back.
      if !isFlat { patterns += ["cardioid", "subcardioid"] }
      patterns.append("stereo")
      if shape == .pair { patterns.append("plain") }
      return [
        Self.source("Front", "front", "[0.0, 0.0, 1.0]", patterns),
        Self.source("Back", "back", "[0.0, 0.0, -1.0]", patterns),
      ]
    case .table:
      let isRow = shape == .pair || shape == .line
      if !isRow { patterns += ["cardioid", "subcardioid"] }
      patterns.append("stereo")
      if shape == .pair { patterns.append("plain") }
      if !isOnOneLine { patterns.append("ambix") }
      let top = Self.source("Top", "top", "[0.0, 1.0, 0.0]", patterns)
      let bottom = Self.source("Bottom", "bottom", "[0.0, -1.0, 0.0]", patterns)
      // Seen along a row, there is no left and right.
      if isRow { return [top, bottom] }
      return [
        top, Self.source("Right", "right", "[1.0, 0.0, 0.0]", patterns), bottom,
        Self.source("Left", "left", "[-1.0, 0.0, 0.0]", patterns),
      ]
    }
  }

  /// True when the microphones are on one line, as two always are: sounds on both sides of it are the same.
  private var isOnOneLine: Bool {
    guard let first = positions.first else { return true }
    let places = positions.map { ($0[0] - first[0], $0[1] - first[1]) }
    guard let last = places.max(by: { $0.0 * $0.0 + $0.1 * $0.1 < $1.0 * $1.0 + $1.1 * $1.1 })
    else { return true }
    return places.allSatisfy { abs($0.0 * last.1 - $0.1 * last.0) < 1e-6 }
  }

  private static func source(
    _ name: String, _ face: String, _ forward: String, _ patterns: [String]
  ) -> String {
    let words = patterns.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      [[data-source]]
      name = "\(name)"
      orientation = "\(face)"
      forward = \(forward)
      patterns = [\(words)]

      """
  }

  private static func number(_ value: Double) -> String {
    // Thousandths of a millimetre; never -0.
    let rounded = (value * 1000).rounded() / 1000 + 0
    return "\(rounded)"
  }

  /// A string of TOML.
  private static func quoted(_ text: String) -> String {
    let plain = text.filter { !$0.isNewline && $0 != "\t" }
    let escaped = plain.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }
}
