import Assembly
import Boards
import Drawings
import Essentials
import Recorder
import TakeFiles

// All texts of events, in this one place.

extension RecorderEvent {
  /// Creates an event about a change of the hardware's problems.
  package init(_ change: ProblemChanges.Change) {
    switch change {
    case .appeared(let problem): self.init(.hardwareFault, "hardware", "\(problem)", .warning)
    case .gone(let problem):
      self.init(
        .hardwareBack, "hardware", "\(problem.what) (\(problem.place)): works again", .good)
    }
  }

  /// Creates an event of a session on a board.
  package init(_ event: SessionEvent, board: Board) {
    self =
      Self.transport(event, board) ?? Self.device(event) ?? Self.byItself(event)
      ?? Self.surroundings(event)
  }

  /// The texts of events about takes and about buttons and orientation.
  private static func transport(_ event: SessionEvent, _ board: Board) -> Self? {
    switch event {
    case .takeLatched(let which):
      Self(.takeLatched, "latched", board.name(of: which), .minor, fields(which, board))
    case .takeStarted(let which, let pattern):
      Self(
        .takeStarted, "take starts", "\(board.name(of: which)), \(pattern.rawValue)", .recording,
        fields(which, board).merging(["pattern": pattern.rawValue]) { $1 })
    case .patternReplaced(let words): Self(.patternReplaced, "pattern", words, .warning)
    case .takePaused(true): Self(.takePaused, "paused", "", .warning)
    case .takePaused(false): Self(.takeResumed, "resumed", "", .warning)
    case .takeFinished(let take): finished(take)
    case .orientation(let orientation):
      Self(
        .turned, "turned", orientation.rawValue, .notable, ["orientation": orientation.rawValue],
        .orientation(orientation))
    case .route(let route): Self(.selected, "selected", words(route), .notable, fields(route))
    case .refused(let refusal):
      Self(
        .refused, "refused", "\(refusal)", .warning, ["reason": refusal.code], .refusal(refusal))
    case .calledOff:
      Self(.calledOff, "cancelled", "the take that would have continued automatically", .notable)
    case .locked(true): Self(.locked, "locked", "", .notable)
    case .locked(false): Self(.unlocked, "unlocked", "", .notable)
    case .pressWhileLocked:
      Self(
        .refused, "refused", "the buttons are locked", .warning,
        ["reason": RecorderReason.locked.rawValue])
    case .marker(let marker):
      Self(
        .marker, "marker",
        "\(marker.label), at \((Double(marker.frame) / Double(board.capture.rate)).text(digits: 2)) s of the take",
        .notable,
        ["frame": "\(marker.frame)", "kind": marker.kind.rawValue, "label": marker.label])
    case .unusable(let names): unusable(names, board)
    case .diedInTake(let names):
      Self(
        .microphonesDead, "dead", "\(names.joined(separator: ", ")): the take keeps its filters",
        .warning, ["microphones": names.joined(separator: " ")])
    case .recovered(let takes):
      Self(
        .recovered, "recovered", takes.map(words).joined(separator: ", "), .good,
        ["files": "\(takes.count)"])
    default: nil
    }
  }

  /// The texts of events about devices and the subsystems behind them.
  private static func device(_ event: SessionEvent) -> Self? {
    switch event {
    case .armed(let route):
      Self(
        .armed, "armed",
        "\(words(route)); \(route.channels.counted("channel")) at \(route.rate) Hz", .good,
        fields(route))
    case .deviceLent(let borrower):
      Self(
        .deviceLent, "lent", "\(borrower) is using the capture device", .warning, ["to": borrower])
    case .fault(let fault):
      Self(.fault, "fault", "\(fault)", .alarm, ["reason": fault.code], .fault(fault))
    case .channelsRotated(let count):
      Self(
        .channelsRotated, "rotated",
        "channels are rotated by \(count): reopening the device",
        .alarm, ["by": "\(count)"])
    case .doubt(let doubt): Self(.doubt, "doubtful", "\(doubt)", .alarm)
    case .priorityRefused(let thread, let errno):
      Self(
        .priorityRefused, "realtime",
        "the \(thread.rawValue) thread did not get its priority (errno \(errno))", .warning,
        ["thread": thread.rawValue, "errno": "\(errno)"])
    case .ringShortened(let seconds, let wanted):
      Self(
        .ringShortened, "memory",
        "the raw buffer holds \(seconds.text(digits: 0)) s instead of \(wanted.text(digits: 0)) s: "
          + "it can only bridge shorter stalls of the card", .warning,
        ["seconds": seconds.text(digits: 1), "wanted": wanted.text(digits: 1)])
    case .sensor(true):
      Self(.sensorSilent, "sensor", "silent: the last orientation is kept", .warning)
    case .sensor(false): Self(.sensorBack, "sensor", "answers", .notable)
    case .monitorStarted(let grant):
      Self(.headphonesPlay, "headphones", "play at \(grant.rate) Hz", .notable)
    case .monitorFault(let fault):
      Self(.headphonesFault, "headphones", "\(fault)", .warning, [:], .headphones(fault))
    case .programsStarted(let grant):
      Self(.programsPlay, "live", "other programs get the sound at \(grant.rate) Hz", .notable)
    case .programsFault(let fault): Self(.programsFault, "live", "\(fault)", .warning)
    default: nil
    }
  }

