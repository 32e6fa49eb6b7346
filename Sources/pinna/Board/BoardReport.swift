import Beamforming
import Boards
import Drawings
import Essentials

/// The contents of a board file, for people.
struct BoardReport {
  let board: Board
  let terminal: Terminal

  func print(to console: Console) throws {
    try console.print(terminal.styled(board.name, .bold) + "  \(terminal.styled(board.id, .dim))")
    try console.print(lines: source)
    try console.print()
    try console.print(facts, showsTitles: false)
    try console.print()
    try console.print(microphones)
    try console.print()
    try console.print(sources)
    try console.print()
    try console.print(lines: LayoutText(board: board, on: terminal).frame())
  }

  /// The source of the figures, wrapped again, because the line breaks in the file do not suit the terminal.
  ///
  /// A line that starts with one word and a colon, such as "Frame: ...", starts a paragraph.
  private var source: [String] {
    var paragraphs: [String] = []
    for line in board.source.split(separator: "\n") {
      let word = line.prefix { $0.isLetter }
      let isStart = !word.isEmpty && line.dropFirst(word.count).hasPrefix(": ")
      if paragraphs.isEmpty || isStart {
        paragraphs.append(String(line))
      } else {
        paragraphs[paragraphs.count - 1] += " " + line
      }
    }
    return paragraphs.flatMap { $0.wrapped(to: min(terminal.width, 100)) }
  }

