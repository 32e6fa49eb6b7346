import Boards
import Glibc
import Recorder
import Testing

@testable import LinuxBoard

/// The chip of the kernel's gpio-sim that the environment names, by its folder in /sys; the virtual board makes one.
///
/// Lines 0 to 2 are record, source and lock, 3 says that power fails, 5 is the status light; the label is "pinna-sim";
/// line 1 has the name "source-button".
private let chip = getenv("PINNA_GPIO_SIM").map { String(cString: $0) }

/// The bus of the kernel's i2c-stub with a chip at 0x18 that the environment names.
private let bus = getenv("PINNA_I2C_STUB").flatMap { Int(String(cString: $0)) }

@Suite(
  "Lines of a simulated chip of the kernel", .serialized,
  .enabled(if: chip != nil, "needs gpio-sim: PINNA_GPIO_SIM"))
struct SimulatedLinesTests {
  private static func board() -> Board {
    var board = Board(
      id: "sim", name: "Sim", source: "made for tests",
      capture: Capture(device: "none", channels: 2), microphones: [], dataSources: [])
    board.buttons = [
      .record: InputLine(line: .offset(chip: "pinna-sim", line: 0)),
      .source: InputLine(line: .named("source-button"), isActiveLow: false, bias: .pullDown),
      .lock: InputLine(line: .offset(chip: "pinna-sim", line: 2)),
    ]
    board.leds = [.status: LED(line: .offset(chip: "pinna-sim", line: 5), isActiveLow: true)]
    return board
  }

  /// Pulls a line high or low, as a finger does.
  private func pull(_ line: Int, high: Bool) throws {
    let file = try #require(fopen(path(line, "pull"), "w"))
    fputs(high ? "pull-up" : "pull-down", file)
    try #require(fclose(file) == 0)
  }

  /// The level of a line on the wire.
  private func value(_ line: Int) throws -> Bool {
    let file = try #require(fopen(path(line, "value"), "r"))
    defer { fclose(file) }
    return fgetc(file) == Int32(UInt8(ascii: "1"))
  }

  private func path(_ line: Int, _ attribute: String) -> String {
    "\(chip ?? "")/sim_gpio\(line)/\(attribute)"
  }

  /// Hands and their contacts, looked at as the control loop does.
  private struct Held {
    let hands: LinuxHands
    private var contacts: Contacts

    init(_ board: Board) {
      hands = LinuxHands(board: board)
      hands.open()
      contacts = Contacts(board: board)
    }

    var isPowerFailing: Bool { contacts.isPowerFailing }

    /// Waits until a contact has moved or settled, and gives what counts.
    mutating func edges(within seconds: Double) -> [ButtonEdge] {
      let pending = contacts.settlesAt.map { $0 - MonotonicClock.now() } ?? seconds
      hands.wait(seconds: min(seconds, pending))
      return contacts.add(hands.pollContacts(), at: MonotonicClock.now())
    }

    /// Waits until so many edges have come.
    mutating func edges(_ count: Int) -> [ButtonEdge] {
      var edges: [ButtonEdge] = []
      while edges.count < count { edges += self.edges(within: 1) }
      return edges
    }
  }

  @Test("presses come with kernel time, whichever way the button is wired and the line is named")
  func presses() throws {
    var held = Held(Self.board())
    #expect(held.hands.problems.isEmpty)
    for (line, name, pressed) in [(0, ButtonName.record, false), (1, .source, true)] {
      let before = MonotonicClock.now()
      try pull(line, high: pressed)
      let after = MonotonicClock.now()
      let press = try #require(held.edges(1).first)
      #expect(press.button == name && press.isPressed)
      // The interrupt of the simulated chip is a thread: it may come after the write.
      #expect(press.time >= before && press.time < after + 1)
      try pull(line, high: !pressed)
      #expect(held.edges(1).map(\.isPressed) == [false])
    }
  }

  @Test("after a storm of edges, most of which the kernel drops, the level of the line counts")
  func storm() throws {
    var held = Held(Self.board())
    var isDown = false
    // The kernel keeps 16 edges. The first storm ends released, the second pressed: one of the two ends with another
    // level than the last edge that was kept.
    for (pulls, isPressed) in [(499, false), (500, true)] {
      for step in 0..<pulls { try pull(0, high: step.isMultiple(of: 2)) }
      // Long enough for any contact to settle. A storm within the debounce time that ends as it began is no press.
      for _ in 0..<5 {
        if let edge = held.edges(within: 0.05).last { isDown = edge.isPressed }
      }
      #expect(isDown == isPressed)
    }
    try pull(0, high: true)
    #expect(held.edges(1).map(\.isPressed) == [false])
  }

