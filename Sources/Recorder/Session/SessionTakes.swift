import Beamforming
import Boards
import Realtime
import TakeFiles

/// The take in progress, and the takes whose files are being closed.
///
/// - Thread: control.
final class SessionTakes {
  /// The take in progress; `nil` if there is none.
  private(set) var take: Take?
  /// Takes whose files are being closed.
  private(set) var finishing: [Take] = []
  /// The number of frames of all takes that have ended.
  private var endedFrames = 0
  private let configuration: SessionConfiguration
  private let filters: FilterStore
  private var identities: TakeIdentities

  /// Starts without any takes.
  init(_ configuration: SessionConfiguration, filters: FilterStore) {
    self.configuration = configuration
    self.filters = filters
    identities = TakeIdentities(seed: configuration.identitySeed)
  }

  /// Starts a take with the filters that are available at this instant.
  ///
  /// - Parameters:
  ///   - latched: the choices at the instant of the press. If the press came before the device was opened, it counts as
  ///     made at the first frame.
  ///   - earliest: the earliest place on the time line at which the take may start.
  ///   - preRollSeconds: the longest pre-roll that the take may have.
  ///   - storage: the storage of the take's files.
  ///   - mirror: the second medium to which the take is also written; `nil` for none.
  ///   - time: the time of day at the press.
  ///   - clock: the quality of the clock that gave this time; `nil` if unknown.
  ///   - battery: the charge of the battery; `nil` if unknown.
  ///   - site: the place of the recorder; `nil` if unknown.
  /// - Throws: ``SessionRefusal`` if the kind of file cannot hold the audio of the device, if there are no filters, if
  ///   the ring or the system has no room for another take, or if a take is running.
  func start(
    _ latched: LatchedTake, _ capture: CaptureRunner, earliest: Int, preRollSeconds: Double,
    storage: any StoragePort,
    mirror: TakeMirror.Place? = nil, time: WallTime, clock: ClockQuality? = nil,
    battery: BatteryCharge? = nil,
    at site: Place? = nil, unusable: Set<Int>, reason: String?
  ) throws(SessionRefusal) -> Take {
    guard take == nil else { throw .takeRuns }
    var latched = latched
    latched.place = max(latched.place, capture.start)
    let audio = AudioFormat(
      rate: capture.grant.rate, channels: max(2, latched.pattern.channels),
      samples: configuration.form.samples)
    if let refusal = configuration.form.kind.refusal(for: audio) {
      throw .format(refusal.description)
    }
    let started: Take
    do throws(SessionFault) {
      var plan = try plan(
        latched, capture.grant, earliest, preRollSeconds: preRollSeconds, time, unusable)
      plan.reason = reason
      plan.clock = time.isSet ? clock : clock.map { _ in ClockQuality(.unset) }
      plan.battery = battery
      plan.place = site
      plan.unit = configuration.unit
      started = try Take(
        plan: plan, pressedAt: latched.place, capture: capture, storage: storage,
        after: finishing.last, mirror: mirror, priority: configuration.renderPriority)
    } catch {
      throw .fault(error)
    }
    if latched.isOrientationOpen { started.journal.noteAssumed(latched.which.orientation) }
    take = started
    return started
  }

  private func plan(
    _ latched: LatchedTake, _ grant: CaptureGrant, _ earliest: Int, preRollSeconds: Double,
    _ time: WallTime, _ unusable: Set<Int>
  ) throws(SessionFault) -> TakePlan {
    let design: Design
    do throws(FilterStoreError) {
      // The filters of a take stay the same to the end of the take, whatever is designed meanwhile.
      design =
        configuration.waitsForFilters
        ? try filters.design(latched.which, pattern: latched.pattern, unusable: unusable)
        : try filters.ready(latched.which, pattern: latched.pattern, unusable: unusable)
    } catch {
      throw .filters(error)
    }
    var form = configuration.form
    form.lowCutHertz = latched.lowCutHertz
    form.preRollSeconds = min(
      preRollSeconds, Double(max(0, latched.place - earliest)) / Double(grant.rate))
    var plan = TakePlan(
      board: configuration.board, design: design, grant: grant,
      directory: configuration.directory, form: form, time: time)
    plan.uid = identities.next()
    return plan
  }

