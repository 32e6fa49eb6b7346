/// The number of frames lost if they are not taken in time: exact, from the hardware pointer.
///
/// The stream never stops (its stop threshold is the boundary), so the count of waiting frames grows past the buffer
/// when the hardware overwrites them. The pointer, read without asking the hardware, moves when the hardware reports a
/// full period, so the hardware may already be a period ahead of it: the oldest period of a full buffer is given up.
struct OverrunPolicy: Equatable {
  /// The most frames that can wait and still be intact.
  let limit: Int
  /// The number of frames kept after an overrun.
  let kept: Int

  /// The policy for a buffer; a buffer of fewer than four periods is too small to give up any.
  init(buffer: Int, period: Int) {
    limit = buffer >= 4 * period ? buffer - period : buffer
    // One more period is the margin, because the hardware continues writing just there.
    kept = max(limit - period, 0)
  }

  /// The number of frames to skip if `waiting` frames wait; 0 if all are intact.
  func lostFrames(waiting: Int) -> Int { waiting > limit ? waiting - kept : 0 }
}
