import Boards
import Drawings
import Essentials
import Recorder
import TOML

/// The questions of `pinna board new`, each of which is answered by an option or else by the person at the terminal.
struct BoardQuestions {
  let arguments: Arguments
  let console: Console
  /// The answers so far.
  let answers = BoardAnswers()

  /// The numbers of capsules that one device can have.
  static let counts = 2.0...32.0

  static let shape = Option.choice(
    "shape", BoardSketch.Shape.allCases, "how the microphones are arranged")
  static let microphones = Option.number(
    "microphones", "N", counts,
    "the number of microphones on the sound bus, in a line or in a ring, not counting one in the "
      + "middle"
  )
  static let spacing = Option.number(
    "spacing", "MM", 1...1000, unit: "mm",
    "the distance between neighbouring sound ports in a pair, a line or a square")
  static let radius = Option.number(
    "radius", "MM", 1...1000, unit: "mm",
    "the radius of a ring, from its middle to the sound ports")
  static let middle = Option.flag(
    "middle", "a ring also has a microphone in the middle, on the first channel")
  static let first = Option.number(
    "first", "HOUR", 0...12,
    "the position of a ring's first microphone, as on a clock seen from the front: 12 is at the top, 3 at the right; "
      + "the default is 12, or 9 for two microphones")
  static let counterclockwise = Option.flag(
    "counterclockwise", "the microphones of a ring are numbered counterclockwise")
  static let position = Option.texts(
    "position", "X,Y,Z",
    "the position of a microphone in mm, seen from the front: to the right, up, towards you")
  static let use = Option.choice(
    "use", BoardSketch.Use.allCases,
    "how the board is used: held in the hand, or lying on a table with its front up")
  static let device = Option.text("device", "DEVICE", "the ALSA device, as 'pinna inputs' lists it")
  static let name = Option.text("name", "TEXT", "the displayed name")

  static let computer = Option.choice(
    "computer", BoardSketch.Host.allCases,
    "the computer whose header the board is on: the file then includes wiring, buttons, lights and "
      + "overlay"
  )
  static let array = Option.text(
    "array", "i2s|other|ID",
    "what holds the microphones: microphone boards on the sound bus of the computer, anything else, or the "
      + "id of a HAT or USB array whose board file is copied unchanged")
  static let item = Option.text("item", "TEXT", "the microphone boards, for the shopping list")
  static let buttons = Option.choice(
    "buttons", BoardSketch.Answer.allCases, "add two push buttons and two lights on free lines")

  /// The options of a ring alone.
  static let ring: [any AnyOption] = [radius, middle, first, counterclockwise]

  /// The options for the places of microphones and for the use of the board.
  static let places: [any AnyOption] = [shape, microphones, spacing] + ring + [position, use]

  /// All of these options.
  static let options: [any AnyOption] = [computer, array, item, buttons] + places + [device, name]

  /// The viewpoint for all questions about places.
  static let viewpoint =
    "Look at the front, the side of the sound ports, with the connector at the bottom: left, right, up and "
    + "clockwise are as you see them from there."

  /// Asks for everything that the command line leaves open.
  ///
  /// - Throws: ``CommandError`` (64) for a missing or wrong answer.
  func sketch() throws(CommandError) -> BoardSketch {
    var sketch = BoardSketch()
    let host = try host()
    sketch.computer = host.computer
    let array = try array(host)
    try refuseForeign(array, host)
    switch array {
    case "i2s": try placeI2S(&sketch)
    case "other":
      sketch.shape = try choice(
        Self.shape, "How are the microphones arranged?", usual: nil, BoardSketch.Shape.allCases)
      try place(&sketch, count: nil)
    default: sketch.copied = try copied(array)
    }
    if sketch.copied == nil {
      sketch.use = try choice(
        Self.use, "How is the board used: held in the hand, or lying on a table?", usual: .hand,
        BoardSketch.Use.allCases)
      if sketch.base == nil { try chooseDevice(&sketch) }
    }
    if sketch.computer != nil, sketch.base != nil || sketch.copied != nil {
      sketch.hasContacts =
        try choice(
          Self.buttons, "Are there two push buttons (record, source) and two lights?",
          usual: console.ask == nil ? .no : .yes, BoardSketch.Answer.allCases) == .yes
    }
    let usual = sketch.copied == nil ? "My \(sketch.shape.rawValue)" : "My \(array)"
    sketch.name = try text(Self.name, "What is the board called?", usual: usual) { _ in nil }
    return sketch
  }

