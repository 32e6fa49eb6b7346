import Assembly
import Boards
import Drawings
import Essentials
import LinuxBoard
import Recorder

/// The questions of `pinna board new`: each is answered by an option, else by the person at the terminal.
struct BoardQuestions {
  let arguments: Arguments
  let console: Console

  /// Capsules that one device can have.
  private static let counts = 2.0...32.0

  /// `--shape`.
  static let shape = Option.choice(
    "shape", BoardSketch.Shape.allCases, "how the microphones are arranged")
  /// `--microphones`.
  static let microphones = Option.number(
    "microphones", "N", counts,
    "the number of microphones in a line or a ring, without the one in the middle")
  /// `--spacing`.
  static let spacing = Option.number(
    "spacing", "MM", 1...1000, unit: "mm",
    "the distance from one sound port to the next in a pair, a line or a square")
  /// `--radius`.
  static let radius = Option.number(
    "radius", "MM", 1...1000, unit: "mm",
    "the radius of a ring, from its middle to the sound ports")
  /// `--middle`.
  static let middle = Option.flag(
    "middle", "a ring also has a microphone in the middle, on the first channel")
  /// `--first`.
  static let first = Option.number(
    "first", "HOUR", 0...12,
    "the place of a ring's first microphone, as on a clock seen from the front: 12 is at the top, "
      + "3 at the right",
    standard: 12)
  /// `--counterclockwise`.
  static let counterclockwise = Option.flag(
    "counterclockwise", "the microphones of a ring are numbered counterclockwise")
  /// `--position`.
  static let position = Option.texts(
    "position", "X,Y,Z",
    "the position of a microphone in mm, seen from the front: to the right, up, towards you")
  /// `--use`.
  static let use = Option.choice(
    "use", BoardSketch.Use.allCases, "held in the hand, or lying on a table with its front up")
  /// `--device`.
  static let device = Option.text("device", "DEVICE", "the ALSA device, as 'pinna inputs' lists it")
  /// `--name`.
  static let name = Option.text("name", "TEXT", "the name that is shown")

  /// All options.
  static let options: [any AnyOption] = [
    shape, microphones, spacing, radius, middle, first, counterclockwise, position, use, device,
    name,
  ]

  /// The view that all questions about places mean.
  static let viewpoint =
    "Look at the front, the side of the sound ports, with the connector at the bottom: left, right, up and "
    + "clockwise are as you see them there."

  /// Asks for everything that the command line leaves open.
  ///
  /// - Throws: ``CommandError`` (64) for an answer that is missing or wrong.
  func sketch() throws(CommandError) -> BoardSketch {
    var sketch = BoardSketch()
    if console.ask != nil { console.note(Self.viewpoint) }
    sketch.shape = try choice(
      Self.shape, "How are the microphones arranged?", usual: nil, BoardSketch.Shape.allCases)
    try place(&sketch)
    sketch.use = try choice(
      Self.use, "How is it used: held in the hand, or lying on a table?", usual: .hand,
      BoardSketch.Use.allCases)
    try chooseDevice(&sketch)
    sketch.name =
      try text(Self.name, "What is it called?", usual: "My \(sketch.shape.rawValue)") { _ in nil }
    return sketch
  }

  // MARK: - Positions

  private func place(_ sketch: inout BoardSketch) throws(CommandError) {
    try refuseForeign(sketch.shape)
    switch sketch.shape {
    case .pair:
      let spacing = try spacing()
      sketch.positions = BoardSketch.line(count: 2, spacing: spacing)
      sketch.measures = "a pair, \(Self.words(spacing)) mm apart, the first at the left"
    case .line:
      let (count, spacing) = (try count(), try spacing())
      sketch.positions = BoardSketch.line(count: count, spacing: spacing)
      sketch.measures =
        "\(count) in a line from left to right, \(Self.words(spacing)) mm from one to the next"
    case .square:
      let side = try spacing()
      sketch.positions = BoardSketch.square(side: side)
      sketch.measures = "a square with sides of \(Self.words(side)) mm, clockwise from the top left"
    case .ring: try placeRing(&sketch)
    case .byHand: try placeByHand(&sketch)
    }
  }

  /// Refuses options that another shape has, so that no number is silently left out.
  private func refuseForeign(_ shape: BoardSketch.Shape) throws(CommandError) {
    let isRing = shape == .ring
    let given: [(Bool, String, Bool)] = [
      (arguments[Self.microphones] != nil, "microphones", shape == .line || isRing),
      (
        arguments[Self.spacing] != nil, "spacing",
        shape == .pair || shape == .line || shape == .square
      ),
      (arguments[Self.radius] != nil, "radius", isRing),
      (arguments.has(Self.middle), "middle", isRing),
      (arguments.has(Self.counterclockwise), "counterclockwise", isRing),
      (!arguments[Self.position].isEmpty, "position", shape == .byHand),
    ]
    for (isGiven, name, isUsed) in given where isGiven && !isUsed {
      throw arguments.usageError("--\(name) does not apply to --shape \(shape.rawValue)")
    }
  }

  private func placeRing(_ sketch: inout BoardSketch) throws(CommandError) {
    let count = try count()
    let radius = try number(
      Self.radius, 1...1000, "From the middle to the sound ports, in mm?")
    var isMiddle = arguments.has(Self.middle)
    let first = arguments[Self.first]
    if !isMiddle, arguments[Self.radius] == nil {
      isMiddle = try yes("Is there one in the middle too?")
    }
    let isBackwards = arguments.has(Self.counterclockwise)
    sketch.positions = BoardSketch.ring(
      count: count, radius: radius, first: first, isCounterclockwise: isBackwards,
      hasMiddle: isMiddle)
    sketch.measures =
      "\(count) on a ring with a radius of \(Self.words(radius)) mm\(isMiddle ? " and one in the middle" : "")"
      + ", \(isBackwards ? "counterclockwise" : "clockwise") from \(Self.words(first)) o'clock"
  }

