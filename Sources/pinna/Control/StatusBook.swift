import Boards
import Face
import LinuxBoard
import Realtime
import Recorder
import TakeFiles

/// The facts of a recorder for clients of its control socket: what a snapshot has, and what only its past tells.
///
/// - Thread: control.
struct StatusBook {
  /// The facts that the session does not know.
  struct Circumstances {
    /// Hardware that cannot be used.
    var problems: [HardwareProblem] = []
    /// Work in the background.
    var work: String?
    /// The time of day.
    var time = WallTime(epochSeconds: 0)
  }

  /// Events that are remembered.
  private static let memory = 8
  /// Seconds for which a clip is shown.
  private static let clipSeconds = 2.0

  private let board: Board
  private let version: String
  private let startedAt: Double
  private let words: SessionLog
  private var state = RecorderStatus.State.idle
  private var stateSince: Double
  private var events: [RecorderStatus.Event] = []
  private var markers = 0
  private var marks = MeterMarks()
  private var lookedAt = -Double.infinity
  private var channelClips = ClipFlags()
  private var earClips = ClipFlags()
  private var refusedPriorities: [String] = []
  private var isSlow = false
  private var awaited = AwaitedTake()

  /// A book that begins now.
  init(board: Board, version: String, console: Console, now: Double) {
    self.board = board
    self.version = version
    (startedAt, stateSince) = (now, now)
    words = SessionLog(board: board, console: console)
  }

  // MARK: - What happens

  /// Notes events, and since when the recorder does what it does.
  mutating func note(_ news: [SessionEvent], _ session: Session, _ now: Double) {
    for event in news {
      switch event {
      // Left and right have meters of their own in a take.
      case .takeStarted: (markers, isSlow, earClips) = (0, false, ClipFlags())
      case .marker(let marker) where marker.kind == .button: markers += 1
      case .storageSlow: isSlow = true
      case .takeFinished: (isSlow, earClips) = (false, ClipFlags())
      case .priorityRefused: refusedPriorities.append(words.words(event).1)
      default: break
      }
      let (title, details, _) = words.words(event)
      events.append(
        .init(
          time: Self.rounded(session.time(now).epochSeconds), title: title, details: details))
    }
    events = events.suffix(Self.memory)
    awaited.look(session, news.isEmpty, now)
    let present = Self.state(session.state)
    if present != state { (state, stateSince) = (present, now) }
  }

  /// Looks at the meters, for peaks that are held and clips that are shown for a while.
  mutating func look(_ session: Session, _ now: Double) {
    let snapshot = session.snapshot(now)
    if now - lookedAt > Self.clipSeconds {
      (marks, channelClips, earClips) = (MeterMarks(), ClipFlags(), ClipFlags())
    }
    channelClips.look(snapshot.channels, now)
    earClips.look(snapshot.ears, now)
    lookedAt = now
    marks.update(snapshot, at: now)
  }

  /// The times at which meters clipped last.
  private struct ClipFlags {
    private var counts: [UInt32] = []
    private var clippedAt: [Double] = []

    /// Takes in the present readings; those of another device, or of other filters, begin anew.
    mutating func look(_ readings: [MeterReading], _ now: Double) {
      let news = readings.map(\.clippedSamples)
      if news.count != counts.count { clippedAt = news.map { _ in -.infinity } }
      for (index, pair) in zip(counts, news).enumerated() where pair.0 != pair.1 {
        if news.count == counts.count { clippedAt[index] = now }
      }
      counts = news
    }

    func isClipped(_ index: Int, _ now: Double) -> Bool {
      index < clippedAt.count && now - clippedAt[index] <= StatusBook.clipSeconds
    }
  }

  // MARK: - What is told

  /// The state for clients.
  func status(
    _ session: Session, _ now: Double, _ circumstances: Circumstances
  ) -> RecorderStatus {
    let snapshot = session.snapshot(now)
    var status = RecorderStatus(version: version, board: board.id, boardName: board.name)
    status.state = state
    status.details = Self.details(snapshot.state)
    if snapshot.state == .armed { status.details = awaited.words }
    status.stateSeconds = Self.rounded(now - stateSince)
    status.uptimeSeconds = Self.rounded(now - startedAt)
    status.time = Self.rounded(circumstances.time.epochSeconds)
    status.isClockSet = circumstances.time.isSet
    status.clock = snapshot.clock?.source.rawValue
    status.utcOffsetSeconds = circumstances.time.utcOffsetSeconds
    fill(&status, choicesOf: snapshot)
    fill(&status, levelsOf: snapshot, now)
    fill(&status, storageOf: snapshot)
    status.folder = session.configuration.directory
    status.sourcePresses = session.sourcePresses
    status.take = take(snapshot, name: session.takeName)
    status.work = circumstances.work
    status.warnings = warnings(snapshot, circumstances)
    status.events = events
    return status
  }

