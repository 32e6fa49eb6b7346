/// Decides how many frames are lost if they are not taken in time; the number is exact, because it comes from the
/// hardware pointer.
///
/// The stream never stops (its stop threshold is the boundary), so the number of waiting frames grows past the size of
/// the buffer when the hardware overwrites them. The pointer, which is read without asking the hardware, moves only
/// when the hardware reports a full period, so the hardware may already be a period ahead of the pointer. The oldest
/// period of a full buffer is therefore given up.
struct OverrunPolicy: Equatable {
  /// The most frames that can wait and still be intact.
  let limit: Int
  /// The number of frames that are kept after an overrun.
  let kept: Int

  /// The policy for a buffer; a buffer of fewer than four periods is too small to give up any of them.
  init(buffer: Int, period: Int) {
    limit = buffer >= 4 * period ? buffer - period : buffer
    // One more period is given up as a margin, because the hardware continues to write just there.
    kept = max(limit - period, 0)
  }

  /// The number of frames to skip if this many frames wait; 0 if all of them are intact.
  func lostFrames(waiting: Int) -> Int { waiting > limit ? waiting - kept : 0 }
}
