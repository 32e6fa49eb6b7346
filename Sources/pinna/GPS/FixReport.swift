import Drawings
import Essentials
import LinuxBoard
import Recorder
import TakeFiles

/// A fix in the form for people, and for `--json`.
struct FixReport: Encodable {
  var latitude: Double
  var longitude: Double
  var elevation: Double?
  var errorMetres: Double?
  /// Seconds by which this computer's clock is behind GPS time, and the largest error of that number.
  var clockBehindSeconds: Double?
  var clockErrorSeconds: Double?

  /// Waits for the first fix that includes a time.
  ///
  /// - Throws: ``CommandError`` (69) if no fix comes, with the reason if it is known.
  static func wait(
    for server: GPSDConnection.Server, seconds: Double
  ) throws(CommandError) -> FixReport {
    let connection = try GPSDConnection(server)
    var watch = FixTracker()
    let end = MonotonicClock.now() + seconds
    while MonotonicClock.now() < end, ProcessSignals.stop == nil {
      switch connection.next(milliseconds: 200) {
      case .line(let line): _ = watch.hear(line)
      case .nothing: break
      case .over(let reason):
        throw CommandError("gpsd at \(server): \(reason)", .unavailable)
      }
      if let facts = FixReport(watch.fix) { return facts }
      if watch.isWithoutReceiver == true { break }
    }
    let reason =
      watch.isWithoutReceiver == true
      ? "it has no receiver; name the receiver's device in /etc/default/gpsd, such as "
        + "DEVICES=\"/dev/ttyACM0\", and restart gpsd"
      : watch.complaint?.printable
        ?? "the receiver has no fix yet; under the open sky the first one takes a few minutes: use --wait 600"
    throw CommandError("gpsd at \(server): \(reason)", .unavailable)
  }

  private init?(_ fix: ReceiverFix) {
    guard let position = fix.position, fix.time != nil else { return nil }
    (latitude, longitude) = (position.place.latitude, position.place.longitude)
    (elevation, errorMetres) = (position.place.elevation, position.errorMetres)
    let clock = fix.clock(WallClock.now().epochSeconds, at: ReceiverFile.secondsSinceStart())
    clockBehindSeconds = clock?.behindSeconds
    clockErrorSeconds = clock?.errorSeconds
  }

  /// The fix as lines of words.
  var lines: [String] {
    let place = Place(latitude: latitude, longitude: longitude, elevation: elevation)
    var lines = ["place: " + Self.words(place, errorMetres)]
    if let behind = clockBehindSeconds, let error = clockErrorSeconds {
      let side = behind < 0 ? "ahead of" : "behind"
      lines.append(
        abs(behind) <= error
          ? "clock: agrees with GPS within \(error.shortText(digits: 3)) s"
          : "clock: \(abs(behind).shortText(digits: 3)) s \(side) GPS time, within "
            + "\(error.shortText(digits: 3)) s")
    } else {
      lines.append(
        "clock: the GPS date is more than ten years ahead and is ignored: the receiver has lost "
          + "count of the weeks"
      )
    }
    return lines
  }

  /// A place in words, such as "52.52 13.405, 34 m above sea level, within 5 m".
  static func words(_ place: Place, _ errorMetres: Double?) -> String {
    [
      place.position, place.elevation.map { "\($0.shortText(digits: 0)) m above sea level" },
      errorMetres.map { "within \($0.shortText(digits: 0)) m" },
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
