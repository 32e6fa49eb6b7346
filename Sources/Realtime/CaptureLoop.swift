/// What a capture device answered when it was asked for frames.
public enum CaptureOutcome: Sendable, Equatable {
  /// That many frames can be taken.
  case ready(frames: Int)
  /// The wait ended without frames.
  case pending
  /// The hardware lost frames and the stream runs on.
  case overrun(frames: Int, isEstimated: Bool)
  /// The stream was started again as ``CaptureStep/restart`` asked; so many frames were lost meanwhile, by the clock.
  case restarted(lostFrames: Int)
  /// The system sleeps; the stream must be resumed.
  case suspended
  /// The device is gone for good, or until somebody plugs it in again.
  case disconnected
  /// A call failed with this errno.
  case failed(errno: Int32)
}

/// What the loop does next.
public enum CaptureStep: Sendable, Equatable {
  /// Wait for the next period.
  case wait
  /// Take that many frames, then wait.
  case take(frames: Int)
  /// Note the loss, then wait.
  case noteGap(frames: Int, cause: GapCause, isEstimated: Bool)
  /// Resume or restart the stream, then wait.
  case restart
  /// Leave the loop.
  case stop(CaptureEnd)
}

/// Why capture ended.
public enum CaptureEnd: Sendable, Equatable {
  /// It was asked to.
  case stopped
  /// The device is gone.
  case disconnected
  /// The device claims to run and gives no frames.
  case silent
  /// Calls kept failing with this errno.
  case failed(errno: Int32)
}

/// The capture loop's decisions: a state machine from outcomes to steps, the same for every device.
///
/// The loop that waits and calls the device is a thin shell around it.
public struct CaptureLoop: Sendable, Equatable {
  /// How many waits in a row may end without frames before the device counts as silent.
  public let pendingLimit: Int
  /// How many calls in a row may fail before the device counts as broken.
  public let failureLimit: Int
  /// What ALSA answers for a stream that the system suspended: ESTRPIPE of Linux.
  static let suspendedErrno: Int32 = 86
  private var pending = 0
  private var failures = 0
  private var restartCause = GapCause.overrun

  /// A loop in its first state.
  ///
  /// - Parameters:
  ///   - pendingLimit: waits without frames, usually 2 s worth of them.
  ///   - failureLimit: failures in a row; each is answered with a restart.
  public init(pendingLimit: Int, failureLimit: Int = 8) {
    self.pendingLimit = pendingLimit
    self.failureLimit = failureLimit
  }

  /// The step that follows from an outcome.
  ///
  /// - Thread: capture.
  @_noAllocation @_noLocks
  public mutating func next(_ outcome: CaptureOutcome, stopRequested: Bool) -> CaptureStep {
    if stopRequested { return .stop(.stopped) }
    switch outcome {
    case .ready(let frames):
      guard frames > 0 else { return countPending() }
      pending = 0
      failures = 0
      restartCause = .overrun
      return .take(frames: frames)
    case .pending:
      return countPending()
    case .overrun(let frames, let isEstimated):
      pending = 0
      return .noteGap(frames: frames, cause: .overrun, isEstimated: isEstimated)
    case .restarted(let lostFrames):
      // Only frames prove that the device works again: failures are counted on until then.
      pending = 0
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

  @_noAllocation @_noLocks
  private mutating func countPending() -> CaptureStep {
    pending += 1
    return pending >= pendingLimit ? .stop(.silent) : .wait
  }

  @_noAllocation @_noLocks
  private mutating func countFailure(errno: Int32) -> CaptureStep {
    failures += 1
    return failures > failureLimit ? .stop(.failed(errno: errno)) : .restart
  }
}