  @Test("what is closed when the lines are opened: a lock switch counts, a held button does not")
  func closedAtStart() throws {
    // Opening a line sets its bias, and with it what the simulated chip pulls to: these boards have none.
    var board = Self.board()
    board.buttons[.record]?.bias = .asIs
    board.buttons[.lock]?.bias = .asIs
    try pull(0, high: false)
    try pull(2, high: false)
    var held = Held(board)
    #expect(held.edges(1).map(\.button) == [.lock])
    try pull(0, high: true)
    try pull(2, high: true)
    #expect(held.edges(1).map(\.button) == [.lock])
    #expect(held.edges(within: 0.1) == [])
  }

  @Test("a power line that falls ends the wait at once, and counts when it has stayed low")
  func power() throws {
    var board = Self.board()
    board.buttons = [:]
    board.power = InputLine(line: .offset(chip: "pinna-sim", line: 3))
    try pull(3, high: true)
    var held = Held(board)
    #expect(held.edges(within: 0) == [] && !held.isPowerFailing)
    for isLow in [true, false] {
      let before = MonotonicClock.now()
      try pull(3, high: !isLow)
      while held.isPowerFailing != isLow { _ = held.edges(within: 10) }
      // The debounce time of 10 ms, and never the 10 s of the wait.
      #expect(MonotonicClock.now() - before < 2)
    }
    #expect(held.hands.problems.isEmpty)
  }

  @Test("a line that is in use names its user, and the others work")
  func busy() throws {
    let first = LinuxHands(board: Self.board())
    first.open()
    var other = Self.board()
    other.buttons = [.record: InputLine(line: .offset(chip: "pinna-sim", line: 0))]
    let second = LinuxHands(board: other)
    second.open()
    #expect(second.problems.map(\.reason) == ["the line is in use by pinna (errno 16)"])
    #expect(first.problems.isEmpty)
  }

  @Test("a line beyond the chip is told")
  func beyond() {
    var other = Self.board()
    other.buttons = [.record: InputLine(line: .offset(chip: "pinna-sim", line: 500))]
    let hands = LinuxHands(board: other)
    hands.open()
    #expect(hands.problems.map(\.reason) == ["the chip has no such line"])
  }

  @Test("a light that is lit by a low level is dark when it is opened, lit, and dark again")
  func lights() throws {
    let lights = GPIOLights(board: Self.board())
    lights.show(LightLevels())
    #expect(lights.problems.isEmpty && lights.report(.status) == .driven(readBack: false))
    #expect(try value(5))
    lights.show(LightLevels(status: true))
    #expect(try !value(5))
    #expect(lights.report(.status) == .driven(readBack: true))
    lights.show(LightLevels())
    #expect(try value(5))
    // That it is dark after its line was given back cannot be seen here: the simulated chip then shows its own pull.
  }
}

@Suite(
  "The kernel's stand-in for an I2C chip",
  .enabled(if: bus != nil, "needs i2c-stub: PINNA_I2C_STUB"))
struct StubSensorTests {
  private func accelerometer() throws -> Accelerometer {
    Accelerometer(
      chip: "lis3dh", bus: try #require(bus), address: 0x18,
      mount: [Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)])
  }

  /// Writes a register past the address that the driver has.
  private func set(_ register: UInt8, _ value: UInt8) throws {
    let raw = try I2CBus(number: try #require(bus), address: 0x18)
    try raw.write(register, value)
  }

  @Test("it is found, set up and read through its mount; silenced, told, and back by itself")
  func sensor() throws {
    // The stub does not count up from a register with bit 7: its readings lie there.
    try set(0x0f, 0x33)
    for (index, byte) in [UInt8(0x80), 0x3e, 0, 0, 0, 0].enumerated() {
      try set(0xa8 + UInt8(index), byte)
    }
    var board = Board(
      id: "stub", name: "Stub", source: "made for tests",
      capture: Capture(device: "none", channels: 2), microphones: [], dataSources: [])
    board.accelerometer = try accelerometer()
    let hands = LinuxHands(board: board)
    while hands.motion() == nil { hands.wait(seconds: 0.05) }
    #expect(try isAlong(Vector3(0, 1, 0), hands))
    #expect(hands.problems.isEmpty)
    try set(0x0f, 0x6c)
    try set(0xa8, 0)
    try set(0xa9, 0)
    while hands.motion() != nil { hands.wait(seconds: 0.05) }
    while hands.problems.first?.reason.contains("lsm6dso") != true { hands.wait(seconds: 0.05) }
    try set(0x0f, 0x33)
    try set(0xa9, 0xc1)
    try set(0xa8, 0x80)
    while hands.motion() == nil { hands.wait(seconds: 0.05) }
    #expect(try isAlong(Vector3(0, -1, 0), hands))
    #expect(hands.problems.isEmpty)
  }

  /// True when the sensor reads 1 g along a direction; the chip trembles a little, as chips do.
  private func isAlong(_ direction: Vector3, _ hands: LinuxHands) throws -> Bool {
    try (#require(hands.motion()).acceleration - direction).length < 0.01
  }
}
