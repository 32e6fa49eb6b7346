import Assembly
import Boards
import Drawings
import Glibc
import Testing

@testable import CommandSupport
@testable import pinna

private let root = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(4)
  return parts.joined(separator: "/")
}()
private let library = BoardLibrary(folders: [root + "/boards"])
// Not inside @Test: Swift 6.0.3 crashes at a closure there.
private let ids = library.list().map(\.id)

@Suite("pinna board wiring")
struct WiringTests {
  /// A board with a pair of microphones and a button of its own.
  private func pair(button line: Int) throws -> Board {
    var board = try library.load("i2s-pair")
    board.buttons = [.record: InputLine(line: .offset(chip: "pinctrl-bcm2835", line: line))]
    return board
  }

  @Test(
    "every board has a drawing: well-formed, with all pins, and nothing outside", arguments: ids)
  func drawing(id: String) throws {
    let plan = WiringPlan(try library.load(id))
    #expect(plan.warnings == [])
    let document = WiringPicture(plan: plan).document()
    let svg = SVGReader(document)
    #expect(svg.problem == nil)
    let pads = plan.parts.reduce(0) { $0 + $1.wires.count }
    #expect(svg.all("circle", class: "far").count == HeaderPin.count + pads)
    for colour in Set(plan.connections.map(\.colour)) {
      let wires = svg.all("line", class: "wire-\(colour.rawValue)").count
      let pads = plan.parts.flatMap(\.wires).filter { $0.colour == colour }.count
      #expect(wires == plan.connections.filter { $0.colour == colour }.count + pads, "\(colour)")
      #expect(document.contains(".wire-\(colour.rawValue){"))
    }
    // Every part is a box with all its pads beside it, and a wire of its own from each of them.
    #expect(svg.all("rect", class: "device").count == 1 + plan.parts.count)
    let words = svg.elements.filter { $0.name == "text" }.map(\.text)
    for part in plan.parts {
      #expect(words.contains { $0.hasPrefix(part.name) }, "\(part.name)")
      for wire in part.wires { #expect(words.contains(wire.pad), "\(wire.pad)") }
    }
    let size = try #require(svg.elements.first { $0.name == "svg" })
    let (width, height) = (size.number("width") ?? 0, size.number("height") ?? 0)
    for text in svg.elements where text.name == "text" {
      let place = try #require(text.place("x", "y"))
      // Letters of the widest font that a reader may have are 7.6 px wide at 13 px, on the average of a text.
      let extent = Double(text.text.count) * 7.6
      let left = text.attributes["text-anchor"] == "end" ? place.x - extent : place.x
      let middle = text.attributes["text-anchor"] == "middle"
      #expect(left >= 0 && place.y > 0 && place.y < height, "\(text.text)")
      if text.attributes["text-anchor"] == "start", !middle, text.text.count < 60 {
        #expect(place.x + extent <= width, "\(text.text)")
      }
    }
  }

  @Test("an accelerometer on the header adds the line that switches its bus on, once")
  func busOfAccelerometer() throws {
    var board = try library.load("i2s-pair")
    let line = "dtparam=i2c_arm=on"
    #expect(!WiringPlan(board).config.contains(line))
    board.accelerometer = Accelerometer(
      chip: "lis3dh", bus: 1, address: 0x18,
      mount: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)])
    let config = WiringPlan(board).config
    #expect(config == (board.header?.config ?? []) + [line])
    #expect(WiringList(WiringPlan(board)).config == config)
    #expect(WiringPicture(plan: WiringPlan(board)).document().contains(">\(line)<"))
    board.header?.config = config
    #expect(WiringPlan(board).config == config)
  }

  @Test("two microphones: the pins of the wiring table, equal pads together")
  func connections() throws {
    let plan = WiringPlan(try pair(button: 23))
    let ends = Dictionary(uniqueKeysWithValues: plan.connections.map { ($0.pin, $0) })
    #expect(ends[1]?.ends == ["3V of MIC1, MIC2", "SEL of MIC2"])
    #expect(ends[6]?.ends == ["GND of MIC1, MIC2", "SEL of MIC1"])
    #expect(ends[12]?.ends == ["BCLK of MIC1, MIC2"])
    #expect(ends[35]?.ends == ["LRCL of MIC1, MIC2"])
    #expect(ends[38]?.ends == ["DOUT of MIC1, MIC2"])
    #expect(ends[16]?.ends == ["one contact of record button"])
    #expect(ends[14]?.ends == ["other contact of record button, source button"])
    #expect(ends[16]?.isSuggested == false && ends[13]?.isSuggested == true)
    #expect(
      [ends[1], ends[6], ends[12], ends[35], ends[38]].map { $0?.colour } == [
        .red, .black, .yellow, .blue, .green,
      ])
    #expect(plan.suggestions.map(\.gpio) == [27, 25, 17])
    #expect(plan.shopping.map(\.count) == [2, 2, 1, 1])
    #expect(plan.places == ["MIC1: 30 mm to the left", "MIC2: 30 mm to the right"])
    let square = WiringPlan(try library.load("pi5-i2s-4")).places
    #expect(
      square[1...2] == [
        "MIC2: 30 mm to the right, 30 mm up", "MIC3: 30 mm to the left, 30 mm down",
      ])
  }

  @Test("a line that is taken is warned of, in words and in the picture")
  func warnings() throws {
    let plan = WiringPlan(try pair(button: 16))
    let words =
      "[buttons.record] names GPIO16 (pin 36), already taken by overlay googlevoicehat-soundcard: choose another line"
    #expect(plan.warnings == [words])
    let svg = SVGReader(WiringPicture(plan: plan).document())
    let bad = svg.all("text", class: "bad").map(\.text)
    #expect(bad.contains { $0.hasPrefix("GPIO16: one contact") })
    #expect(bad.contains { words.hasPrefix($0) })
    var board = try library.load("i2s-pair")
    board.header?.parts[0].wires[0].signal = .supply5V
    #expect(WiringPlan(board).warnings.first?.hasPrefix("MIC1: 3V goes to 5V") == true)
  }

  @Test("a light of a low level and a contact to 3V3 are drawn with the supply, others with ground")
  func levels() throws {
    var board = try pair(button: 23)
    board.buttons[.record]?.isActiveLow = false
    board.leds = [.record: LED(line: .named("GPIO25"), isActiveLow: true)]
    let parts = WiringPlan(board).parts
    let button = try #require(parts.first { $0.name == "record button" })
    #expect(button.wires.map(\.line) == ["GPIO23", "3V3"] && button.wires[1].colour == .red)
    let light = try #require(parts.first { $0.name == "record light" })
    #expect(light.wires.map(\.pad) == ["cathode, via 1 kOhm", "anode"])
    #expect(light.wires.map(\.line) == ["GPIO25", "3V3"])
  }

  @Test("a fault is told by wiring, validate and check, with its place in the file")
  func told() throws {
    let folder = try TemporaryFolder()
    let recipe = String(
      decoding: try readAll("\(root)/deploy/recipes/pi5-four.toml"), as: UTF8.self)
    let path = folder.expect("clash.toml")
    try OutputFile.create(
      recipe.replacing("DOUT to GPIO22", with: "DOUT to GPIO20"), at: path)
    let words = "carries the data of MIC1, MIC2, MIC3, MIC4"
    #expect(CommandRun.pinna(["board", "wiring", path]).diagnostics.contains(words))
    let validated = CommandRun.pinna(["board", "validate", path])
    #expect(validated.code == .data && validated.output == "")
    #expect(validated.diagnostics.contains("clash.toml:") && validated.diagnostics.contains(words))
    let checked = CommandRun.pinna([
      "check", "board.wiring", "--scenario", "\(root)/deploy/scenarios/hands.toml", "--board", path,
    ])
    #expect(checked.code == .failure && checked.output.contains(words), "\(checked.output)")
  }

  @Test("where the header is not described it says so, and suggests nothing")
  func unknownHeader() throws {
    let plan = WiringPlan(try library.load("phone"))
    #expect(plan.suggestions.isEmpty && plan.unknown == [WiringText.unknownHeader])
    #expect(WiringPlan(try library.load("uma-8")).suggestions.count == 4)
  }

  @Test("the command prints a table, JSON or a picture, and says what to add to the file")
  func command() throws {
    let folder = try TemporaryFolder()
    func run(_ words: String...) -> CommandRun {
      CommandRun.pinna(
        ["board", "wiring"] + words, environment: ["PINNA_BOARDS": root + "/boards"])
    }
    let text = run("i2s-pair")
    #expect(text.code == .success)
    for words in [
      "BCLK of MIC1, MIC2", "pin 36 (GPIO16): overlay googlevoicehat-soundcard",
      "dtoverlay=googlevoicehat-soundcard", "[leds.status]", "line = 17",
      "facing the front (the sound ports)",
    ] { #expect(text.output.contains(words), "\(words)") }
    #expect(
      run("matrix-voice").output.contains("other lines of this board are free"))
    let json = run("i2s-pair", "--json")
    #expect(json.output.contains("\"colour\" : \"yellow\""))
    let path = folder.expect("w.svg")
    let drawn = run("i2s-pair", "--svg", path)
    #expect(drawn.code == .success && drawn.diagnostics.contains("wrote"))
    #expect(try folder.read("w.svg").hasPrefix(SVG.mark))
    #expect(run("i2s-pair", "--svg", "-").output.hasPrefix(SVG.mark))
    #expect(run("i2s-pair", "--svg", "-", "--json").code == .usage)
    #expect(run("nothing").code == .noInput)
  }

  @Test(
    "the recipes are shipped boards with buttons and lights on free lines, and their pictures are those of the program",
    arguments: [
      ("zero2-pair", "i2s-pair"), ("pi5-four", "pi5-i2s-4"), ("pi5-eight", "pi5-i2s-8"),
      ("pi4-hat", "respeaker-4mic-hat"), ("usb-array", "uma-8"),
    ])
  func recipes(recipe: String, base: String) throws {
    let board = try Board.load(path: "\(root)/deploy/recipes/\(recipe).toml")
    #expect(board.lineConflicts == [])
    #expect(board.buttons.count == 2 && board.leds.count == 2)
    var bare = board
    (bare.buttons, bare.leds) = ([:], [:])
    let shipped = try library.load(base)
    (bare.id, bare.name, bare.source) = (shipped.id, shipped.name, shipped.source)
    #expect(bare == shipped)
    #expect(WiringPlan(board).suggestions == [])
    let picture = try String(
      decoding: readAll("\(root)/deploy/recipes/\(recipe).svg"), as: UTF8.self)
    #expect(picture == WiringPicture(plan: WiringPlan(board)).document())
  }

  private func readAll(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"), "\(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }
}

@Suite("Shipped boards are recognised by the device that is attached")
struct ShippedRecognitionTests {
  private static let boards = library.boards

  @Test("pinna inputs lists every board below its device", arguments: ids)
  func listed(id: String) throws {
    let board = try library.load(id)
    guard !board.isSimulatedOnly else { return }
    let list = InputList(
      devices: [.init(device: board.capture.device, card: "card", name: "PCM")],
      boards: Self.boards)
    #expect(list.boards(using: list.devices[0]).contains { $0.id == id })
  }

  @Test(
    "the attached device names its board; two pairs of products share a card id", arguments: ids)
  func attached(id: String) throws {
    let board = try library.load(id)
    guard !board.isSimulatedOnly else { return }
    let found = AttachedBoard.find(devices: [board.capture.device], boards: Self.boards)
    switch found {
    case .one(let one, _): #expect(id == one.id || id == one.id + "-table")
    case .several(let several):
      let same = [
        ["respeaker-flex", "xvf3800", "xvf3800-table"],
        ["matrix-creator", "matrix-creator-table", "matrix-voice", "matrix-voice-table"],
      ]
      #expect(same.contains(several))
    case .none: Issue.record("not recognised")
    }
  }
}
