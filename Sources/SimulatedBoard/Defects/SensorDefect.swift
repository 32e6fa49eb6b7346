import Boards
import Glibc
import TOML

/// The defects of the accelerometer: the table `[hardware.accelerometer]` of a scenario.
package struct SensorDefect: DefectTable, Equatable {
  /// The value in the chip's identity register, if it differs from the value expected for the chip in
  /// the board file.
  @Key("identity", .whole(0...255)) package var identity: Int?
  /// The root mean square of the sensor's noise along each axis, in g.
  @Key("noise", 0...4, "g") package var noise = 0.0
  /// The factor by which the sensor's readings are multiplied.
  @Key("scale", 0...4) package var scale = 1.0
  /// The chip's rotation relative to the mounting in the board file, in degrees counter-clockwise as seen from the
  /// end of ``axis``.
  @Key("turned", .whole(nil, "degrees")) package var turned = 0
  /// The device axis about which the chip is rotated: 0, 1 and 2 for x, y and z.
  package var axis = 2
  /// True if the sensor never answers.
  @Key("silent", .fact) package var isSilent = false

  package init() {}

  /// The sensor's reading, in g, for a true acceleration.
  ///
  /// - Parameter random: the generator of the noise.
  func reading(of acceleration: Vector3, random: inout SeededRandom) -> Vector3 {
    // A rotated chip measures vectors rotated in the opposite direction.
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
  /// - Throws: `TOMLError` if `about` or `turned` is wrong, or if the table states no defect.
  package mutating func check(_ table: TOMLTable) throws(TOMLError) {
    guard [0, 90, 180, 270].contains(turned) else {
      throw table.error(at: "turned", "is \(turned) degrees", "write 90, 180 or 270")
    }
    let axes = ["x", "y", "z"]
    if let about = try table.choice("about", of: axes) {
      guard turned != 0 else {
        throw table.error(at: "about", "needs turned", "write turned = 90 as well")
      }
      axis = axes.firstIndex(of: about) ?? axis
    }
    try saysSomething(table)
  }
}
