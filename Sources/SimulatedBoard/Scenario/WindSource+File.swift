import TOML

extension WindSource {
  /// The allowed wind speeds in metres per second: from a breath of air to a storm.
  static let speeds = 0.5...30.0

  init(_ source: TOMLTable, duration: Double) throws(TOMLError) {
    let wind = try source.required(
      "wind", source.table("wind"), example: "{ speed = 5.0, from = -30.0 }")
    self.init(
      speed: try wind.double("speed", in: Self.speeds, unit: "m/s", example: "5.0"),
      from: try wind.double("from", in: -360...360, unit: "degrees", example: "-30.0"))
    level = try source.double("level", in: -140...20, unit: "dBFS")
    (start, until) = try source.soundingTime(duration: duration)
  }
}
