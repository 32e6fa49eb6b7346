/// The answer of a capture device to a request for frames.
public enum CaptureOutcome: Sendable, Equatable {
  /// This many frames are available.
  case ready(frames: Int)
  /// The wait ended without frames.
  case pending
  /// The hardware lost frames, and the stream continues.
  case overrun(frames: Int, isEstimated: Bool)
  /// The stream was restarted as ``CaptureStep/restart`` requested; according to the clock, this many frames were lost
  /// in the meantime.
  case restarted(lostFrames: Int)
  /// The system has suspended the stream, which must be resumed.
  case suspended
  /// The device is gone, either for good or until it is plugged in again.
  case disconnected
  /// A call to the device failed with this errno.
  case failed(errno: Int32)
}

/// The next step of the loop.
public enum CaptureStep: Sendable, Equatable {
  /// Wait for the next period.
  case wait
  /// Take this many frames, then wait.
  case read(frames: Int)
  /// Note the loss, then wait.
  case noteGap(frames: Int, cause: GapCause, isEstimated: Bool)
  /// Resume or restart the stream, then wait.
  case restart
  /// Leave the loop.
  case stop(CaptureEnd)
}

/// The reason why capture ended.
public enum CaptureEnd: Sendable, Equatable {
  /// The program asked capture to stop.
  case stopped
  /// The device is gone.
  case disconnected
  /// The device claims to run but delivers no frames.
  case silent
  /// Calls to the device kept failing with this errno.
  case failed(errno: Int32)
  /// The device does not deliver frames at its nominal rate: measured by the system clock, it reaches this percentage
  /// of that rate.
  case wrongSpeed(percent: Int)
}

/// The capture loop's decisions: a state machine that turns outcomes into steps, the same for every device.
///
/// The loop that waits and calls the device is a thin shell around this state machine.
public struct CaptureLoop: Sendable, Equatable {
  /// The seconds without frames after which the device counts as silent.
  public let silenceSeconds: Double
  /// The longest wait in seconds: if more time passes between two checks, the thread itself was late, and the excess
  /// does not count as silence of the device.
  public let waitSeconds: Double
  /// The number of consecutive calls that may fail before the device counts as broken.
  public let failureLimit: Int
  /// The errno with which ALSA reports a stream suspended by the system: ESTRPIPE on Linux.
  static var suspendedErrno: Int32 { @_noAllocation @_noLocks get { 86 } }
  /// The seconds of silence counted so far, and the time of the last count.
  private var silence = 0.0
  private var lastLook: Double?
  private var failures = 0
  private var restartCause = GapCause.overrun

  /// Creates a loop in its initial state.
  ///
  /// - Parameters:
  ///   - silenceSeconds: the time without frames after which the device counts as silent, usually 2 s and always longer
  ///     than a period; infinity for never.
  ///   - waitSeconds: the time after which a wait without frames ends.
  ///   - failureLimit: the number of consecutive failures that are answered with a restart; the next one ends
  ///     capture.
  public init(silenceSeconds: Double, waitSeconds: Double = .infinity, failureLimit: Int = 8) {
    self.silenceSeconds = silenceSeconds
    self.waitSeconds = waitSeconds
    self.failureLimit = failureLimit
  }

  /// Returns the step that follows an outcome.
  ///
  /// - Parameter now: the current time in seconds on the control clock.
  /// - Thread: capture.
  @_noAllocation @_noLocks
  public mutating func next(
    _ outcome: CaptureOutcome, at now: Double, stopRequested: Bool
  ) -> CaptureStep {
    let sinceLook = min(now - (lastLook ?? now), waitSeconds)
    lastLook = now
    if stopRequested { return .stop(.stopped) }
    switch outcome {
    case .ready(let frames):
      guard frames > 0 else { return stayed(silentFor: sinceLook) }
      silence = 0
      failures = 0
      restartCause = .overrun
      return .read(frames: frames)
    case .pending:
      return stayed(silentFor: sinceLook)
    case .overrun(let frames, let isEstimated):
      silence = 0
      return .noteGap(frames: frames, cause: .overrun, isEstimated: isEstimated)
    case .restarted(let lostFrames):
      // Only frames prove that the device works again; until they arrive, keep counting failures.
      silence = 0
      guard lostFrames > 0 else { return .wait }
      return .noteGap(frames: lostFrames, cause: restartCause, isEstimated: true)
    case .suspended:
      restartCause = .suspend
      return countFailure(errno: Self.suspendedErrno)
    case .disconnected:
      return .stop(.disconnected)
    case .failed(let errno):
      return countFailure(errno: errno)
    }
  }

  /// Adds the time since the last check to the silence.
  ///
  /// It adds up time instead of counting checks, because a device may wake its thread for nothing a thousand times a
  /// second.
  @_noAllocation @_noLocks
  private mutating func stayed(silentFor seconds: Double) -> CaptureStep {
    silence += seconds
    return silence >= silenceSeconds ? .stop(.silent) : .wait
  }

  @_noAllocation @_noLocks
  private mutating func countFailure(errno: Int32) -> CaptureStep {
    failures += 1
    return failures > failureLimit ? .stop(.failed(errno: errno)) : .restart
  }
}