  private func fill(_ status: inout RecorderStatus, choicesOf snapshot: SessionSnapshot) {
    status.device = board.capture.device
    status.dataSource = snapshot.actual.dataSource
    status.pattern = snapshot.actual.pattern.rawValue
    status.preferredPattern = snapshot.preferred.pattern.rawValue
    status.orientation = snapshot.which.orientation?.rawValue
    if snapshot.actual.pattern.hasSides, let layout = board.layout(snapshot.which) {
      status.sides = .init(left: layout.leftEdge.rawValue, right: layout.rightEdge.rawValue)
    }
    status.sources = board.dataSources.map {
      .init(name: $0.name, patterns: $0.patterns.map(\.rawValue))
    }
    status.isTakeLatched = snapshot.isTakeLatched
    status.isLocked = snapshot.isLocked
  }

  private func fill(
    _ status: inout RecorderStatus, levelsOf snapshot: SessionSnapshot, _ now: Double
  ) {
    let names = ViewContent(snapshot: snapshot).earNames
    status.ears = zip(names, snapshot.ears.indices).map { name, index in
      var level = level(
        snapshot.ears[index], index < marks.ears.count ? marks.ears[index] : nil, name)
      level.isClipped = earClips.isClipped(index, now)
      return level
    }
    status.channels = snapshot.channels.indices.map { channel in
      let hold = channel < marks.channels.count ? marks.channels[channel] : nil
      let name = board.microphones.first { $0.channel == channel }?.name
      var level = level(snapshot.channels[channel], hold, name)
      level.isClipped = channelClips.isClipped(channel, now)
      level.isDead = name.map(snapshot.unusable.contains) ?? false
      return level
    }
    status.rate = snapshot.actual.rate
  }

  private func level(
    _ reading: MeterReading, _ hold: MeterHold?, _ name: String?
  ) -> RecorderStatus.Level {
    let level = MeterLevel(reading, hold)
    return .init(
      name: name, rms: Self.rounded(level.rms), peak: Self.rounded(level.peak),
      held: Self.rounded(level.held), isClipped: false, isDead: false)
  }

  private func fill(_ status: inout RecorderStatus, storageOf snapshot: SessionSnapshot) {
    status.preRollSeconds = Self.rounded(snapshot.preRollSeconds)
    status.preRollWanted = snapshot.preRollWanted
    status.freeBytes = snapshot.storage?.freeBytes
    status.secondsLeft = snapshot.storage.map { max(0, $0.secondsLeft.rounded(.down)) }
    status.battery = snapshot.battery.map {
      .init(state: $0.state.rawValue, percent: $0.percent, isLow: snapshot.isBatteryLow)
    }
    (status.gaps, status.gapFrames) = (snapshot.gapCount, snapshot.gapFrames)
    status.ringFill = Self.rounded(snapshot.ringFill)
    status.ringSeconds = Self.rounded(snapshot.ringSeconds)
    status.ringSecondsWanted = Self.rounded(snapshot.ringWanted)
  }

  private func take(_ snapshot: SessionSnapshot, name: String?) -> RecorderStatus.Take? {
    let progress: TakeProgress
    switch snapshot.state {
    case .recording(let take), .paused(let take): progress = take
    default: return nil
    }
    return .init(
      name: name, number: name.flatMap { TakeName(fileName: $0 + ".wav")?.number },
      seconds: Self.rounded(Double(progress.frames) / Double(max(1, snapshot.actual.rate))),
      isConfirmed: progress.isConfirmed, unsyncedSeconds: Self.rounded(snapshot.unsyncedSeconds),
      markers: markers)
  }

  private func warnings(
    _ snapshot: SessionSnapshot, _ circumstances: Circumstances
  ) -> [String] {
    var warnings: [String] = []
    if !snapshot.unusable.isEmpty {
      warnings.append(
        "\(snapshot.unusable.joined(separator: ", ")): no signal; takes are made without")
    }
    if snapshot.isSensorSilent {
      warnings.append("the accelerometer does not answer: the last orientation is kept")
    }
    warnings += snapshot.doubts
    if let left = snapshot.storage?.secondsLeft, left < StorageDesk.lowSeconds {
      warnings.append("the storage has room for \(SessionLog.length(max(0, left))) of a take")
    }
    if snapshot.isBatteryLow, let battery = snapshot.battery {
      warnings.append("the battery is low: \(battery.words)")
    }
    if isSlow { warnings.append("the storage is slow: a power cut may lose more than a second") }
    if snapshot.gapCount > 0 {
      warnings.append("\(TakeText.count(snapshot.gapCount, "gap")) since the device was opened")
    }
    if snapshot.ringWanted > snapshot.ringSeconds {
      warnings.append("little memory: a card may stall for less long than is wanted")
    }
    let unset = circumstances.time.isSet ? nil : ClockQuality(.unset).warning
    if let words = snapshot.clock?.warning ?? unset {
      warnings.append(words + (snapshot.isScheduleWaiting ? "; the schedule waits" : ""))
    }
    warnings += refusedPriorities
    return warnings + circumstances.problems.map { "\($0)" }
  }

  private static func state(_ state: SessionState) -> RecorderStatus.State {
    switch state {
    case .idle: .idle
    case .armed: .armed
    case .recording: .recording
    case .paused: .paused
    case .finishing: .finishing
    case .lent: .lent
    case .faulted: .faulted
    }
  }

  private static func details(_ state: SessionState) -> String {
    switch state {
    case .faulted(let fault): "\(fault)"
    case .lent(let borrower): "\(borrower) has the capture device"
    default: ""
    }
  }

  /// Two digits match the precision of a meter, and keep messages short.
  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
