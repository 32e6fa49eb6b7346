import Boards
import Essentials

/// A driver for any accelerometer in the table: it identifies, configures and reads the chip, and starts over after
/// a fault.
///
/// The driver is a pure state machine of (state, time) over a bus: it never waits, but states when its next step is
/// due.
struct AccelerometerDriver {
  /// The interval between readings in seconds.
  static let periodSeconds = 0.05
  /// The interval, in seconds, between attempts to reach a sensor that does not answer.
  static let retrySeconds = 1.0
  /// The time from the end of the setup to the first reading, in seconds.
  ///
  /// The slowest chips in the table need two sample periods at 50 Hz plus a few milliseconds (MMA8452Q), or seven
  /// sample periods at 100 Hz for the filter to settle (LIS3DH); until then they read zero.
  static let settleSeconds = 0.1
  /// The duration of identical readings, in seconds, after which the sensor counts as stuck; the readings of every
  /// working chip in the table vary with its noise.
  static let stuckSeconds = 10.0

  /// The time at which the next ``step(_:_:)`` is due, in seconds on the control clock.
  private(set) var dueAt = 0.0
  /// The chip that the driver reads.
  let chip: AccelerometerChip
  private let mount: [Vector3]
  private var phase = Phase.identify
  private var isRetry = false
  /// The value read from the identity register; `nil` before the chip is identified.
  private(set) var found: UInt8?
  /// The last reading that differed from its predecessor, and the time of that reading.
  private var lastChange: (raw: SIMD3<Int16>, time: Double)?

  private enum Phase {
    case identify
    case setUp(next: Int)
    case read
  }

  /// Creates a driver for a chip with the mounting `mount`: the rows of the rotation matrix from chip axes to device
  /// axes.
  init(chip: AccelerometerChip, mount: [Vector3]) {
    self.chip = chip
    self.mount = mount
  }

  /// Performs the step that is due.
  ///
  /// - Returns: a reading in g in the device frame; `nil` if this step gave no reading.
  /// - Throws: ``AccelerometerFault``. The driver then identifies and configures the sensor again, because it may have
  ///   lost power: first after one period, in case the disturbance was brief, and then once a second.
  mutating func step(
    _ bus: some RegisterBus, _ now: Double
  ) throws(AccelerometerFault) -> Vector3? {
    do throws(AccelerometerFault) {
      return try advance(bus, now)
    } catch {
      fail(now)
      throw error
    }
  }

  /// Makes the driver start over later, because the bus is missing.
  mutating func fail(_ now: Double) {
    phase = .identify
    dueAt = now + (isRetry ? Self.retrySeconds : Self.periodSeconds)
    isRetry = true
  }

  private mutating func advance(
    _ bus: some RegisterBus, _ now: Double
  ) throws(AccelerometerFault) -> Vector3? {
    switch phase {
    case .identify:
      found = try chip.identify(on: bus)
      try setUp(bus, from: 0, now)
      return nil
    case .setUp(let next):
      try setUp(bus, from: next, now)
      return nil
    case .read:
      let raw = try chip.read(from: bus)
      if raw == .zero || raw == SIMD3(repeating: -1) { throw .stuck(raw: raw.x) }
      if raw != lastChange?.raw { lastChange = (raw, now) }
      if let lastChange, now - lastChange.time >= Self.stuckSeconds { throw .unchanging }
      dueAt = now + Self.periodSeconds
      isRetry = false
      let acceleration = chip.words.acceleration(raw)
      return Vector3(
        dot(mount[0], acceleration), dot(mount[1], acceleration), dot(mount[2], acceleration))
    }
  }

  /// Performs the steps of the setup up to the next wait, or to the end.
  private mutating func setUp(
    _ bus: some RegisterBus, from first: Int, _ now: Double
  ) throws(AccelerometerFault) {
    for index in first..<chip.setUp.count {
      if case .wait(let seconds) = chip.setUp[index] {
        phase = .setUp(next: index + 1)
        dueAt = now + seconds
        return
      }
      try chip.setUp[index].perform(on: bus)
    }
    phase = .read
    dueAt = now + Self.settleSeconds
  }
}

extension AccelerometerChip {
  /// Checks, without writing, that this chip or a chip with the same registers is present, and returns the value in
  /// the identity register.
  func identify(on bus: some RegisterBus) throws(AccelerometerFault) -> UInt8 {
    let found = try bus.value(of: identity.register)
    if accepts(Int(found)) { return found }
    throw .identity(
      register: identity.register, found: found, expected: identity.value,
      known: try Self.known(on: bus, identity.register, found))
  }

  /// The names of the chips in the table whose identity was found at the address.
  private static func known(
    on bus: some RegisterBus, _ register: UInt8, _ found: UInt8
  ) throws(AccelerometerFault) -> [String] {
    var values = [register: found]
    for chip in all where values[chip.identity.register] == nil {
      values[chip.identity.register] = try bus.value(of: chip.identity.register)
    }
    return all.filter { chip in
      values[chip.identity.register].map { chip.accepts(Int($0)) } == true
    }.map(\.name)
  }

  /// Takes one reading from the chip, and returns its three signed words.
  func read(from bus: some RegisterBus) throws(AccelerometerFault) -> SIMD3<Int16> {
    return try translating(to: AccelerometerFault.bus) { () throws(BusFault) in
      return words.raw(try bus.read(data, count: 6))
    }
  }
}

extension AccelerometerChip.Step {
  fileprivate func perform(on bus: some RegisterBus) throws(AccelerometerFault) {
    switch self {
    case .write(let register, let value):
      try bus.set(register, value)
      try Self.check(bus, register, mask: 0xff, value)
    case .update(let register, let mask, let value):
      let before = try bus.value(of: register)
      try bus.set(register, before & ~mask | value & mask)
      try Self.check(bus, register, mask: mask, value)
    case .command(let register, let value): try bus.set(register, value)
    case .expect(let register, let mask, let value):
      try Self.check(bus, register, mask: mask, value)
    case .wait: break
    }
  }

  private static func check(
    _ bus: some RegisterBus, _ register: UInt8, mask: UInt8, _ value: UInt8
  ) throws(AccelerometerFault) {
    let got = try bus.value(of: register)
    guard got & mask == value & mask else {
      throw .refused(register: register, asked: value, got: got)
    }
  }
}

extension RegisterBus {
  fileprivate func value(of register: UInt8) throws(AccelerometerFault) -> UInt8 {
    try translate(try read(register), to: AccelerometerFault.bus)
  }

  fileprivate func set(_ register: UInt8, _ value: UInt8) throws(AccelerometerFault) {
    try translate(try write(register, value), to: AccelerometerFault.bus)
  }
}
