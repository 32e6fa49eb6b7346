import Boards
import Glibc
import TOML

/// The defects of the accelerometer: the table `[hardware.accelerometer]` of a scenario.
package struct SensorDefect: DefectTable, Equatable {
  /// The value of its identity register, instead of the value for the chip in the board file.
  @Key("identity", .whole(0...255)) package var identity: Int?
  /// The root mean square of its noise per axis, in g.
  @Key("noise", 0...4, "g") package var noise = 0.0
  /// The factor applied to its readings.
  @Key("scale", 0...4) package var scale = 1.0
  /// The rotation of the chip relative to the board file in degrees, counter-clockwise seen from the end of ``axis``.
  @Key("turned", .whole(nil, "degrees")) package var turned = 0
  /// The device axis of the rotation: 0 to 2 for x, y and z.
  package var axis = 2
  /// True if it never answers.
  @Key("silent", .fact) package var isSilent = false

  package init() {}

  /// The reading of the sensor, in g, at an acceleration.
  ///
  /// - Parameter random: the generator of the noise.
  func reading(of acceleration: Vector3, random: inout SeededRandom) -> Vector3 {
    // A rotated chip sees everything rotated the other way.
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
  /// - Throws: `TOMLError` if `about` or `turned` is wrong, or the table states no defect.
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
