/// The number of frames per wake-up of a capture thread: so few that the hardware buffer stays nearly empty.
///
/// A late thread loses the frames for which the buffer has no space, so it may deliberately wait only for a small part
/// of it.
struct WakePolicy: Equatable {
  /// The frames of a period, the steps in which the hardware reports frames.
  let period: Int
  /// The frames of the hardware buffer.
  let buffer: Int

  /// The frames to wait for: whole periods, at most an eighth of the buffer, and at least one.
  func frames(asked: Int) -> Int {
    max(1, min(asked, buffer / 8) / period) * period
  }
}
