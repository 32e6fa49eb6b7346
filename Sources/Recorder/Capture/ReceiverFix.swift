import TakeFiles

/// The last place and the last time that a GPS receiver reported.
///
/// The program that reads the receiver passes these reports to the recorder, which has no network, in a file of a few
/// lines. The moment of each report is given by a clock that starts with the computer and is never set.
package struct ReceiverFix: Sendable, Equatable {
  /// A reported place.
  package struct Position: Sendable, Equatable {
    /// The place, without a name.
    package var place: Place
    /// The estimated error in metres; `nil` if the receiver does not report it.
    package var errorMetres: Double?
    /// The moment of the report, in seconds since the computer started.
    package var at: Double

    /// Creates a place from its parts.
    package init(_ place: Place, errorMetres: Double? = nil, at: Double) {
      (self.place, self.errorMetres, self.at) = (place, errorMetres, at)
    }
  }

  /// A reported time of day.
  package struct Time: Sendable, Equatable {
    /// The reported time in seconds since 1970, UTC.
    package var epochSeconds: Double
    /// The largest error to expect, in seconds.
    package var errorSeconds: Double
    /// The moment of the report, in seconds since the computer started.
    package var at: Double

    /// Creates a time from its parts.
    package init(epochSeconds: Double, errorSeconds: Double, at: Double) {
      (self.epochSeconds, self.errorSeconds, self.at) = (epochSeconds, errorSeconds, at)
    }
  }

  /// The last reported place; `nil` before the first report.
  package var position: Position?
  /// The last reported time; `nil` before the first report.
  package var time: Time?

  /// Creates a fix from its parts.
  package init(position: Position? = nil, time: Time? = nil) {
    (self.position, self.time) = (position, time)
  }

  /// Seconds for which a place stays valid after the receiver loses its fix: leaves and rain can interrupt reception
  /// for a while.
  static let placeSeconds = 3600.0
  /// Seconds for which a reported time tells the accuracy of a clock that is right.
  ///
  /// A clock that is wrong or not set stays replaced for as long as the computer runs: returning to it would shift the
  /// dates of takes and the schedule.
  static let timeSeconds = 3600.0
  /// The relative drift assumed for a clock that nothing corrects: twice the error of a common crystal.
  static let drift = 1e-4
  /// The most seconds by which GPS time may be ahead of a clock that has been set: ten years.
  ///
  /// If a receiver miscounts the weeks (by 1024 weeks, which are 20 years) or has the wrong century, its time is
  /// further off than that.
  static let credibleSeconds = 315_576_000.0

  /// The last place, unless it is too old at a time given in seconds since the computer started.
  package func place(at seconds: Double) -> Place? {
    guard let position, seconds - position.at <= Self.placeSeconds else { return nil }
    return position.place
  }

  /// The comparison of the computer's clock with GPS time; `nil` if the reported time is not credible, or if it is old
  /// and the clock agrees with it.
  ///
  /// - Parameters:
  ///   - epochSeconds: the time that the clock shows, in seconds since 1970.
  ///   - seconds: the present moment, in seconds since the computer started.
  package func clock(_ epochSeconds: Double, at seconds: Double) -> ClockComparison? {
    guard let time else { return nil }
    let age = max(0, seconds - time.at)
    let behind = time.epochSeconds + age - epochSeconds
    let isSet = epochSeconds >= WallTime.earliestCredible
    guard !isSet || behind <= Self.credibleSeconds else { return nil }
    let comparison = ClockComparison(
      behindSeconds: behind, errorSeconds: time.errorSeconds + age * Self.drift)
    let isNeeded = comparison.replaces(WallTime(epochSeconds: epochSeconds, isSet: isSet))
    return age <= Self.timeSeconds || isNeeded ? comparison : nil
  }
}

extension ReceiverFix {
  /// The text of the file that passes these data to the recorder.
  package var text: String {
    var lines: [String] = []
    if let position {
      let place = position.place
      let more = [place.elevation, position.errorMetres].map { $0.map { "\($0)" } ?? "-" }
      lines.append("place \(position.at) \(place.position) \(more.joined(separator: " "))\n")
    }
    if let time {
      lines.append("time \(time.at) \(time.epochSeconds) \(time.errorSeconds)\n")
    }
    return lines.joined()
  }

  /// Reads the text of such a file; values that are unreadable or impossible are left out.
  package init(text: String) {
    self.init()
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().map { Double($0).flatMap { $0.isFinite ? $0 : nil } }
      switch words.first {
      case "place": position = Position(numbers) ?? position
      case "time": time = Time(numbers) ?? time
      default: break
      }
    }
  }
}

extension ReceiverFix.Position {
  fileprivate init?(_ numbers: [Double?]) {
    guard numbers.count == 5, let at = numbers[0], let latitude = numbers[1],
      let longitude = numbers[2], Place.latitudes.contains(latitude),
      Place.longitudes.contains(longitude)
    else { return nil }
    let elevation = numbers[3].flatMap { Place.elevations.contains($0) ? $0 : nil }
    self.init(
      Place(latitude: latitude, longitude: longitude, elevation: elevation),
      errorMetres: numbers[4], at: at)
  }
}

extension ReceiverFix.Time {
  fileprivate init?(_ numbers: [Double?]) {
    guard numbers.count == 3, let at = numbers[0], let epoch = numbers[1],
      let error = numbers[2], epoch >= WallTime.earliestCredible, error >= 0
    else { return nil }
    self.init(epochSeconds: epoch, errorSeconds: error, at: at)
  }
}
