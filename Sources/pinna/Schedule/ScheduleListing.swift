import Face
import Recorder
import TakeFiles

/// The plan of a schedule in the form for `--json`: local dates, seconds and bytes.
struct ScheduleListing: Encodable {
  var from: String
  var utcOffsetSeconds: Int
  var isClockSet: Bool
  /// The reason why takes must wait until the clock is set; `nil` if they need not.
  var clockWarning: String?
  var place: TakeRecord.Place?
  var takes: [ListedTake]
  var card: CardSpace?
  var battery: Battery?

  /// A take that will be made, or skipped.
  struct ListedTake: Encodable {
    var start: String
    var utcOffsetSeconds: Int
    /// The time of the start in seconds since 1970 (UTC).
    var time: Int
    var seconds: Double
    var entry: Int
    var words: String
    var isLeftOut: Bool
  }

  /// How long a full battery lasts.
  struct Battery: Encodable {
    var milliampereHours: Double
    var empty: String?
  }

  /// The room for takes in their folder.
  struct CardSpace: Encodable {
    var folder: String
    var freeBytes: Int
    var bytesPerSecond: Int
    var takeCount: Int
    var firstWithoutRoom: String?
  }

  init(_ plan: SchedulePlan) {
    let now = plan.now
    from = now.localDate.text
    (utcOffsetSeconds, isClockSet) = (now.utcOffsetSeconds, now.isSet)
    clockWarning = plan.clockWarning
    place = plan.schedule.place.map(TakeRecord.Place.init)
    takes = plan.takes.map { take in
      ListedTake(
        start: take.due.start.text, utcOffsetSeconds: take.due.utcOffsetSeconds,
        time: take.due.startSeconds, seconds: take.due.seconds, entry: take.due.entry,
        words: plan.schedule.takes[take.due.entry].description, isLeftOut: take.isSkipped)
    }
    battery = plan.battery.map { battery in
      Battery(
        milliampereHours: battery.capacity,
        empty: battery.empty.map { SchedulePlan.local($0).text })
    }
    card = plan.room.map { room in
      CardSpace(
        folder: room.directory, freeBytes: room.freeBytes, bytesPerSecond: room.bytesPerSecond,
        takeCount: room.takes, firstWithoutRoom: room.full?.start.text)
    }
  }
}
