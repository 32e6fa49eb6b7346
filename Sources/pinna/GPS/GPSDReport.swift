/// A message from gpsd: the fields with place and time.
///
/// - Source: gpsd_json(5) of gpsd 3.22 and 3.25: classes TPV, TOFF, PPS, DEVICES and ERROR.
struct GPSDReport: Decodable {
  /// The class of the message.
  var kind: String
  /// 0 unknown, 1 no fix, 2 without a height, 3 with one.
  var mode: Int?
  /// UTC, such as "2026-11-24T23:50:01.000Z".
  var time: String?
  /// Degrees north.
  var latitude: Double?
  /// Degrees east.
  var longitude: Double?
  /// Metres above the sea.
  var aboveSea: Double?
  /// The same from gpsd before 3.20.
  var altitude: Double?
  /// Metres by which latitude and longitude may be wrong.
  var errorMetres: Double?
  /// Seconds and nanoseconds since 1970 by GPS time.
  var realSeconds: Double?
  var realNanoseconds: Double?
  /// The same instant by the computer's clock.
  var clockSeconds: Double?
  var clockNanoseconds: Double?
  /// The binary logarithm of a pulse's error in seconds.
  var precision: Double?
  /// The receivers.
  var devices: [Device]?
  /// The text of an error.
  var message: String?

  /// A receiver.
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
