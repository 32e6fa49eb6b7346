/// A message from gpsd, reduced to the fields about place and time.
///
/// - Source: gpsd_json(5) of gpsd 3.22 and 3.25: classes TPV, TOFF, PPS, DEVICES and ERROR.
struct GPSDReport: Decodable {
  /// The class of the message, such as "TPV".
  var kind: String
  /// The kind of fix: 0 unknown, 1 none, 2 without a height, 3 with a height.
  var mode: Int?
  /// The time in UTC, such as "2026-11-24T23:50:01.000Z".
  var time: String?
  /// The latitude in degrees north.
  var latitude: Double?
  /// The longitude in degrees east.
  var longitude: Double?
  /// The height in metres above the sea.
  var aboveSea: Double?
  /// The height in metres above the sea, as gpsd before 3.20 reports it.
  var altitude: Double?
  /// The metres by which latitude and longitude may be wrong.
  var errorMetres: Double?
  /// The seconds and nanoseconds since 1970 of an instant by GPS time.
  var realSeconds: Double?
  var realNanoseconds: Double?
  /// The seconds and nanoseconds of the same instant by the computer's clock.
  var clockSeconds: Double?
  var clockNanoseconds: Double?
  /// The binary logarithm of a pulse's error in seconds.
  var precision: Double?
  /// The receivers that gpsd has.
  var devices: [Device]?
  /// The text of an error message.
  var message: String?

  /// A receiver that gpsd has.
  struct Device: Decodable {
    var path: String?
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "class"
    case mode, time
    case latitude = "lat"
    case longitude = "lon"
    case aboveSea = "altMSL"
    case altitude = "alt"
    case errorMetres = "eph"
    case realSeconds = "real_sec"
    case realNanoseconds = "real_nsec"
    case clockSeconds = "clock_sec"
    case clockNanoseconds = "clock_nsec"
    case precision, devices, message
  }
}
