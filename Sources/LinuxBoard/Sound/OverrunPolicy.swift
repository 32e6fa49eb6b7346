/// How many frames were lost when nobody took them in time: exact, from the hardware pointer.
///
/// The stream never stops (its stop threshold is the boundary), so the count of frames that wait grows past the buffer
/// when the hardware writes over them. The pointer that is read without asking the hardware moves when it says that
/// a period is full, so the hardware may already be a period ahead of it: the oldest period of a full buffer is given up.
struct OverrunPolicy: Equatable {
  /// Most frames that can wait and still be whole.
  let limit: Int
  /// Frames that are kept after an overrun.
  let kept: Int

  /// The policy for a buffer; one of fewer than four periods is too small to give up any.
  init(buffer: Int, period: Int) {
    limit = buffer >= 4 * period ? buffer - period : buffer
    // A margin of a further period: the hardware goes on writing just there.
    kept = max(limit - period, 0)
  }

  /// How many frames must be skipped when `waiting` frames wait; 0 when all are whole.
  func lostFrames(waiting: Int) -> Int { waiting > limit ? waiting - kept : 0 }
}