  /// Ends the take now, or at a place of the time line, and returns it; it is concluded when its files are closed.
  ///
  /// If a rotation of the channels began a moment ago, the take ends before it. The device notes where the take really
  /// ends, so that the next automatic take begins no earlier. If the card failed, that is noted only once it is known
  /// how much of the take the card has. Nothing is noted if the take makes way for a scheduled one, so that the latter
  /// is complete.
  func end(at place: Int?, _ end: TakeEnd, _ device: SessionDevice) -> Take? {
    guard let take else { return nil }
    if let lost = device.earlyLoss, take.extent > lost {
      take.journal.note(.orderUnknown, at: lost)
    }
    if let rotation = device.earlyRotation, rotation.place < place ?? .max {
      // If all frames of the take come after the rotation, keep them all the same, with a note that the channels may be
      // rotated.
      let isAll = take.frames(at: rotation.place) == 0
      if isAll || take.extent > rotation.place { take.journal.noteRotation(by: rotation.count) }
      take.finish(
        at: isAll ? place : rotation.place, end: isAll ? end : .channelsRotated(by: rotation.count))
    } else {
      take.finish(at: place, end: end)
    }
    if !take.hasFailed, end != .madeWay { device.noteTaken(to: take.extent, in: take.ring) }
    endedFrames += take.frames(at: .max)
    finishing.append(take)
    self.take = nil
    return take
  }

  /// Returns the errors of the storage that ended takes; each is returned once.
  func newFailures() -> [TakeFileError] { finishing.compactMap { $0.newFailure() } }

  /// Returns the takes whose files are closed by now; each is returned once.
  func collect() -> [Take] {
    // Look at each take only once, because a take may be finished between two looks.
    let done = finishing.filter(\.isDone)
    finishing.removeAll { take in done.contains { $0 === take } }
    return done
  }

  /// Returns all takes that are being finished, so that the caller can wait for them.
  func collectAll() -> [Take] {
    defer { finishing = [] }
    return finishing
  }

  /// True while a take whose storage failed is being finished; a new take would fail as well.
  var isFailing: Bool { finishing.contains(where: \.hasFailed) }

  /// True if no take is being finished.
  var isEverythingClosed: Bool { finishing.isEmpty }

  /// Returns the number of captured frames of the take that the storage does not have yet; 0 if no take is running or
  /// its storage failed.
  func unwrittenFrames(at place: Int) -> Int { take?.owedFrames(at: place) ?? 0 }

  /// Returns the number of frames of all takes so far, up to a place of the time line.
  func framesOfAll(at place: Int) -> Int { endedFrames + (take?.frames(at: place) ?? 0) }

  /// Returns the number of frames that wait for the storage, from all takes including those being finished.
  func unwrittenFramesOfAll(at place: Int) -> Int {
    finishing.reduce(unwrittenFrames(at: place)) { $0 + $1.owedFrames(at: $1.extent) }
  }
}

extension Take {
  /// Returns the number of frames before a place that the storage does not have yet; 0 if the storage failed.
  func owedFrames(at place: Int) -> Int { hasFailed ? 0 : max(0, unwrittenFrames(at: place)) }

  /// Notes that sound is missing from a place of the time line, where the take that this one continues ends, to the
  /// start of this one.
  func noteMissing(since place: Int) {
    journal.noteMissing(seconds: Double(start - place) / Double(plan.grant.rate))
  }

  /// Notes that the board has been held another way since shortly before a place of the time line.
  func turned(to orientation: InputOrientation, secondsAgo seconds: Double, at place: Int) {
    journal.turned(to: orientation, at: place - Int(seconds * Double(plan.grant.rate)))
  }

  /// The facts about the take that the state machine needs, at its start.
  var asStarted: OngoingTake {
    OngoingTake(
      uid: plan.uid, dataSource: plan.design.which.dataSource,
      pattern: plan.design.preferredPattern, reason: plan.reason, pressPlace: pressPlace,
      preRollFrames: preRollFrames, rate: plan.grant.rate)
  }
}
