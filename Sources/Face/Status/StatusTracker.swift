import Beamforming
import Boards
import Essentials
import Glibc
import LinuxBoard
import Realtime
import Recorder
import TakeFiles

/// Keeps the facts that a recorder reports to clients of its control socket: those that a snapshot contains, and those
/// that depend on the past.
///
/// - Thread: control.
package struct StatusTracker {
  /// The facts that the session itself does not know.
  package struct Circumstances {
    /// Hardware that cannot be used.
    package var problems: [HardwareProblem] = []
    /// The work being done in the background.
    package var work: String?
    /// The program or browser that asks a person to let it in.
    package var asker: String?
    /// The world of a simulated board.
    package var simulation: RecorderStatus.Simulation?

    /// Circumstances without problems or work.
    package init() {}
  }

  /// The number of events that are remembered.
  private static let memory = 8
  /// The time in seconds for which a clip stays visible.
  private static let clipSeconds = 2.0

  private let board: Board
  private let version: String
  private let startedAt: Double
  private var state = RecorderStatus.State.idle
  private var stateSince: Double
  private var events: [RecorderEvent] = []
  private var markerCount = 0
  private var marks = MeterMarks()
  private var lookedAt = -Double.infinity
  private var channelClips = ClipFlags()
  private var earClips = ClipFlags()
  private var refusedPriorities: [String] = []
  private var isSlow = false
  private var awaited = AwaitedTake()

  /// Creates a tracker that starts now.
  package init(board: Board, version: String, now: Double) {
    self.board = board
    self.version = version
    (startedAt, stateSince) = (now, now)
  }

  // MARK: - What happens

  /// Notes events, and the time at which the present activity began.
  ///
  /// - Returns: the events with their times.
  @discardableResult
  package mutating func note(
    _ news: [RecorderEvent], _ session: Session, _ now: Double
  ) -> [RecorderEvent] {
    let time = Self.rounded(session.time(now).epochSeconds)
    let dated = news.map { event in
      var event = event
      event.time = time
      return event
    }
    for event in dated {
      switch event.kind {
      // In a take, left and right have meters of their own.
      case .takeStarted: (markerCount, isSlow, earClips) = (0, false, ClipFlags())
      case .marker where event.fields["kind"] == TakeMarker.Kind.button.rawValue: markerCount += 1
      case .storageSlow: isSlow = true
      case .takeFinished: (isSlow, earClips) = (false, ClipFlags())
      case .priorityRefused: refusedPriorities.append(event.details)
      default: break
      }
    }
    if !dated.isEmpty { events = (events + dated).suffix(Self.memory) }
    awaited.look(session, news.isEmpty, now)
    let present = RecorderStatus.State(session.state)
    if present != state { (state, stateSince) = (present, now) }
    return dated
  }

  /// Forgets the clips noted so far.
  package mutating func clearClips() { (channelClips, earClips) = (ClipFlags(), ClipFlags()) }

  /// Reads the meters, to hold peaks and to show clips for a while.
  package mutating func look(_ session: Session, _ now: Double) {
    let snapshot = session.snapshot(now)
    if now - lookedAt > Self.clipSeconds {
      (marks, channelClips, earClips) = (MeterMarks(), ClipFlags(), ClipFlags())
    }
    channelClips.look(snapshot.channels, now)
    earClips.look(snapshot.ears, now)
    lookedAt = now
    marks.update(snapshot, at: now)
  }

  /// The times at which the meters last clipped.
  private struct ClipFlags {
    private var counts: [UInt32] = []
    private var clippedAt: [Double] = []

    /// Notes which meters have clipped; after a change of device or filters, it starts afresh.
    mutating func look(_ readings: [MeterReading], _ now: Double) {
      let news = readings.map(\.clippedSamples)
      if news.count != counts.count { clippedAt = news.map { _ in -.infinity } }
      for (index, pair) in zip(counts, news).enumerated() where pair.0 != pair.1 {
        if news.count == counts.count { clippedAt[index] = now }
      }
      counts = news
    }

    func isClipped(_ index: Int, _ now: Double) -> Bool {
      index < clippedAt.count && now - clippedAt[index] <= StatusTracker.clipSeconds
    }
  }

  // MARK: - The status

  /// The present state, for clients.
  package func status(
    _ session: Session, _ now: Double, _ circumstances: Circumstances
  ) -> RecorderStatus {
    let snapshot = session.snapshot(now)
    let time = session.time(now)
    var status = RecorderStatus(version: version, board: board.id, boardName: board.name)
    let unit = session.configuration.unit
    (status.name, status.serial) = (unit.name, unit.serial)
    status.state = state
    status.details = Self.details(snapshot)
    if case .faulted(let fault) = snapshot.state { status.faultCode = fault.code }
    if snapshot.state == .armed { status.details = awaited.words }
    status.stateSeconds = Self.rounded(now - stateSince)
    status.uptimeSeconds = Self.rounded(now - startedAt)
    status.time = Self.rounded(time.epochSeconds)
    status.isClockSet = time.isSet
    status.clockSource = snapshot.clock?.source.rawValue
    status.utcOffsetSeconds = time.utcOffsetSeconds
    fill(&status, choicesOf: snapshot)
    fill(&status, levelsOf: snapshot, now)
    fill(&status, storageOf: snapshot)
    status.folder = session.configuration.makesTakes ? session.configuration.directory : ""
    status.sourcePresses = session.sourcePresses
    status.hasSourceButton = board.buttons[.source] != nil
    status.take = takeStatus(snapshot, name: session.takeName)
    if status.take != nil { status.isTakeLatched = true }
    status.work = circumstances.work
    status.simulation = circumstances.simulation
    if let asker = circumstances.asker { status.warn(.asked, "\(asker) asks to be let in") }
    warn(&status, snapshot)
    for problem in circumstances.problems { status.warn(.hardware, "\(problem)") }
    status.events = events
    return status
  }

  private func fill(_ status: inout RecorderStatus, choicesOf snapshot: SessionSnapshot) {
    status.device = board.capture.device
    status.dataSource = snapshot.actual.dataSource
    status.pattern = snapshot.actual.pattern.rawValue
    status.preferredPattern = snapshot.preferred.pattern.rawValue
    status.orientation = snapshot.which.orientation?.rawValue
    status.preferredOrientation = snapshot.preferred.orientation?.rawValue
    if snapshot.actual.pattern.hasSides, let layout = board.layout(snapshot.which) {
      status.sides = .init(left: layout.leftEdge.rawValue, right: layout.rightEdge.rawValue)
    }
    status.dataSources = board.dataSources.map {
      .init(name: $0.name, patterns: $0.patterns.map(\.rawValue))
    }
    status.isTakeLatched = snapshot.isTakeLatched
    status.isLocked = snapshot.isLocked
  }

  private func fill(
    _ status: inout RecorderStatus, levelsOf snapshot: SessionSnapshot, _ now: Double
  ) {
    let names = Self.earNames(snapshot.actual.pattern)
    status.ears = zip(names, snapshot.ears.indices).map { name, index in
      var level = RecorderStatus.Level(
        snapshot.ears[index], index < marks.ears.count ? marks.ears[index] : nil, name: name)
      level.isClipped = earClips.isClipped(index, now)
      return level
    }
    status.channels = snapshot.channels.indices.map { channel in
      let hold = channel < marks.channels.count ? marks.channels[channel] : nil
      let name = board.microphones.first { $0.channel == channel }?.name
      var level = RecorderStatus.Level(snapshot.channels[channel], hold, name: name)
      level.isClipped = channelClips.isClipped(channel, now)
      level.isDead = name.map(snapshot.unusable.contains) ?? false
      return level
    }
    status.soundLevel = snapshot.soundLevel.map {
      .init(
        unweighted: Self.rounded($0.unweighted), aWeighted: Self.rounded($0.aWeighted))
    }
    status.rate = snapshot.actual.rate
    status.capture = snapshot.grant.map {
      .init(
        rate: $0.rate, channelCount: $0.channels, format: $0.format.rawValue, period: $0.period)
    }
    status.headphonesRate = snapshot.playback?.rate
    status.programsRate = snapshot.programs?.rate
  }

  /// The names of left and right, of the single channel of a mono pattern, or of the audible channels of ambisonics.
  package static func earNames(_ pattern: PolarPattern) -> [String] {
    if pattern == .ambix { return Ambisonics.channels.filter { $0 != "Z" } }
    return pattern.hasLeftAndRight ? ["L", "R"] : ["M"]
  }

  private func fill(_ status: inout RecorderStatus, storageOf snapshot: SessionSnapshot) {
    status.preRollSeconds = Self.rounded(snapshot.preRollSeconds)
    status.preRollSecondsWanted = snapshot.preRollSecondsWanted
    let form = snapshot.form
    status.format =
      form.kind == .wav ? "\(form.kind.rawValue) \(form.samples.rawValue)" : form.kind.rawValue
    status.besides = form.contents.dropFirst().map(\.rawValue)
    (status.lowCut, status.inputGain) = (form.lowCutHertz, snapshot.inputGain)
    status.canSetGain = !board.capture.gainControls.isEmpty
    status.freeBytes = snapshot.storage?.freeBytes
    status.secondsLeft = snapshot.storage.map { max(0, $0.secondsLeft.rounded(.down)) }
    status.mirror = snapshot.mirror.map {
      .init(folder: $0.folder, state: $0.state.rawValue, freeBytes: $0.freeBytes)
    }
    status.asleepUntil = snapshot.asleepUntil?.text
    status.battery = snapshot.battery.map {
      .init(state: $0.state.rawValue, percent: $0.percent, isLow: snapshot.isBatteryLow)
    }
    (status.gapCount, status.gapFrames) = (snapshot.gapCount, snapshot.gapFrames)
    status.ringFill = Self.rounded(snapshot.ringFill)
    status.ringSeconds = Self.rounded(snapshot.ringSeconds)
    status.ringSecondsWanted = Self.rounded(snapshot.ringWanted)
  }

  private func takeStatus(_ snapshot: SessionSnapshot, name: String?) -> RecorderStatus.Take? {
    let progress: TakeProgress
    switch snapshot.state {
    case .recording(let take), .paused(let take): progress = take
    default: return nil
    }
    return .init(
      name: name, number: name.flatMap { TakeName(fileName: $0 + ".wav")?.number },
      seconds: Self.rounded(Double(progress.frames) / Double(max(1, snapshot.actual.rate))),
      isConfirmed: progress.isConfirmed, unsyncedSeconds: Self.rounded(snapshot.unsyncedSeconds),
      markerCount: markerCount)
  }

  private func warn(_ status: inout RecorderStatus, _ snapshot: SessionSnapshot) {
    if !snapshot.unusable.isEmpty {
      status.warn(
        .microphonesDead,
        "\(snapshot.unusable.joined(separator: ", ")): no signal; left out of takes")
    }
    if snapshot.isSensorSilent {
      status.warn(
        .sensorSilent, "the accelerometer does not answer: the last orientation is kept")
    }
    for doubt in snapshot.doubts { status.warn(.doubt, doubt) }
    if let left = snapshot.storage?.secondsLeft, left < SessionStorage.lowSeconds {
      status.warn(
        .storageLow, "the storage has room for \(TakeText.duration(max(0, left))) of recording")
    }
    if let mirror = snapshot.mirror, mirror.state == .away || mirror.state == .lost {
      let words = mirror.state == .lost ? "was lost in this take" : "cannot be written to"
      status.warn(
        .mirrorAway, "the mirror \(mirror.folder) \(words): takes are on one medium only")
    }
    if snapshot.isBatteryLow, let battery = snapshot.battery {
      status.warn(.batteryLow, "the battery is low: \(battery.words)")
    }
    if snapshot.isMainLost {
      status.warn(
        .mainLost, "the medium for takes is lost or full: this take is on the mirror only")
    } else if isSlow {
      status.warn(
        .storageSlow, "the storage is slow: a power cut can cost more than a second")
    }
    if snapshot.gapCount > 0 {
      status.warn(
        .gaps, "\(snapshot.gapCount.counted("gap")) since the device was opened")
    }
    if snapshot.ringWanted > snapshot.ringSeconds {
      status.warn(
        .littleMemory,
        "not enough memory: the buffer can only bridge shorter stalls of the card than requested")
    }
    let unset = status.isClockSet ? nil : ClockQuality(.unset).warning
    if let words = snapshot.clock?.warning ?? unset {
      status.warn(.clock, words + (snapshot.isScheduleWaiting ? "; the schedule waits" : ""))
    }
    for words in refusedPriorities { status.warn(.noPriority, words) }
  }

  private static func details(_ snapshot: SessionSnapshot) -> String {
    switch snapshot.state {
    case .faulted(let fault): "\(fault)"
    case .lent(let borrower): "\(borrower) is using the capture device"
    case .idle: snapshot.asleepUntil.map { "asleep until \($0.text)" } ?? ""
    default: ""
    }
  }

  /// The value rounded to two decimals, which match the precision of a meter and keep messages short.
  fileprivate static func rounded(_ value: Double) -> Double {
    // Adding zero turns a negative zero into zero.
    (value * 100).rounded() / 100 + 0
  }
}

extension RecorderStatus.State {
  /// The activity of a session.
  init(_ state: SessionState) {
    self =
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
}

extension RecorderStatus {
  /// The level, in decibels, that stands for digital silence.
  package static let silence = -144.0
}

extension RecorderStatus.Level {
  /// The level from a reading, together with the peak that is held for it.
  init(_ reading: MeterReading, _ hold: MeterHold?, name: String?) {
    func decibels(_ magnitude: Float) -> Double {
      guard magnitude > 0 else { return RecorderStatus.silence }
      return max(RecorderStatus.silence, StatusTracker.rounded(20 * log10(Double(magnitude))))
    }
    let rms = Double.decibels(meanSquare: Double(reading.meanSquare))
    // The mean falls more slowly than the peak, and a peak is held from the first reading on.
    let (peak, held) = (decibels(reading.peak), decibels(hold?.peak ?? reading.peak))
    self.init(
      name: name, rms: max(RecorderStatus.silence, min(StatusTracker.rounded(rms), held)),
      peak: peak, held: held, isClipped: false, isDead: false)
  }
}
