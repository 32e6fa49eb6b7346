/// Determines the number of frames lost in an overrun; the number is exact, because it comes from the hardware
/// pointer.
///
/// The stream never stops (its stop threshold is the boundary), so the number of waiting frames grows past the size of
/// the buffer when the hardware overwrites them. Reading the pointer does not query the hardware. The pointer moves
/// only when the hardware reports a full period, so the hardware may already be a period ahead of it. The oldest
/// period of a full buffer is therefore given up.
struct OverrunPolicy: Equatable {
  /// The maximum number of frames that can wait and still be intact.
  let limit: Int
  /// The number of frames that are kept after an overrun.
  let kept: Int

  /// The policy for a buffer; a buffer of fewer than four periods is too small to give up a period.
  init(buffer: Int, period: Int) {
    limit = buffer >= 4 * period ? buffer - period : buffer
    // One more period is given up as a margin, because the hardware writes there next.
    kept = max(limit - period, 0)
  }

  /// The number of frames to skip if this many frames are waiting; 0 if all of them are intact.
  func lostFrames(waiting: Int) -> Int { waiting > limit ? waiting - kept : 0 }
}
