import Realtime
import Recorder
import Synchronization

/// A capture session: one board, whose microphones deliver left and right however you hold the board.
///
/// The concepts are the same as in `AVAudioSession`: an input with data sources that face a direction, polar patterns
/// and an input orientation; preferred and actual values; notifications of changes. A session runs the same recorder as
/// `pinna run`, on a separate thread.
///
/// Any thread can use a session. Keep a reference to the session while you need it: when the last reference is
/// released, the session closes its take and its device, as ``close()`` does.
public final class CaptureSession: Sendable {
  /// Controls a simulated board; `nil` for a real one.
  public let simulation: Simulation?
  /// The input: the board with its data sources.
  public let input: CaptureInput
  let mailbox: CaptureMailbox
  private let outlets = CaptureOutlets()
  private let control: Mutex<Recorder.Thread>
  private let sound: Mutex<Recorder.Thread?>

  /// Makes a session that does not capture yet.
  ///
  /// - Throws: ``CaptureError/unknownBoard(_:)`` and ``CaptureError/invalidFile(_:)`` if the board cannot be loaded,
  ///   ``CaptureError/unavailable(_:)`` for an unsupported configuration, ``CaptureError/storage(_:)`` if the folder of
  ///   takes cannot be created, ``CaptureError/system(_:)`` if the system has no free thread.
  public init(
    board: CaptureBoard, configuration: CaptureConfiguration = CaptureConfiguration()
  ) throws(CaptureError) {
    let setup = try CaptureSetup(board, configuration)
    _ = try setup.simulator()
    let (mailbox, outlets) = (try CaptureMailbox(), outlets)
    self.mailbox = mailbox
    input = CaptureInput(setup.board)
    simulation = setup.scene == nil ? nil : Simulation(mailbox)
    if setup.scene?.isManual == true {
      sound = Mutex(nil)
    } else {
      sound = Mutex(try Self.thread("sound") { outlets.feed.run() })
    }
    do throws(CaptureError) {
      control = Mutex(
        try Self.thread("control", stackBytes: Recorder.Thread.largeStack) {
          Self.work(setup, mailbox, outlets)
        })
    } catch {
      outlets.finish()
      throw error
    }
  }

  deinit {
    mailbox.close()
    control.withLock { $0.join() }
    sound.withLock { $0?.join() }
  }

  private static func thread(
    _ name: String, stackBytes: Int = Recorder.Thread.smallStack,
    _ body: @escaping @Sendable () -> Void
  ) throws(CaptureError) -> sending Recorder.Thread {
    do throws(SessionFault) {
      return try Recorder.Thread(name: name, stackBytes: stackBytes, body: body)
    } catch {
      throw CaptureError(error)
    }
  }

  /// Runs the control thread.
  private static func work(
    _ setup: CaptureSetup, _ mailbox: CaptureMailbox, _ outlets: CaptureOutlets
  ) {
    var end = CaptureError.closed
    do throws(CaptureError) {
      try CaptureCore(setup, mailbox, outlets).run()
    } catch {
      end = error
    }
    outlets.finish()
    mailbox.end(end)
  }

  /// The inputs attached to this computer.
  public static var availableInputs: [CaptureInput] {
    CaptureBoard.attached.attachedBoards.map { CaptureInput($0) }
  }

  /// The data sources of the input.
  public var inputDataSources: [InputDataSource] { input.dataSources }

  // MARK: - Activity

