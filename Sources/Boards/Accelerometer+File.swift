import Essentials
import TOML

extension Accelerometer {
  /// The addresses that a device on an I2C bus can have; all others are reserved.
  ///
  /// - Source: UM10204, "I2C-bus specification and user manual", table 4.
  static let addresses = 0x08...0x77

  /// Reads the table `[accelerometer]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> Accelerometer? {
    guard let table else { return nil }
    let names = AccelerometerChip.all.map(\.name)
    let chip = try table.required(
      "chip", table.choice("chip", of: names, others: AccelerometerChip.covered),
      example: "\"lis3dh\"")
    let bus = try table.int("bus", in: 0...255) ?? 1
    let address = try table.int("address", example: "0x18")
    guard addresses.contains(address) else {
      throw table.error(
        at: "address", "is \(address.registerText)",
        "I2C addresses are \(addresses.lowerBound.registerText) to "
          + addresses.upperBound.registerText)
    }
    let possible = AccelerometerChip.named(chip)?.addresses ?? []
    guard possible.contains(address) else {
      throw table.error(
        at: "address", "is \(address.registerText), which is not a possible address of \(chip)",
        "its address can be \(possible.map(\.registerText).joined(separator: " or "))")
    }
    return Accelerometer(chip: chip, bus: bus, address: address, mount: try table.mount())
  }
}

extension Accelerometer {
  /// The `mount` line for a board file if the chip's readings are rotated by a multiple of 90 degrees,
  /// counter-clockwise as seen from the front.
  public func mountLine(turnedBack degrees: Int) -> String {
    var rows = mount
    for _ in 0..<(4 - degrees / 90) { rows = [-rows[1], rows[0], rows[2]] }
    let words = rows.map { "[\(decimal($0.x)), \(decimal($0.y)), \(decimal($0.z))]" }
    return "mount = [\(words.joined(separator: ", "))]"
  }
}

extension TOMLTable {
  /// The rotation from chip axes to device axes, which depends on how the chip is soldered.
  fileprivate func mount() throws(TOMLError) -> [Vector3] {
    let identity = [[1.0, 0, 0], [0.0, 1, 0], [0.0, 0, 1]]
    let rows = try matrix("mount", rows: 3, columns: 3, in: -1...1) ?? identity
    let mount = rows.map { Vector3($0[0], $0[1], $0[2]) }
    // Entries such as 0.7071 are rounded in the file.
    let rounding = 0.001
    for (i, row) in mount.enumerated() {
      guard abs(row.length - 1) < rounding else {
        throw error(
          at: "mount", element: i, "row \(i + 1) has length \(decimal(row.length))",
          "every row of a rotation must have length 1")
      }
      for (j, other) in mount[..<i].enumerated() where abs(dot(row, other)) >= rounding {
        throw error(
          at: "mount", element: i, "row \(i + 1) is not perpendicular to row \(j + 1)",
          "the rows of a rotation must be perpendicular")
      }
    }
    guard dot(cross(mount[0], mount[1]), mount[2]) > 0 else {
      throw error(
        at: "mount", "is a mirror image (determinant -1), which no mounting of a chip can produce",
        "reverse the sign of one row")
    }
    return mount
  }
}
