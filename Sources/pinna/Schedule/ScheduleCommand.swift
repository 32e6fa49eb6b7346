import Boards
import Drawings
import Essentials
import LinuxBoard
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna schedule`.
  static let schedule = Command(
    "schedule", summary: "list the next scheduled takes, and say how many fit on the card",
    discussion: """
      Lists the takes that [[schedule]] in the settings will make, by this machine's clock and time zone, assuming \
      that none is started by hand. Entries that follow the sun need [place]; with gpsd, the place is the receiver's \
      current position, and GPS time is used if the clock is wrong. With a board, it also shows how many of the takes \
      fit on the medium, and, if the board file states capacity and currents, how long a full battery \
      lasts. --picture draws the season: takes, night and moon for each day, and the days on which the card is full \
      and the battery empty. 'pinna simulate --day' records a day of the schedule on a simulated board.
      """,
    options: [count, from, picture, BoardArgument.option, SettingsArguments.config, json],
    examples: [
      .init("pinna schedule", "the next ten takes of this recorder"),
      .init("pinna schedule --config mine.toml --count 100", "with other settings"),
      .init("pinna schedule --picture season.svg", "a drawing of the coming year"),
    ]
  ) { arguments, console in
    let settings = try SettingsArguments.file(arguments)
    let received = settings.receiver.map { ReceiverFile($0).word() }
    let schedule = Schedule(settings.schedule, place: received?.place ?? settings.place)
    let board: Board? =
      arguments[BoardArgument.option] == nil && settings.board == nil
      ? nil : try BoardArgument.board(arguments, console, standard: settings.board)
    let now = try start(arguments, received?.clock)
    let wanted = arguments[count]
    guard wanted == wanted.rounded() else {
      throw arguments.usageError("--count: \(wanted) is not a whole number")
    }
    var plan = try SchedulePlan(
      schedule, from: now, count: Int(wanted), settings: settings, board: board)
    // The clock does not matter if a time was given, or if the time comes from GPS.
    if arguments[from] == nil, received?.clock == nil { plan.clockWarning = settings.clockWarning }
    if let path = arguments[picture] {
      try OutputFile.check(path, mark: SVG.mark)
      let offset = { (time: Double) in WallClock.utcOffset(at: time) }
      let takes = schedule.forecast(
        from: now, count: SchedulePlan.most, within: 366 * 86400, utcOffset: offset)
      let drawing = SeasonPicture(
        place: schedule.place, now: now, full: plan.room?.full, empty: plan.battery?.empty,
        takes: takes,
        utcOffset: offset)
      try OutputFile.write(drawing.document, to: path)
      console.note("The season is drawn in \(path).")
    }
    try console.print(ScheduleListing(plan), arguments) {
      try ScheduleText(plan: plan, console: console).print()
    }
    return .success
  }

  private static let count = Option.number(
    "count", "N", 1...10_000, "the number of takes to list", standard: 10)
  private static let picture = Option.text(
    "picture", "FILE", "draw the season into an SVG file: takes, night, moon, card and battery")
  private static let from = Option.text(
    "from", "TIME", "the local date and time to start from; default: now")

  /// The time that `--from` gives, in the machine's time zone, or else the present time by the recorder's clock.
  private static func start(
    _ arguments: Arguments, _ clock: ClockComparison?
  ) throws(CommandError) -> WallTime {
    guard let text = arguments[from] else {
      let now = WallClock.now()
      return clock?.corrected(now, utcOffset: { WallClock.utcOffset(at: $0) }) ?? now
    }
    guard let local = WallTime(local: text) else {
      throw arguments.usageError(
        "--from: \"\(text)\" is not a date and a time; write, for example, "
          + "--from \"2026-11-20 05:29:50\"")
    }
    return WallClock.time(local: local)
  }
}

/// The next takes of a schedule, and how many of them the card has room for.
struct SchedulePlan {
  let schedule: Schedule
  /// The time at which the plan starts.
  let now: WallTime
  /// The takes to list, including those that will be skipped.
  let takes: [PlannedTake]
  /// The seconds that the figures of room and battery look ahead.
  let span: Double
  /// The room for takes; `nil` if there is no board or no folder.
  let room: Room?
  /// The reason why the room is not known; `nil` if it is.
  let unknownRoom: String?
  /// How long a full battery lasts; `nil` if its capacity or its currents are not stated.
  let battery: Battery?
  /// The reason why takes must wait until the clock is set; `nil` if they need not.
  var clockWarning: String?

  /// The room for scheduled takes in a folder.
  struct Room {
    /// The path of the folder of takes.
    var directory: String
    /// The number of bytes that are free for files.
    var freeBytes: Int
    /// The maximum number of bytes that one second of a take needs.
    var bytesPerSecond: Int
    /// The number of scheduled takes that there is room for.
    var takes: Int
    /// The first take that does not fit; `nil` if there is room for all takes within ``span``.
    var full: Schedule.Due?
  }

  /// A battery that is full at the start of the plan.
  struct Battery {
    /// The charge of the full battery in milliampere hours.
    var capacity: Double
    /// The time at which the battery is empty, in seconds since 1970; `nil` if it lasts for ``span``.
    var empty: Double?
  }

  /// The local date and time for a time in seconds since 1970.
  static func local(_ time: Double) -> CivilDate {
    WallTime(epochSeconds: time, utcOffsetSeconds: WallClock.utcOffset(at: time)).localDate
  }

  /// The maximum number of takes to look ahead: a take every minute within ``Schedule/forecastSeconds``.
  static let most = 600_000

  /// The seconds in which these takes are all that are scheduled; fewer than ``Schedule/forecastSeconds`` if there are
  /// too many takes.
  static func span(_ made: [Schedule.Due], from now: WallTime, most: Int = most) -> Double {
    guard made.count >= most, let last = made.last else { return Schedule.forecastSeconds }
    return Double(last.startSeconds) - now.epochSeconds
  }

  init(
    _ schedule: Schedule, from now: WallTime, count: Int, settings: Settings, board: Board?
  ) throws(CommandError) {
    self.schedule = schedule
    self.now = now
    let offset = { (time: Double) in WallClock.utcOffset(at: time) }
    takes = schedule.forecast(from: now, count: count, utcOffset: offset)
    guard let board else {
      span = Schedule.forecastSeconds
      (room, battery, unknownRoom) = (
        nil, nil, "no board is chosen: add --board, or board = \"...\" to the settings"
      )
      return
    }
    let configuration = try translate(
      try SessionConfiguration(settings, board: board), to: CommandError.setting)
    let directory = configuration.directory
    let all = schedule.forecast(from: now, count: Self.most, utcOffset: offset)
    let made = all.filter { !$0.isSkipped }.map(\.due)
    let span = Self.span(made, from: now)
    self.span = span
    battery = BatteryForecast(
      board.battery, sleep: settings.power, preRoll: configuration.form.preRollSeconds
    ).map { forecast in
      Battery(
        capacity: board.battery?.capacity ?? 0,
        empty: forecast.empty(
          from: now.epochSeconds, takes: made,
          until: now.epochSeconds + span))
    }
    guard let free = PlainStorage().freeBytes(directory: directory) else {
      (room, unknownRoom) = (nil, "\(directory) cannot be read; is the card inserted?")
      return
    }
    let rate = StorageRate(configuration)
    var (left, fitting) = (free - rate.reserveBytes, 0)
    var full: Schedule.Due?
    for due in made {
      let seconds = due.seconds + configuration.form.preRollSeconds
      left -= Int(seconds * Double(rate.bytesPerSecond))
      guard left >= 0 else {
        full = due
        break
      }
      fitting += 1
    }
    room = Room(
      directory: directory, freeBytes: free, bytesPerSecond: rate.bytesPerSecond, takes: fitting,
      full: full)
    unknownRoom = nil
  }
}

extension Settings {
  /// A warning that this machine's clock is not good enough to start scheduled takes; `nil` if it is.
  var clockWarning: String? {
    let quality = WallClock.quality()
    return trustedClocks.contains(quality.source) ? nil : quality.warning
  }
}