  /// The texts of events about takes that begin by themselves, and about the clock that they follow.
  private static func byItself(_ event: SessionEvent) -> Self? {
    switch event {
    case .scheduleStarted(let due):
      Self(
        .scheduleStarted, "schedule",
        "\(due.start.timeText) for \(TakeText.duration(due.seconds))", .notable,
        ["start": due.start.text, "seconds": due.seconds.text(digits: 1)])
    case .scheduleRefused(let due, let refusal):
      Self(
        .scheduleRefused, "schedule", words(due, refusal), .warning,
        ["start": due.start.text, "reason": refusal.code])
    case .scheduleMissed(let count, let last):
      Self(
        .scheduleMissed, "schedule",
        (count.agreeing(
          "a take was over before it could be started; it",
          "\(count) takes were over before they could be started; the last"))
          + " was due at \(last.start.text)",
        .warning, ["takes": "\(count)", "last": last.start.text])
    case .scheduleWaitsForClock:
      Self(
        .scheduleWaits, "schedule",
        "scheduled takes wait for a clock that is set and trusted ([clock] trust)", .warning)
    case .scheduleWithoutSun(let event, let isUp):
      Self(
        .scheduleWithoutSun, "schedule",
        "no \(event.rawValue) today, because the sun stays \(isUp ? "up" : "down"): "
          + "takes that start with that event are skipped",
        .warning)
    case .clock(let quality):
      Self(
        .clock, "clock", quality.warning ?? quality.words, .warning,
        ["source": quality.source.rawValue])
    case .clockSet(let seconds):
      Self(
        .clockSet, "clock",
        "set \(TakeText.duration(abs(seconds))) \(seconds < 0 ? "back" : "forward")", .notable,
        ["by": seconds.text(digits: 1)])
    case .levelReached(let level):
      Self(
        .levelReached, "trigger", "\(level.text(digits: 1)) dBFS", .notable,
        ["level": level.text(digits: 1)])
    case .levelLimited(let most):
      Self(
        .levelLimited, "trigger",
        "the level is high, but \(most.counted("take")) began within an hour: no more begin until it has been quiet",
        .warning)
    default: nil
    }
  }

  /// The texts of events about storage, power and other programs.
  private static func surroundings(_ event: SessionEvent) -> Self {
    switch event {
    case .storageLow(let seconds):
      Self(
        .storageLow, "storage", "room for \(TakeText.duration(seconds)) of recording", .warning,
        ["secondsLeft": seconds.text(digits: 0)])
    case .storageSlow(let seconds):
      Self(
        .storageSlow, "storage", "slow: \(seconds.text(digits: 1)) s behind", .warning,
        ["seconds": seconds.text(digits: 1)])
    case .mirror(.ready, let folder, _), .mirror(.writing, let folder, _):
      Self(.mirrorReady, "mirror", "\(folder): takes are also written to it", .good)
    case .mirror(.away, let folder, let reason):
      Self(
        .mirrorAway, "mirror",
        "\(folder) cannot be written to, so takes are on one medium only: \(reason)",
        .warning, ["folder": folder])
    case .mirror(.lost, let folder, let reason):
      Self(
        .mirrorLost, "mirror", "\(folder) was lost, and the take continues without it: \(reason)",
        .warning, ["folder": folder])
    case .mainLost(let reason):
      Self(
        .mainLost, "storage", "lost; the take continues, but only on the mirror: \(reason)", .alarm)
    case .sleep(let news): sleep(news)
    case .power(true):
      Self(
        .powerFailing, "power fails",
        "takes are closed, and no take starts until the power is back",
        .alarm)
    case .power(false): Self(.powerBack, "power", "is back", .good)
    case .battery(.low(let charge)):
      Self(.batteryLow, "battery", "low: \(charge.words)", .warning)
    case .battery(.empty(let charge)):
      Self(
        .batteryEmpty, "battery",
        "empty: \(charge.words); takes are closed, and no take starts", .alarm)
    case .battery(.good(let charge)): Self(.batteryGood, "battery", charge.words, .good)
    case .battery(.silent):
      Self(.batterySilent, "battery", "its gauge no longer answers", .warning)
    // The text is made printable, because it comes from another program.
    case .copy(.asked): Self(.copyAsked, "copy", "requested", .minor)
    case .copy(.started): Self(.copyStarted, "copying", "takes to the other medium", .notable)
    case .copy(.finished(let words)): Self(.copyFinished, "copied", words.printable, .good)
    case .copy(.failed(let words)): Self(.copyFailed, "copy failed", words.printable, .warning)
    case .wifi(.asked): Self(.wifiAsked, "Wi-Fi", "requested", .minor)
    case .wifi(.started): Self(.wifiStarted, "Wi-Fi", "is being opened or closed", .notable)
    case .wifi(.finished(let words)): Self(.wifiFinished, "Wi-Fi", words.printable, .good)
    case .wifi(.failed(let words)):
      Self(.wifiFailed, "Wi-Fi failed", words.printable, .warning)
    case .notice(let sentence): Self(.notice, "system", sentence, .alarm)
    default: Self(.notice, "event", "\(event)", .minor)
    }
  }
}