  /// A table with one row for each fact about the hardware.
  private var facts: TextTable {
    let capture = board.capture
    var rows: [[TextTable.Cell]] = [
      ["capture", .init(capture.device)],
      [
        "",
        "\(capture.channels.counted("channel")), \(capture.format.rawValue), \(capture.rate) Hz",
      ],
      [
        "",
        "period \(capture.period) frames, buffer \(capture.bufferMilliseconds.shortText(digits: 1)) ms",
      ],
    ]
    if let firmware = capture.firmware { rows.append(["", .init("firmware \(firmware)")]) }
    rows += gains.map { ["", .init($0)] }
    rows += [
      ["calibration", .init(calibration)],
      ["body", .init(Self.body(board.body))],
      ["held", .init(held)],
      ["cases", "\(board.cases.count), \(board.offersStereo ? "stereo" : "mono")"],
    ]
    if let sensor = board.accelerometer {
      let place = "at \(sensor.address.registerText) on I2C bus \(sensor.bus)"
      rows.append(["accelerometer", "\(sensor.chip) \(place)"])
    }
    rows += board.buttons.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, button in
      [.init("button \(name.rawValue)"), .init(Self.contact(button, "closed"))]
    }
    rows += board.leds.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, led in
      [
        .init("LED \(name.rawValue)"),
        .init(Self.line(led.line) + ", lit when \(led.isActiveLow ? "low" : "high")"),
      ]
    }
    if let playback = board.playback { rows.append(["headphones", .init(playback.device)]) }
    if let power = board.power {
      rows.append(["power fails", .init(Self.contact(power, "active"))])
    }
    if let battery = board.battery {
      rows.append(["battery", .init(Self.levels(battery))])
    }
    return TextTable(columns: [.init(""), .init("")], rows: rows)
  }

  /// The known mismatch of the microphones, and the noise floor that results from it.
  private var calibration: String {
    let mismatch = board.mismatch
    let degrees = mismatch.phaseError.shortText(digits: 2)
    let floor = NoiseFloorChoice.standard(for: board).text(digits: 1)
    return
      "\(board.calibration.rawValue): microphones differ by \(mismatch.gainError.shortText(digits: 2)) dB and "
      + "\(degrees) \(degrees == "1" ? "degree" : "degrees") (\(board.statedMismatch == nil ? "usual" : "stated")), so "
      + "the noise floor is \(floor) dB"
  }

  private var held: String {
    switch board.orientation {
    case .handHeld: "hand-held, in four orientations"
    case .fixed(let up): "fixed, the \(DeviceFace(nearest: up).nameWithAxis) up"
    }
  }

  private static func body(_ body: Body?) -> String {
    guard let body else { return "not described" }
    let size = [body.size.x, body.size.y, body.size.z].map { ($0 * 1000).shortText(digits: 1) }
      .joined(separator: " x ")
    let model =
      switch body.model {
      case .freeField: "free field"
      case .sphere(let radius): "sphere of radius \((radius * 1000).shortText(digits: 1)) mm"
      case .box: "rigid box"
      case .measured(let file): "measured, \(file)"
      }
    return "\(size) mm, \(model)"
  }

  /// The input gain, the settings of the mixer and the sensitivity of the microphones, as far as the file states them.
  private var gains: [String] {
    let capture = board.capture
    var words: [String] = []
    if !capture.gainControls.isEmpty {
      let gain = capture.inputGain.map { "\($0.signedText(digits: 1)) dB" } ?? "unchanged"
      words.append("input gain \(gain), with \(capture.gainControls.joined(separator: ", "))")
    }
    if !capture.mixer.isEmpty {
      let controls = capture.mixer.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
      words.append("mixer \(controls.joined(separator: ", "))")
    }
    let levels = board.microphones.compactMap(\.sensitivity)
    if let least = levels.min(), let most = levels.max() {
      let range = least == most ? "" : " to \(most.text(digits: 1))"
      words.append("sensitivity \(least.text(digits: 1))\(range) dBFS at 94 dB SPL")
    }
    return words
  }

  private static func contact(_ input: InputLine, _ state: String) -> String {
    "\(line(input.line)), \(state) when \(input.isActiveLow ? "low" : "high"), \(input.bias.rawValue)"
  }

  private static func levels(_ battery: BatteryRule) -> String {
    "\(battery.supply ?? "the first one"), warns at \(battery.warnPercent.shortText(digits: 1)) %, closes takes at "
      + "\(battery.closePercent.shortText(digits: 1)) %"
  }

  private static func line(_ line: Line) -> String {
    switch line {
    case .offset(let chip, let offset): "line \(offset) of \(chip)"
    case .named(let name): "line \"\(name)\""
    }
  }

  private var microphones: TextTable {
    TextTable(
      columns: [
        .init("", .right), .init("MICROPHONE"), .init("CHANNEL", .right), .init("x mm", .right),
        .init("y mm", .right), .init("z mm", .right), .init("TOLERANCE", .right), .init("NOTES"),
      ],
      rows: board.microphones.enumerated().map { index, microphone in
        let place = microphone.position * 1000
        return [
          "\(index + 1)", .init(microphone.name), "\(microphone.channel)",
          .init(place.x.text(digits: 1)), .init(place.y.text(digits: 1)),
          .init(place.z.text(digits: 1)), .init((microphone.tolerance * 1000).text(digits: 1)),
          .init(Self.notes(microphone)),
        ]
      })
  }

  private static func notes(_ microphone: Microphone) -> String {
    var notes: [String] = []
    if microphone.gain != 0 { notes.append("gain \(microphone.gain.signedText(digits: 1)) dB") }
    if microphone.isInverted { notes.append("inverted") }
    if microphone.delay != 0 {
      notes.append("delay \((microphone.delay * 1e6).shortText(digits: 1)) us")
    }
    if let normal = microphone.normal {
      notes.append("looks out of the \(DeviceFace(nearest: normal).name)")
    }
    return notes.joined(separator: ", ")
  }

  private var sources: TextTable {
    TextTable(
      columns: [.init("DATA SOURCE"), .init("LOOKS OUT OF"), .init("PATTERNS")],
      rows: board.dataSources.map { source in
        [
          .init(source.name), .init(DeviceFace(nearest: source.forward).nameWithAxis),
          .init(
            source.patterns.map(\.rawValue).joined(separator: ", ")
              + (source.pair.map { pair in
                "; left \(board.microphones[pair.left].name), right \(board.microphones[pair.right].name)"
              } ?? "")
              + (source.microphones.count < board.microphones.count
                ? "; mono from "
                  + source.microphones.map { board.microphones[$0].name }.joined(separator: ", ")
                : "")),
        ]
      })
  }
}
