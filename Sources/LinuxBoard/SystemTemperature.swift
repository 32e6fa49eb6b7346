/// The temperature of the computer.
package enum SystemTemperature {
  private static let mostZones = 32

  /// The highest temperature in any zone, in degrees Celsius; `nil` if the system reports none.
  ///
  /// - Source: Linux Documentation/driver-api/thermal/sysfs-api.rst: temperatures are in thousandths of a degree.
  package static func highest(root: String = "") -> Double? {
    (0..<mostZones).compactMap { zone -> Double? in
      let text = SmallFile.text("\(root)/sys/class/thermal/thermal_zone\(zone)/temp")
      let digits = text?.prefix { $0.isNumber || $0 == "-" }
      return digits.flatMap { Int($0) }.map { Double($0) / 1000 }
    }.max()
  }
}