// Parts of the texts and fields.

extension RecorderEvent {
  private static func sleep(_ news: SleepNews) -> Self {
    switch news {
    case .asleep(let date):
      Self(
        .asleep, "asleep", "until \(date.text): the device is closed; a press wakes the recorder",
        .minor,
        ["until": date.text])
    case .poweringOff(let date):
      Self(
        .poweringOff, "power off", "requested, with an alarm for \(date.text)", .notable,
        ["until": date.text])
    case .failed(let words):
      Self(.powerOffFailed, "power off failed", words.printable, .warning)
    }
  }

  private static func fields(_ which: Board.Case, _ board: Board) -> [String: String?] {
    [
      "dataSource": board.dataSources[which.dataSource].name,
      "orientation": which.orientation?.rawValue,
    ]
  }

  private static func fields(_ route: Route) -> [String: String?] {
    [
      "dataSource": route.dataSource, "pattern": route.pattern.rawValue,
      "orientation": route.orientation?.rawValue,
    ]
  }

  private static func words(_ route: Route) -> String {
    ([route.dataSource, route.pattern.rawValue] + (route.orientation.map { [$0.rawValue] } ?? []))
      .joined(separator: ", ")
  }

  private static func words(_ due: Schedule.Due, _ refusal: SessionRefusal) -> String {
    let time = due.start.timeText
    if refusal == .restMissed { return "the take of \(time) stays incomplete: \(refusal)" }
    return refusal.endsSchedule
      ? "no take at \(time): \(refusal)"
      : "the take of \(time) can still start until its end, and then while memory holds its sound: "
        + "\(refusal)"
  }

  private static func unusable(_ names: [String], _ board: Board) -> Self {
    if names.isEmpty {
      return Self(.microphonesBack, "microphones", "all have a signal again", .good)
    }
    let left = board.microphones.count - names.count
    let consequence =
      left < 2 ? "only one microphone is left, so takes are mono" : "left out of takes"
    return Self(
      .microphonesDead, "dead", "\(names.joined(separator: ", ")): \(consequence)", .warning,
      ["microphones": names.joined(separator: " ")])
  }

  private static func finished(_ take: TakeResult) -> Self {
    var parts = ["\(take.seconds.text(digits: 2)) s"]
    let before = min(take.preRollFrames, take.frames)
    if before > 0 {
      let seconds = Double(before) / Double(take.plan.grant.rate)
      parts.append("\(seconds.text(digits: 1)) s of it pre-roll")
    }
    if !take.rawFiles.isEmpty { parts.append("raw kept") }
    let (count, frames) = (take.gapTotals.count, take.gapTotals.frames)
    if count > 0 {
      parts.append("\(count.counted("gap")) with \(frames.counted("frame")) in all")
    }
    if take.limitedFrames > 0 { parts.append("limiter \(take.limitedFrames.counted("frame"))") }
    if take.clippedSamples > 0 {
      parts.append("\(take.clippedSamples.counted("sample")) clipped")
    }
    if take.end != .stopped { parts.append(take.end.words) }
    // When the card is gone, the files on it are unfinished; they are recovered when the card is back.
    let names = take.files.map(TakeName.fileName)
    let words = names.isEmpty ? "no finished file" : names.joined(separator: ", ")
    return Self(
      .takeFinished, "take done", "\(words)  (\(parts.joined(separator: "; ")))", .good,
      [
        "file": names.first, "seconds": take.seconds.text(digits: 3), "frames": "\(take.frames)",
        "end": take.end.words, "gapCount": "\(count)",
      ], .take(take))
  }

  private static func words(_ take: RecoveredTake) -> String {
    let kept = TakeName.fileName(of: take.path)
    return switch take.outcome {
    case .recovered, .mended: "\(kept) (\(take.seconds.text(digits: 2)) s)"
    case .intact: "\(kept) (nothing to do)"
    case .setAside: "\(kept) (no audio had reached the card; kept as it is)"
    case .busy: "\(kept) (another program is writing it)"
    case .failed(let error): "\(kept) (not recovered: \(error))"
    }
  }
}
