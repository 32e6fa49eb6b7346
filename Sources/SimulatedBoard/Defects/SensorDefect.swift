import Boards
import Glibc
import TOML

/// The defects of the accelerometer of the hardware: the table `[hardware.accelerometer]` of a scenario.
package struct SensorDefect: Sendable, Equatable {
  /// The value of its identity register, instead of that of the chip in the board file.
  package var identity: Int?
  /// The root mean square of its noise per axis, in g.
  package var noise = 0.0
  /// The factor on its readings.
  package var scale = 1.0
  /// The degrees by which the chip is turned against the board file, counter-clockwise seen from the end of ``axis``.
  package var turned = 0
  /// The axis of the device about which it is turned: 0 to 2 for x, y and z.
  package var axis = 2
  /// True when it never answers.
  package var isSilent = false

  /// A sensor without defects.
  package init() {}

  /// The reading of the sensor, in g, at an acceleration.
  ///
  /// - Parameter random: the generator that draws the noise.
  func reading(of acceleration: Vector3, random: inout SeededRandom) -> Vector3 {
    // A chip that is turned reads everything turned the other way.
    let quarters = (4 - turned / 90) % 4
    var seen = acceleration
    for _ in 0..<quarters {
      seen =
        switch axis {
        case 0: Vector3(seen.x, -seen.z, seen.y)
        case 1: Vector3(seen.z, seen.y, -seen.x)
        default: Vector3(-seen.y, seen.x, seen.z)
        }
    }
    let hiss = Vector3(random.gaussian(), random.gaussian(), random.gaussian())
    return seen * scale + hiss * noise
  }
}

extension SensorDefect {
  private static let keys = ["identity", "noise", "scale", "turned", "silent"]

  private static let axes = ["x", "y", "z"]

  /// Reads the table `[hardware.accelerometer]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> SensorDefect? {
    guard let table else { return nil }
    var defect = SensorDefect()
    defect.identity = try table.int("identity", in: 0...255)
    defect.noise = try table.double("noise", in: 0...4, unit: "g") ?? 0
    defect.scale = try table.double("scale", in: 0...4) ?? 1
    defect.turned = try table.int("turned", unit: "degrees") ?? 0
    guard [0, 90, 180, 270].contains(defect.turned) else {
      throw table.error(at: "turned", "is \(defect.turned) degrees", "write 90, 180 or 270")
    }
    let axis = try table.choice("about", of: axes)
    guard axis == nil || defect.turned != 0 else {
      throw table.error(at: "about", "belongs to turned", "write turned = 90 as well")
    }
    defect.axis = axis.flatMap { axes.firstIndex(of: $0) } ?? 2
    defect.isSilent = try table.flag("silent")
    try table.saysSomething(keys)
    return defect
  }
}

extension TOMLTable {
  /// True when a fact is written; it is written as true or not at all.
  func flag(_ key: String) throws(TOMLError) -> Bool {
    know(key)
    guard contains(key) else { return false }
    try fact(key)
    return true
  }

  /// Checks that there are no keys except those that were read, and at least one of `keys`.
  ///
  /// - Throws: ``TOMLError`` at the key, or at the head of the table.
  func saysSomething(_ keys: [String]) throws(TOMLError) {
    // A misspelt key is reported as such, and not as a missing one.
    try finish()
    guard keys.contains(where: contains) else {
      throw error("says nothing", "write some of \(keys.joined(separator: ", ")), or remove it")
    }
  }
}