  /// Opens the capture device and starts capturing.
  ///
  /// - Throws: ``CaptureError`` if the device is absent or busy, or does not offer the requested settings; the session
  ///   stays unchanged.
  public func activate() async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in try core.activate() }
  }

  /// Ends the take in progress, closes its files and releases the device; ``activate()`` opens the device again.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func deactivate() async throws(CaptureError) {
    try await mailbox.perform { core in core.deactivate() }
  }

  /// Ends the take in progress, closes its files and the device, and ends every sequence of the session.
  public func close() async {
    do throws(CaptureError) { try await deactivate() } catch { return }
    mailbox.close()
  }

  /// The current state of the session.
  ///
  /// - Throws: ``CaptureError/closed``.
  public var status: CaptureStatus {
    get async throws(CaptureError) { try await mailbox.perform { core in core.status } }
  }

  /// The preferred and the actual choices of the session.
  ///
  /// - Throws: ``CaptureError/closed``.
  public var route: CaptureRoute {
    get async throws(CaptureError) { try await mailbox.perform { core in core.route } }
  }

  /// The changes from now on; for a slow reader, at most `capacity` changes are kept.
  public func changes(capacity: Int = 64) -> CaptureChanges {
    CaptureChanges(outlets.changes.listen(capacity: capacity))
  }

  // MARK: - Live sound

  /// Live sound, left and right, with a queue of `queueSeconds`, at most 60.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func stereo(queueSeconds: Double = 1) async throws(CaptureError) -> SoundBuffers {
    try await sound(outlets.feed.stereo, queueSeconds)
  }

  /// Live sound of every channel of the device, with a queue of `queueSeconds`, at most 60.
  ///
  /// Integer samples become numbers from -1 to 1; 32-bit samples lose their lowest eight bits.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func raw(queueSeconds: Double = 1) async throws(CaptureError) -> SoundBuffers {
    try await sound(outlets.feed.raw, queueSeconds)
  }

  private func sound(
    _ source: Broadcast<SoundBuffer>, _ seconds: Double
  ) async throws(CaptureError) -> SoundBuffers {
    // The sound comes in blocks of about ten milliseconds, which is a hundred blocks per second.
    let blocks = (100 * (seconds.isNaN ? 1 : min(max(seconds, 0.01), 60))).rounded(.up)
    let stream = source.listen(capacity: Int(blocks))
    try await mailbox.perform { core in core.listen() }
    return SoundBuffers(stream)
  }

  /// The levels, ten times per second while the device is present; for a slow reader, a few of them are kept.
  public func levels() -> LevelUpdates { LevelUpdates(outlets.levels.listen(capacity: 8)) }

  /// Live sound, left and right, for a realtime thread.
  ///
  /// - Throws: ``CaptureError/tooManyPulls(limit:)``, ``CaptureError/closed``.
  public func stereoPull() async throws(CaptureError) -> SoundPull {
    try await pull(isRaw: false, channels: 2)
  }

  /// Live sound of every channel of the device, for a realtime thread.
  ///
  /// - Throws: ``CaptureError/tooManyPulls(limit:)``, ``CaptureError/closed``.
  public func rawPull() async throws(CaptureError) -> SoundPull {
    try await pull(isRaw: true, channels: input.channels)
  }

  private func pull(isRaw: Bool, channels: Int) async throws(CaptureError) -> SoundPull {
    let source = LivePull(channels: channels)
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.lend(source, isRaw: isRaw)
    }
    let mailbox = mailbox
    return SoundPull(source) { source in
      mailbox.post { core in
        if case .success(let core) = core { core.end(source) }
      }
    }
  }

  // MARK: - Takes

  /// Starts a take, which keeps the current data source, pattern and orientation until it ends.
  ///
  /// - Parameter withPreRoll: true to include the configured pre-roll, as far as it is available.
  /// - Throws: ``CaptureError`` if a take is in progress, the session is not active, or the storage cannot hold a take.
  public func startTake(withPreRoll: Bool = true) async throws(CaptureError) -> RunningTake {
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.startTake(withPreRoll: withPreRoll)
    }
  }

  /// Ends the take, waits until its files are closed, and returns it.
  ///
  /// If the take has already ended, for example because the device was lost, the first call returns that take.
  ///
  /// - Throws: ``CaptureError/noTake``, ``CaptureError/closed``.
  @discardableResult
  public func stopTake() async throws(CaptureError) -> FinishedTake {
    let result: Result<FinishedTake, CaptureError> = await withCheckedContinuation { continuation in
      mailbox.post { core in
        switch core {
        case .success(let core): core.stopTake { continuation.resume(returning: $0) }
        case .failure(let error): continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Pauses the take; does nothing if it is already paused.
  ///
  /// - Throws: ``CaptureError/noTake``, ``CaptureError/closed``.
  public func pauseTake() async throws(CaptureError) { try await setPaused(true) }

  /// Resumes the take; does nothing if it is not paused.
  ///
  /// - Throws: ``CaptureError/noTake``, ``CaptureError/tooManyPauses``, ``CaptureError/closed``.
  public func resumeTake() async throws(CaptureError) { try await setPaused(false) }

  private func setPaused(_ isPaused: Bool) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.asking { () throws(SessionRefusal) in try core.session.setPaused(isPaused) }
    }
  }

  /// Sets a marker at this instant of the take.
  ///
  /// - Parameter text: the text of the marker, of which one line of at most 120 characters is kept; `nil` gives the
  ///   marker a number.
  /// - Throws: ``CaptureError/noTake``, ``CaptureError/closed``.
  public func mark(_ text: String? = nil) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.asking { () throws(SessionRefusal) in try core.session.mark(text) }
    }
  }
}
