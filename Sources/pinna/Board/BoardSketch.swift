import Beamforming
import Boards
import Drawings
import Glibc
import Recorder
import TOML

/// The answers that describe an array of microphones, and the board file that results from them.
struct BoardSketch: Equatable {
  /// The arrangements of microphones that a few numbers describe.
  enum Shape: String, CaseIterable, Sendable {
    /// Two microphones side by side, the first on the left as seen from the front.
    case pair
    /// A row from left to right, as seen from the front.
    case line
    /// The corners of a square.
    case square
    /// Points on a circle.
    case ring
    /// Positions that the person types.
    case byHand = "by-hand"
  }

  /// The ways to use a board.
  enum Use: String, CaseIterable, Sendable {
    /// The board is held in the hand, and how it is held determines which way is up.
    case hand
    /// The board lies on a table with its microphones on top.
    case table
  }

  /// The computer that a board is for.
  enum Host: String, CaseIterable, Sendable {
    case zero2, pi3, pi4, pi5
    /// Any other computer, or several.
    case other

    /// The computer, if it is a known one with a header.
    var computer: Computer? { Computer(rawValue: rawValue) }

    /// Finds the computer by its word or its name, such as "Raspberry Pi 5" or "pi 5".
    init?(words: String) {
      func plain(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
      let wanted = plain(words)
      let named = Computer.allCases.first {
        plain($0.name) == wanted || plain($0.name) == "raspberry" + wanted
          || plain($0.name).hasPrefix(wanted) && wanted.count > "raspberrypi".count
      }
      guard let host = Host(rawValue: wanted) ?? named.flatMap({ Host(rawValue: $0.rawValue) })
      else { return nil }
      self = host
    }
  }

  /// An answer to a yes-or-no question.
  enum Answer: String, CaseIterable, Sendable { case yes, no }

  /// The name of a device to show as an example if none is attached yet.
  static let exampleDevice = "hw:CARD=mycard,DEV=0"

  /// The name of the board for people.
  var name = "My board"
  var shape = Shape.pair
  /// The positions of the microphones in the device frame in mm.
  var positions: [[Double]] = []
  /// The measurements that determine the positions, in words.
  var measures = ""
  var use = Use.hand
  /// The name of the ALSA device.
  var device = BoardSketch.exampleDevice
  /// The number of channels of the device: at least one for each microphone.
  var channels = 2
  var format = CaptureFormat.s32
  /// Frames per second.
  var rate = 48000
  /// The computer, if it is a known one.
  var computer: Computer?
  /// The shipped board with as many microphones on the sound bus; it gives the capture device and the wiring.
  var base: Board? {
    didSet {
      guard let capture = base?.capture else { return }
      (device, channels, format, rate) = (
        capture.device, capture.channels, capture.format, capture.rate
      )
    }
  }
  /// The name of the microphone boards on the shopping list.
  var item = ""
  /// The text of the board file to copy under another name.
  var copied: String?
  /// True if the board has two buttons and two lights.
  var hasContacts = false

  /// The id of the shipped board that has this many microphones on the sound bus.
  static func base(of microphones: Int) -> String {
    microphones == 2 ? "i2s-pair" : microphones <= 4 ? "pi5-i2s-4" : "pi5-i2s-8"
  }

  /// The names of the microphones: they are numbered, because left and right depend on the viewer.
  var names: [String] { positions.indices.map { "MIC\($0 + 1)" } }

  // MARK: - Positions

  /// Positions in a row along x in mm, the first on the left as seen from the front.
  static func line(count: Int, spacing: Double) -> [[Double]] {
    (0..<count).map { [(Double($0) - Double(count - 1) / 2) * spacing, 0, 0] }
  }

  /// The corners of a square in mm, clockwise from the top left as seen from the front.
  static func square(side: Double) -> [[Double]] {
    let half = side / 2
    return [[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]]
  }

  /// Positions on a circle as seen from the front in mm; if there is a microphone in the middle, it comes first.
  ///
  /// - Parameters:
  ///   - count: the number of microphones on the circle.
  /// - first: the place of the first microphone as an hour on a clock: 12 is the top edge, 3 is the right edge.
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

  /// The text of the board file, with free lines of the header for buttons and lights.
  ///
  /// - Throws: `TOMLError` if the answers do not describe a valid board.
  func file(id: String) throws(TOMLError) -> String {
    let board = try Board.load(text: text(candidates), name: "\(id).toml", id: id)
    let text = text(sources(of: board))
    guard hasContacts, let computer else { return text }
    let tables = LineSuggestion.all(for: board).map {
      "\n[\($0.table)]\nchip = \"\(computer.chip)\"\nline = \($0.gpio)\n"
    }
    return text + tables.joined()
  }

