/// The number of frames that are lost when they are not taken in time: exact, from the hardware pointer.
///
/// The stream never stops (its stop threshold is the boundary), so the count of waiting frames grows past the buffer
/// when the hardware overwrites them. The pointer that is read without asking the hardware moves when the hardware
/// reports a full period, so the hardware may already be a period ahead of it: the oldest period of a full buffer is
/// given up.
struct OverrunPolicy: Equatable {
  /// The most frames that can wait and still be intact.
  let limit: Int
  /// The number of frames that are kept after an overrun.
  let kept: Int

  /// The policy for a buffer; one of fewer than four periods is too small to give up any.
  init(buffer: Int, period: Int) {
    limit = buffer >= 4 * period ? buffer - period : buffer
    // A further period is the margin, because the hardware goes on writing just there.
    kept = max(limit - period, 0)
  }

  /// The number of frames to skip when `waiting` frames wait; 0 when all are intact.
  func lostFrames(waiting: Int) -> Int { waiting > limit ? waiting - kept : 0 }
}
