/// How many frames were lost when nobody took them in time: exact, from the hardware pointer.
///
/// The stream never stops (its stop threshold is the boundary), so the count of frames that wait grows past the buffer
/// when the hardware writes over them. The oldest of the buffer are given up too, as a margin: the hardware goes on
/// writing just there.
struct OverrunPolicy: Equatable {
  /// Most frames that can wait and still be whole.
  let limit: Int
  /// Frames that are kept after an overrun.
  let kept: Int

  /// The policy for a buffer.
  ///
  /// - Parameters:
  ///   - isBatch: whether the hardware pointer moves by whole periods (SNDRV_PCM_INFO_BATCH), so that the hardware may be
  ///     up to a period ahead of it. A buffer of fewer than four periods is too small to allow for that.
  init(buffer: Int, period: Int, isBatch: Bool) {
    limit = isBatch && buffer >= 4 * period ? buffer - period : buffer
    kept = max(limit - period, 0)
  }

  /// How many frames must be skipped when `waiting` frames wait; 0 when all are whole.
  func lostFrames(waiting: Int) -> Int { waiting > limit ? waiting - kept : 0 }
}
