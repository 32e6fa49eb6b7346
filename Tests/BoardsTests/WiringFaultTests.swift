import TOML
import TestSupport
import Testing

@testable import Boards

/// Faults that a person solders, planted one at a time into the wiring of a recipe that is right.
@Suite("Faults in the wiring")
struct WiringFaultTests {
  private static let recipe = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/") + "/deploy/recipes/pi5-four.toml"
  }()

  /// A planted fault: the text that is replaced at its first occurrence, the text in its place, the table and the words
  /// of the fault.
  struct Planted: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
    var table: String
    var words: String

    init(_ name: String, _ old: String, _ new: String, _ table: String, _ words: String) {
      (testDescription, self.old, self.new) = (name, old, new)
      (self.table, self.words) = (table, words)
    }
  }

  private static let wires =
    "\"3V to 3V3\", \"GND to GND\", \"BCLK to GPIO18\", \"LRCL to GPIO19\", "
  static let planted: [Planted] = [
    .init(
      "one data line, one level of SEL", "\"DOUT to GPIO20\", \"SEL to 3V3\"",
      "\"DOUT to GPIO20\", \"SEL to GND\"", "part", "whose SEL pads are both at GND"),
    .init(
      "a SEL without a wire", "\"DOUT to GPIO20\", \"SEL to 3V3\"", "\"DOUT to GPIO20\"", "part",
      "one SEL has no wire"),
    .init(
      "three at one data line", "\"DOUT to GPIO22\", \"SEL to GND\"",
      "\"DOUT to GPIO20\", \"SEL to GND\"", "part", "carries the data of MIC1, MIC2, MIC3"),
    .init(
      "a button on a line of the overlay", "line = 23", "line = 20", "buttons.record",
      "already taken"),
    .init(
      "a light on a line of a HAT", "[buttons.record]",
      "[[header-use]]\nby = \"the HAT's fan\"\nlines = [\"GPIO17\"]\n[buttons.record]",
      "leds.status", "already taken by the HAT's fan"),
    .init(
      "a wire on a line that a HAT drives", "[buttons.record]",
      "[[header-use]]\nby = \"the HAT's fan\"\nlines = [\"GPIO5\"]\n[[part]]\nname = \"X\"\n"
        + "wires = [\"IN to GPIO5\", \"GND to GND\"]\n[buttons.record]", "part",
      "IN goes to GPIO5, already taken by the HAT's fan"),
    .init(
      "a light that draws too much", "line = 25", "line = 25\ncurrent = 20", "leds.record",
      "then supplies 20 mA"),
    .init(
      "two parts that draw too much together", "[buttons.record]",
      "[[part]]\nname = \"A\"\ncurrent = 9\nwires = [\"VCC to GPIO5\", \"GND to GND\"]\n"
        + "[[part]]\nname = \"B\"\ncurrent = 9\nwires = [\"VCC to GPIO5\", \"GND to GND\"]\n"
        + "[buttons.record]", "part", "then supplies 18 mA"),
    .init(
      "a light and a button on one line", "chip = \"pinctrl-rp1\"\nline = 25", "name = \"GPIO23\"",
      "leds.record", "the line of [buttons.record]"),
    .init(
      "two things at one address", "[buttons.record]",
      "[[header-use]]\nby = \"a codec\"\nlines = [\"GPIO2\", \"GPIO3\"]\naddress = 0x18\n"
        + "[accelerometer]\nchip = \"lis3dh\"\naddress = 0x18\n[buttons.record]", "accelerometer",
      "is at 0x18, the address of a codec"),
    .init(
      "the clocks exchanged", "\"BCLK to GPIO18\", \"LRCL to GPIO19\"",
      "\"BCLK to GPIO19\", \"LRCL to GPIO18\"", "part", "but the bit clock is GPIO18"),
    .init(
      "data into a line that is not read", "\"DOUT to GPIO20\"", "\"DOUT to GPIO21\"", "part",
      "data is read from GPIO20, GPIO22"),
    .init("no ground", "\"GND to GND\", ", "", "part", "has no wire to ground"),
    .init("no supply", "\"3V to 3V3\", ", "", "part", "has no wire to a supply"),
    .init("5 V", "\"3V to 3V3\"", "\"3V to 5V\"", "part", "3V goes to 5V"),
    .init("a short circuit", "\"3V to 3V3\"", "\"3V to GND\"", "part", "which short-circuits"),
    .init(
      "a supply at a line", "\"3V to 3V3\"", "\"3V to GPIO5\"", "part", "a line, not a supply"),
    .init(
      "data at a supply", "\"DOUT to GPIO20\"", "\"DOUT to 3V3\"", "part", "data is read from"),
    .init(
      "a pad with two wires", "\"DOUT to GPIO20\"", "\"DOUT to GPIO20\", \"DOUT to GPIO22\"",
      "part", "which connects the two"),
    .init("left and right exchanged", "channel = 0", "channel = 5", "part", "an even channel"),
    .init(
      "two signals on one line", "[buttons.record]",
      "[[part]]\nname = \"X\"\nwires = [\"INT to GPIO5\", \"GND to GND\"]\n"
        + "[[part]]\nname = \"Y\"\nwires = [\"INT to GPIO5\", \"GND to GND\"]\n[buttons.record]",
      "part", "GPIO5 (pin 29) joins wires of X, Y"),
    .init(
      "a signal on the bus of the sensor", "[buttons.record]",
      "[accelerometer]\nchip = \"lis3dh\"\naddress = 0x18\n"
        + "[[part]]\nname = \"X\"\nwires = [\"INT to GPIO3\", \"GND to GND\"]\n[buttons.record]",
      "part", "already taken by the accelerometer's bus"),
    .init(
      "a button that rests pressed", "line = 23", "line = 23\nbias = \"pull-down\"",
      "buttons.record", "at rest it reads as pressed"),
    .init(
      "a button on an expander that rests pressed", "chip = \"pinctrl-rp1\"\nline = 23",
      "chip = \"mcp23017\"\nline = 3\nbias = \"pull-down\"", "buttons.record",
      "at rest it reads as pressed"),
    .init("the memory of a HAT", "line = 17", "line = 0", "leds.status", "identifies a HAT"),
    .init("a line that is not there", "line = 17", "line = 40", "leds.status", "does not have"),
    .init(
      "the chip of another computer", "chip = \"pinctrl-rp1\"\nline = 17",
      "chip = \"pinctrl-bcm2711\"\nline = 17", "leds.status",
      "the header's chip is pinctrl-rp1"),
  ]

  @Test("two parts have two names")
  func names() throws {
    let text = String(decoding: try TextFile.bytes(path: Self.recipe), as: UTF8.self)
    let place = try #require(text.firstRange(of: "[[part]]\nname = \"MIC2\""))
    let twice = text.replacingCharacters(at: place, with: "[[part]]\nname = \"MIC1\"")
    let error = #expect(throws: TOMLError.self) {
      try Board.load(text: twice, name: "a", id: "a")
    }
    #expect(
      error?.problem == "\"MIC1\" is also the name of another part", "\(String(describing: error))")
  }

  @Test("each is found, once where it is, and nothing else with it", arguments: planted)
  func found(fault: Planted) throws {
    let text = String(decoding: try TextFile.bytes(path: Self.recipe), as: UTF8.self)
    let place = try #require(text.firstRange(of: fault.old))
    var broken = text.replacingCharacters(at: place, with: fault.new)
    // Five channels, so that one can be wrong.
    broken = broken.replacing("channels = 4", with: "channels = 6")
    let board = try Board.load(text: broken, name: "b.toml", id: "b")
    let words = board.wiringFaults.map(\.description)
    #expect(board.wiringFaults.contains { $0.table == fault.table }, "\(words)")
    #expect(words.contains { $0.contains(fault.words) }, "\(words)")
    // One mistake may be two faults; exchanged clocks are two wires, each on a line of the others.
    let most = fault.testDescription == "the clocks exchanged" ? 4 : 2
    #expect(board.wiringFaults.count <= most, "\(words)")
    let file = try TOMLTable.parse(text: broken, name: "b.toml")
    for fault in board.wiringFaults {
      let error = try fault.error(in: file)
      #expect(error.line > 1 && error.key?.hasPrefix(fault.table) == true, "\(error)")
    }
  }

  @Test("no shipped board and no recipe has one")
  func none() throws {
    let library = BoardLibrary(folders: [
      ShippedBoardTests.folder, Self.recipe.replacing("/pi5-four.toml", with: ""),
    ])
    let ids = library.list().map(\.id)
    #expect(ids.count > 30)
    for id in ids { #expect(try library.load(id).wiringFaults == [], "\(id)") }
  }
}

extension String {
  fileprivate func replacingCharacters(at range: Range<String.Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