  private func placeByHand(_ sketch: inout BoardSketch) throws(CommandError) {
    for word in arguments[Self.position] {
      guard let position = Self.position(word) else {
        throw arguments.usageError(
          "--position '\(word)': give three numbers in mm, such as -30,0,0")
      }
      sketch.positions.append(position)
    }
    if sketch.positions.isEmpty, console.ask != nil {
      console.note("Where are they, in mm: to the right, up, towards you? An empty line ends.")
      while sketch.positions.count < Int(Self.counts.upperBound) {
        console.writeDiagnostics("MIC\(sketch.positions.count + 1): ")
        guard let line = console.ask?(), !line.isEmpty else { break }
        if let position = Self.position(line) {
          sketch.positions.append(position)
        } else {
          console.note("Give three numbers, such as -30, 0, 0.")
        }
      }
    }
    guard !sketch.positions.isEmpty else {
      throw missing("position", "--position X,Y,Z, once for every microphone")
    }
    sketch.measures = "positions by hand"
  }

  /// Three numbers with commas or spaces between them.
  private static func position(_ text: String) -> [Double]? {
    let words = text.split { $0 == "," || $0 == " " }
    let numbers = words.compactMap { Double($0) }.filter { abs($0) <= 1000 }
    return words.count == 3 && numbers.count == 3 ? numbers : nil
  }

  private func count() throws(CommandError) -> Int {
    Int(try number(Self.microphones, Self.counts, "How many microphones?"))
  }

  private func spacing() throws(CommandError) -> Double {
    try number(Self.spacing, 1...1000, "From one sound port to the next, in mm?")
  }

  // MARK: - The device

  private func chooseDevice(_ sketch: inout BoardSketch) throws(CommandError) {
    let microphones = sketch.positions.count
    let devices = AlsaInputs.list()
    let fitting = devices.filter { ($0.offer?.channels.last ?? 0) >= microphones }
    if arguments[Self.device] == nil, console.ask != nil {
      for device in devices {
        console.note("  \(device.device.printable)  \(device.card.printable)")
      }
    }
    sketch.device = try text(
      Self.device, "Which device captures them?",
      usual: fitting.first?.device ?? sketch.device
    ) { $0.contains(":") ? nil : "give an ALSA device, such as hw:CARD=mycard,DEV=0" }
    sketch.channels = microphones
    guard
      let offer = devices.first(where: { CaptureDeviceName.isSame($0.device, sketch.device) })?
        .offer
    else { return }
    sketch.channels = offer.channels.first { $0 >= microphones } ?? microphones
    let formats: [CaptureFormat] = [.s32, .s24, .s24Packed, .s16, .float]
    sketch.format = formats.first(where: offer.formats.contains) ?? sketch.format
    sketch.rate = offer.rates.contains(48000) ? 48000 : offer.rates.last ?? sketch.rate
  }

  // MARK: - Asking

  private func choice<Word: RawRepresentable<String> & Sendable>(
    _ option: Option<Word?>, _ question: String, usual: Word?, _ words: [Word]
  ) throws(CommandError) -> Word {
    if let word = arguments[option] { return word }
    let list = words.map(\.rawValue).joined(separator: ", ")
    let answer = try ask(
      "\(question) (\(list))", usual: usual?.rawValue, option.form
    ) { Word(rawValue: $0) == nil ? "give one of \(list)" : nil }
    return Word(rawValue: answer) ?? words[0]
  }

  private func number(
    _ option: Option<Double?>, _ range: ClosedRange<Double>, _ question: String
  ) throws(CommandError) -> Double {
    if let value = arguments[option] { return value }
    let limits = "\(Self.words(range.lowerBound)) to \(Self.words(range.upperBound))"
    let answer = try ask(question, usual: nil, option.form) { text in
      Double(text).map(range.contains) == true ? nil : "give a number from \(limits)"
    }
    return Double(answer) ?? range.lowerBound
  }

  private func text(
    _ option: Option<String?>, _ question: String, usual: String,
    wrong: (String) -> String?
  ) throws(CommandError) -> String {
    if let given = arguments[option] {
      if let problem = wrong(given) {
        throw arguments.usageError("--\(option.form.name) '\(given)': \(problem)")
      }
      return given
    }
    // What is known without asking needs no person.
    guard console.ask != nil else { return usual }
    return try ask(question, usual: usual, option.form, wrong: wrong)
  }

  private func yes(_ question: String) throws(CommandError) -> Bool {
    guard console.ask != nil else { return false }
    console.writeDiagnostics("\(question) [y/N] ")
    return console.ask?()?.lowercased().hasPrefix("y") ?? false
  }

  /// Asks until the answer is right.
  ///
  /// - Throws: ``CommandError`` (64) where there is no person, or the answers end.
  private func ask(
    _ question: String, usual: String?, _ option: OptionForm, wrong: (String) -> String?
  ) throws(CommandError) -> String {
    guard let reader = console.ask else {
      if let usual { return usual }
      throw missing(option.name, option.usage)
    }
    while true {
      console.writeDiagnostics(question + (usual.map { " [\($0)]" } ?? "") + " ")
      guard let line = reader() else { throw missing(option.name, option.usage) }
      let answer = line.isEmpty ? usual ?? "" : line
      guard let problem = wrong(answer) else { return answer }
      console.note("'\(answer)': \(problem).")
    }
  }

  private func missing(_ name: String, _ usage: String) -> CommandError {
    arguments.usageError("--\(name) is missing: give \(usage)")
  }

  private static func words(_ value: Double) -> String { value.shortText(digits: 3) }
}