  /// The text of the board file without buttons and lights.
  private func text(_ sources: [Source]) -> String {
    if let copied {
      var text = TOMLText(copied)
      _ = text.set("name", to: TOMLText.literal(name), table: "", number: 0)
      return text.text
    }
    var blocks = [head, capture]
    blocks += zip(names, positions).enumerated().map { microphone($1.0, $0, $1.1) }
    blocks += sources.map(source)
    blocks.append(
      use == .hand
        ? "[orientation]\nmode = \"hand-held\"\n"
        : "[orientation]\nmode = \"fixed\"\nup = [0.0, 0.0, 1.0]\n")
    blocks += wiring
    return blocks.joined(separator: "\n")
  }

  /// The tables of the header, taken from the base board, with one part for each microphone.
  private var wiring: [String] {
    guard let header = base?.header, let computer else { return [] }
    func array(_ texts: [String]) -> String {
      "[\(texts.map(TOMLText.literal).joined(separator: ", "))]"
    }
    let uses = header.uses.map {
      "[[header-use]]\nby = \(TOMLText.literal($0.taker))\nlines = \(array($0.lines.map { "GPIO\($0)" }))\n"
    }
    let parts = zip(names, header.parts).map { name, part in
      "[[part]]\nname = \"\(name)\"\nitem = \(TOMLText.literal(item))\nwires = [\n  "
        + part.wires.map { TOMLText.literal("\($0.pad) to \($0.signal)") }.joined(separator: ", ")
        + ",\n]\n"
    }
    return ["[header]\nconfig = \(array(header.config))\nchip = \"\(computer.chip)\"\n"] + uses
      + parts
  }

  private var head: String {
    let made = "Made by 'pinna board new': \(measures), as stated, not measured."
    let order =
      base == nil
      ? "Channels: numbered in the order of the microphones; their true order is not known until you have "
        + "tapped them."
      : "Channels: on each data line, the microphone whose SEL is low has the even channel. The order of the data "
        + "lines is not known until you have tapped the microphones. Capture and wiring: as in "
        + "\(base?.id ?? "")."
    let frame =
      "Frame: left, right, up and clockwise as you see them when you face the front (the side of the sound ports) "
      + "with the connector at the bottom."
    let lines = [made, frame, order].flatMap { $0.wrapped(to: 116) }.joined(separator: "\n")
    return """
      schema = 1
      name = \(TOMLText.literal(name))
      source = \"\"\"
      \(lines)
      \"\"\"

      """
  }

  private var capture: String {
    """
    [capture]
    device = \(TOMLText.literal(device))
    channels = \(channels)
    format = "\(format.rawValue)"
    rate = \(rate)

    """
  }

  private func microphone(_ name: String, _ channel: Int, _ position: [Double]) -> String {
    let place = position.map(Self.number).joined(separator: ", ")
    return """
      [[microphone]]
      name = "\(name)"
      channel = \(channel)
      position = [\(place)]   # mm, seen from the front: to the right, up, towards you
      normal = [0.0, 0.0, 1.0]
      \(base == nil ? "" : "sensitivity = -26.0\n")
      """
  }

  /// A face that the board looks out of, with the patterns of this data source.
  private typealias Source = (face: DeviceFace, patterns: [PolarPattern])

  /// The two sides of a board that is held, or the edges of a board on a table, with all patterns that a board with so
  /// many microphones can list.
  private var candidates: [Source] {
    var patterns: [PolarPattern] = [.omni, .cardioid, .subcardioid, .stereo]
    if positions.count == 2 { patterns.append(.plain) }
    if use == .table, positions.count > 2 { patterns.append(.ambix) }
    let faces: [DeviceFace] =
      switch use {
      case .hand: [.front, .back]
      case .table: [.top, .right, .bottom, .left]
      }
    return faces.map { ($0, patterns) }
  }

  /// The candidates with the patterns that the positions permit.
  private func sources(of board: Board) -> [Source] {
    func possible(_ others: Set<PolarPattern> = []) -> [Source] {
      candidates.enumerated().map { index, source in
        let patterns = source.patterns.filter {
          others.contains($0) || board.permits($0, dataSource: index)
        }
        return (source.face, patterns)
      }
    }
    let sided = possible().filter { $0.patterns.contains(.stereo) }
    // A board without left and right keeps stereo, which is the default pattern: both channels are then the same, and
    // takes say so.
    if sided.isEmpty { return Array(possible([.stereo]).prefix(use == .hand ? 2 : 1)) }
    // On a table, a data source that looks along a row has no left and right.
    return use == .hand ? possible() : sided
  }

  private func source(_ source: Source) -> String {
    let forward = source.face.direction
    let axes = [forward.x, forward.y, forward.z].map(Self.number).joined(separator: ", ")
    let face = source.face.rawValue
    let words = source.patterns.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return """
      [[data-source]]
      name = "\(face.prefix(1).uppercased() + face.dropFirst())"
      orientation = "\(face)"
      forward = [\(axes)]
      patterns = [\(words)]

      """
  }

  /// The value rounded to a thousandth of a millimetre.
  private static func number(_ value: Double) -> String { "\(value.rounded(toDigits: 3))" }
}