  // MARK: - The computer

  /// The computer; none in particular if the arguments only describe an array.
  private func host() throws(CommandError) -> BoardSketch.Host {
    if let host = arguments[Self.computer] { return host }
    guard console.ask != nil, arguments[Self.shape] == nil, arguments[Self.device] == nil else {
      return .other
    }
    let list = BoardSketch.Host.allCases.map(\.rawValue).joined(separator: ", ")
    let answer = try ask(
      "Which computer is the board on? (\(list))", usual: nil, Self.computer.form
    ) {
      BoardSketch.Host(words: $0) == nil ? "give one of \(list)" : nil
    }
    let host = BoardSketch.Host(words: answer) ?? .other
    settle(host.rawValue)
    return host
  }

  private func array(_ host: BoardSketch.Host) throws(CommandError) -> String {
    if host == .other, arguments[Self.array] == nil,
      arguments[Self.shape] != nil || arguments[Self.device] != nil || console.ask == nil
    {
      return "other"
    }
    let library = BoardArgument.library(console)
    let known = ["i2s", "other"] + library.list().filter { $0.error == nil }.map(\.id)
    let bus = host.computer == nil ? "" : "i2s for microphone boards on its sound bus, "
    let question =
      "What holds the microphones? (\(bus)the id of a HAT or USB array that 'pinna board list' shows, or other)"
    return try text(
      Self.array, question, usual: host.computer == nil ? "other" : "i2s"
    ) { word in
      if word == "i2s", host.computer == nil {
        return "i2s needs a computer with a sound bus: name it with --computer"
      }
      if let computer = host.computer, !["i2s", "other"].contains(word),
        library.boards.first(where: { $0.id == word })?.header?.notOn.contains(computer) == true
      {
        return "\(word) does not work on a \(computer.name); its board file explains why"
      }
      return known.contains(word)
        ? nil : "\(Suggestion.question(for: word, in: known))there is no such board file"
    }
  }

  /// The text of the board file that is to be copied.
  private func copied(_ id: String) throws(CommandError) -> String {
    do throws(TOMLError) {
      let path = try BoardArgument.library(console).path(of: id)
      return String(decoding: try TextFile.bytes(path: path), as: UTF8.self)
    } catch {
      throw CommandError(error, contents: .data)
    }
  }

  /// Asks for the number, kind and places of microphone boards on the sound bus.
  ///
  /// The shipped board with as many of them gives the wiring.
  private func placeI2S(_ sketch: inout BoardSketch) throws(CommandError) {
    guard let computer = sketch.computer else { return }
    let most = Double(computer.mostI2SMicrophones)
    let why =
      "the sound bus of a \(computer.name) has \((Int(most) / 2).counted("data line")), for two microphones each"
    let total = Int(
      try number(Self.microphones, 2...most, "How many microphones?", wrongEnd: "; \(why)"))
    sketch.base = try BoardArgument.load(BoardSketch.base(of: total), console)
    let item = sketch.base?.header?.parts.first?.item ?? ""
    sketch.item = try text(Self.item, "Which microphone boards are they?", usual: item) { _ in nil }
    let fitting = BoardSketch.Shape.allCases.filter {
      $0 == .pair ? total == 2 : $0 == .square ? total == 4 : true
    }
    sketch.shape = try choice(
      Self.shape, "How are the microphones arranged?",
      usual: total == 2 ? .pair : total == 4 ? .square : .ring,
      fitting)
    try place(&sketch, count: total)
    // They are sorted from the top, and the left one before the right one, so that the left one of every data line has
    // SEL at ground.
    sketch.positions.sort { (-$0[1].rounded(), $0[0]) < (-$1[1].rounded(), $1[0]) }
    sketch.measures += ", numbered in rows from the top left"
  }
}
