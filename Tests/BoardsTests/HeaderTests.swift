import TOML
import TestSupport
import Testing

@testable import Boards

@Suite("The 40-pin header")
struct HeaderTests {
  private static let head = """
    schema = 1
    name = "B"
    source = "made for a test"
    [capture]
    device = "hw:CARD=b"
    channels = 1
    [[microphone]]
    name = "MIC1"
    channel = 0
    position = [0.0, 0.0, 0.0]
    [[data-source]]
    name = "Front"
    orientation = "front"
    forward = [0.0, 0.0, 1.0]
    patterns = ["omni"]

    """

  private static func board(_ tables: String) throws(TOMLError) -> Board {
    try Board.load(text: head + tables, name: "b.toml", id: "b")
  }

  @Test("pins are where the documentation of Raspberry Pi has them")
  func pins() {
    // Pins that soldering guides name: I2C, the sound bus, and the four data lines of a Raspberry Pi 5.
    let known = [
      2: 3, 3: 5, 4: 7, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22, 5: 29, 12: 32,
      13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
    ]
    for (gpio, pin) in known { #expect(HeaderPin(gpio: gpio)?.number == pin, "GPIO\(gpio)") }
    #expect(HeaderPin(gpio: 28) == nil && HeaderPin(0) == nil && HeaderPin(41) == nil)
    let gpios = HeaderPin.all.compactMap { pin -> Int? in
      if case .gpio(let number) = pin.signal { return number }
      return nil
    }
    #expect(gpios.sorted() == Array(0...27))
    let grounds = HeaderPin.all.filter { $0.signal == .ground }.map(\.number)
    #expect(grounds == [6, 9, 14, 20, 25, 30, 34, 39])
    #expect(HeaderPin.all.filter { $0.signal == .supply3V3 }.map(\.number) == [1, 17])
    #expect(HeaderPin.all.filter { $0.signal == .supply5V }.map(\.number) == [2, 4])
    #expect(HeaderPin.nearest(.ground, toRow: 7)?.number == 14)
  }

  @Test("a line that an overlay, a part or the sensor's bus has is a conflict; others are none")
  func conflicts() throws {
    let board = try Self.board(
      """
      [[header-use]]
      by = "overlay x"
      lines = ["GPIO17", "GPIO22"]
      [[part]]
      name = "LEFT"
      wires = ["DOUT to GPIO20", "3V to 3V3"]
      [accelerometer]
      chip = "lis3dh"
      address = 0x18
      [buttons.record]
      chip = "pinctrl-bcm2711"
      line = 17
      [buttons.source]
      name = "GPIO20"
      [buttons.marker]
      chip = "gpio-sim"
      line = 22
      [buttons.lock]
      chip = "pinctrl-rp1"
      line = 23
      [leds.status]
      chip = "pinctrl-rp1"
      line = 3
      """)
    #expect(
      board.lineConflicts.map(\.table) == ["buttons.record", "buttons.source", "leds.status"])
    #expect(board.lineConflicts.map(\.gpio) == [17, 20, 3])
    #expect(board.lineConflicts[1].problem.contains("the part LEFT"))
    #expect(board.lineConflicts[2].problem.contains("the accelerometer's bus"))
    #expect(
      board.lineConflicts[0].description
        == "[buttons.record] names GPIO17 (pin 11), already taken by overlay x: choose another line"
    )
    // What is suggested for the rest is free.
    #expect(LineSuggestion.all(for: board) == [LineSuggestion(table: "leds.record", gpio: 25)])
  }

  @Test("wrong lines and wires are errors with their place")
  func errors() {
    func error(_ tables: String) -> TOMLError? {
      do throws(TOMLError) {
        _ = try Self.board(tables)
        return nil
      } catch {
        return error
      }
    }
    let line = error("[[header-use]]\nby = \"x\"\nlines = [\"GPIO4\", \"GPIO40\"]\n")
    #expect(line?.problem == "\"GPIO40\" is not a line of the header")
    #expect(line?.line == 18)
    let wire = error("[[part]]\nname = \"x\"\nwires = [\"BCLK GPIO18\"]\n")
    #expect(wire?.problem == "\"BCLK GPIO18\" is not a wire")
    #expect(error("[[part]]\nname = \"x\"\n")?.problem == "is missing")
    #expect(error("[battery]\nwarn = 3\n")?.problem == "is above the warning level")
    #expect(error("[battery]\nsupply = \"../x\"\n")?.problem == "is not a name")
  }
}

// Not inside @Test: Swift 6.0.3 crashes at a closure there.
private let shippedIDs = BoardLibrary(folders: [ShippedBoardTests.folder]).list().map(\.id)

