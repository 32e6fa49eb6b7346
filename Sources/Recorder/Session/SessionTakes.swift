import Beamforming
import Boards
import Realtime
import TakeFiles

/// The take in progress, and those that are being finished.
///
/// - Thread: control.
final class SessionTakes {
  /// The take in progress.
  private(set) var take: Take?
  /// Takes whose files are being closed.
  private(set) var finishing: [Take] = []
  private let configuration: SessionConfiguration
  private let filters: FilterStore
  private var identities: TakeIdentities

  /// No takes yet.
  init(_ configuration: SessionConfiguration, filters: FilterStore) {
    self.configuration = configuration
    self.filters = filters
    identities = TakeIdentities(seed: configuration.identitySeed)
  }

  /// Starts a take with the filters of this instant.
  ///
  /// - Parameters:
  ///   - latched: the choices at the instant of the press; a press from before the device was opened counts from the
  ///     first frame.
  ///   - earliest: the earliest possible start.
  ///   - storage: the storage of its files.
  ///   - mirror: a second medium that gets the same take.
  ///   - time: the time of day at the press.
  ///   - clock: the quality of that clock.
  ///   - battery: the charge of the battery.
  ///   - site: the place of the recorder.
  /// - Throws: ``SessionRefusal`` if the kind of file cannot hold the audio of the device, if there are no filters, if
  ///   ring or system have no room for another take, and while a take is running.
  func start(
    _ latched: LatchedTake, _ capture: CaptureRunner, earliest: Int, storage: any StoragePort,
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
      var plan = try plan(latched, capture.grant, earliest, time, unusable)
      plan.fileLimit = storage.fileLimit(directory: configuration.directory)
      plan.reason = reason
      plan.clock = time.isSet ? clock : clock.map { _ in ClockQuality(.unset) }
      plan.battery = battery
      plan.place = site
      plan.unit = configuration.unit
      started = try Take(
        plan: plan, pressedAt: latched.place, capture: capture, storage: storage,
        mirror: mirror, priority: configuration.renderPriority)
    } catch {
      throw .fault(error)
    }
    if latched.isOrientationOpen { started.journal.noteAssumed(latched.which.orientation) }
    take = started
    return started
  }

  private func plan(
    _ latched: LatchedTake, _ grant: CaptureGrant, _ earliest: Int, _ time: WallTime,
    _ unusable: Set<Int>
  ) throws(SessionFault) -> TakePlan {
    let design: Design
    do throws(FilterStoreError) {
      // The filters of a take stay the same to its end, whatever is designed meanwhile.
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
      form.preRollSeconds,
      Double(max(0, latched.place - earliest)) / Double(grant.rate))
    var plan = TakePlan(
      board: configuration.board, design: design, grant: grant,
      directory: configuration.directory, form: form, time: time)
    plan.uid = identities.next()
    return plan
  }

  /// Ends the take here, or at a place of the time line; it is concluded when its files are closed.
  ///
  /// - Parameter rotation: channels whose order changed a moment ago: the take ends before them.
  func end(at place: Int?, _ end: TakeEnd, rotation: (count: Int, place: Int)?) {
    guard let take else { return }
    if let rotation, rotation.place < place ?? .max {
      // If a take has nothing else, keep its sound, with a note that its channels may be rotated.
      let isAll = take.frames(at: rotation.place) == 0
      if isAll || take.extent > rotation.place { take.journal.noteRotation(by: rotation.count) }
      take.finish(
        at: isAll ? place : rotation.place, end: isAll ? end : .channelsRotated(by: rotation.count))
    } else {
      take.finish(at: place, end: end)
    }
    finishing.append(take)
    self.take = nil
  }

  /// Errors of the storage that ended takes, each reported once.
  func newFailures() -> [TakeFileError] { finishing.compactMap { $0.newFailure() } }

  /// Takes whose files are now closed; each is returned once.
  func collect() -> [Take] {
    // A take may be done between two looks at it: look once.
    let done = finishing.filter(\.isDone)
    finishing.removeAll { take in done.contains { $0 === take } }
    return done
  }

  /// Returns all takes being finished, for the caller to wait for.
  func collectAll() -> [Take] {
    defer { finishing = [] }
    return finishing
  }

  /// True while a take with failed storage is being finished: another one would fail as well.
  var isFailing: Bool { finishing.contains(where: \.hasFailed) }

  /// True when no take is being finished.
  var isEverythingClosed: Bool { finishing.isEmpty }

  /// Captured frames of the take that the storage does not have yet; 0 if no take is running or its storage failed.
  func unwrittenFrames(at place: Int) -> Int { take?.owedFrames(at: place) ?? 0 }

  /// Frames waiting for the storage, of all takes including those being finished.
  func unwrittenFramesOfAll(at place: Int) -> Int {
    finishing.reduce(unwrittenFrames(at: place)) { $0 + $1.owedFrames(at: $1.extent) }
  }
}

extension Take {
  /// Frames up to a place that the storage does not have yet; 0 if it failed.
  func owedFrames(at place: Int) -> Int { hasFailed ? 0 : max(0, unwrittenFrames(at: place)) }

  /// Notes that the board is held another way since shortly before a place of the time line.
  func turned(to orientation: InputOrientation, secondsAgo seconds: Double, at place: Int) {
    journal.turned(to: orientation, at: place - Int(seconds * Double(plan.grant.rate)))
  }

  /// The take as a value, as it starts.
  var asStarted: OngoingTake {
    OngoingTake(
      uid: plan.uid, dataSource: plan.design.which.dataSource,
      pattern: plan.design.preferredPattern, reason: plan.reason, pressPlace: pressPlace,
      preRollFrames: preRollFrames, rate: plan.grant.rate)
  }
}