@Suite("The lines of shipped boards")
struct ShippedLineTests {
  let library = BoardLibrary(folders: [ShippedBoardTests.folder])

  @Test("nothing that a file names or that is suggested for it is taken", arguments: shippedIDs)
  func free(id: String) throws {
    var board = try library.load(id)
    #expect(board.lineConflicts == [])
    let suggestions = LineSuggestion.all(for: board)
    #expect(Set(suggestions.map(\.gpio)).count == suggestions.count)
    #expect(suggestions.count == (board.header?.suggests == true ? 4 : 0))
    for suggestion in suggestions {
      let line = Line.offset(chip: "pinctrl-bcm2711", line: suggestion.gpio)
      let isButton = suggestion.table.hasPrefix("buttons.")
      board.buttons = isButton ? [.record: InputLine(line: line)] : [:]
      board.leds = isButton ? [:] : [.record: LED(line: line)]
      #expect(board.lineConflicts == [], "GPIO\(suggestion.gpio)")
    }
  }

  /// The lines that overlays of others take: the sound bus, and what else their sources name.
  ///
  /// - Source: arch/arm/boot/dts/overlays of raspberrypi/linux (googlevoicehat-soundcard: sdmode-gpios 16;
  ///   hifiberry-dacplusadc: codecs on I2C; adau7002-simple), and overlays/rpi of Seeed-Studio/seeed-linux-dtoverlays
  ///   (respeaker-2mic-v1_0: codec on I2C); seeed-8mic-voicecard of respeaker/seeed-voicecard.
  private static let taken: [String: Set<Int>] = [
    "googlevoicehat-soundcard": [16, 18, 19, 20, 21],
    "hifiberry-dacplusadc": [2, 3, 18, 19, 20, 21],
    "adau7002-simple": [18, 19, 20, 21],
    "respeaker-2mic-v1_0": [2, 3, 18, 19, 20, 21],
    "seeed-8mic-voicecard": [2, 3, 4, 17, 18, 19, 20, 21, 22],
    "pinna-i2s-2": [18, 19, 20, 21],
    "pinna-i2s-4": [18, 19, 20, 22],
    "pinna-i2s-8": [18, 19, 20, 22, 24, 26],
  ]

  @Test("a board file with an overlay says all lines that the overlay takes", arguments: shippedIDs)
  func overlay(id: String) throws {
    guard let header = try library.load(id).header else { return }
    let asked = header.config.compactMap { line -> String? in
      line.hasPrefix("dtoverlay=") ? String(line.dropFirst("dtoverlay=".count)) : nil
    }
    let named = header.uses.compactMap { use -> String? in
      use.taker.hasPrefix("overlay ") ? String(use.taker.dropFirst("overlay ".count)) : nil
    }
    let said = Set(header.uses.flatMap(\.lines))
    for overlay in asked + named {
      let lines = try #require(Self.taken[overlay], "no lines are known of \(overlay)")
      #expect(lines.isSubset(of: said), "\(overlay)")
    }
  }

  @Test("the lines of the wiring page collide on the 6-microphone HAT, as its overlay has it")
  func sixMicrophones() throws {
    var board = try library.load("respeaker-6mic-circular")
    func light(_ line: Int) -> LED { LED(line: .offset(chip: "pinctrl-bcm2711", line: line)) }
    board.leds = [.status: light(17)]
    board.power = InputLine(line: .offset(chip: "pinctrl-bcm2711", line: 4))
    #expect(board.lineConflicts.map(\.gpio) == [17, 4])
  }

  @Test("the button of a HAT is for a button alone")
  func button() throws {
    var board = try library.load("respeaker-2mic")
    let line = Line.named("GPIO17")
    #expect(LineSuggestion.all(for: board)[0] == LineSuggestion(table: "buttons.record", gpio: 17))
    board.buttons = [.record: InputLine(line: line)]
    #expect(board.lineConflicts == [])
    (board.buttons, board.leds) = ([:], [.status: LED(line: line)])
    #expect(board.lineConflicts.first?.problem.contains("the HAT's own button") == true)
  }

  @Test("every wire goes to a line that its overlay takes for sound, or to a supply")
  func wires() throws {
    for id in shippedIDs {
      guard let header = try library.load(id).header, !header.parts.isEmpty else { continue }
      let lines = Set(header.uses.flatMap(\.lines))
      for wire in header.parts.flatMap(\.wires) {
        if case .gpio(let number) = wire.signal { #expect(lines.contains(number), "\(id)") }
        #expect(wire.signal != .supply5V, "\(id)")
      }
    }
  }
}
