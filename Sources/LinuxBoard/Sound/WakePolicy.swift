/// Decides the number of frames per wake-up of a capture thread: so few that the hardware buffer stays nearly
/// empty.
///
/// If the thread is late and the buffer is full, frames are lost, so the thread may deliberately wait only for a
/// small part of the buffer.
struct WakePolicy: Equatable {
  /// The number of frames in a period, the unit in which the hardware reports frames.
  let period: Int
  /// The number of frames in the hardware buffer.
  let buffer: Int

  /// The number of frames to wait for: whole periods, at most an eighth of the buffer, but at least one period.
  func frames(asked: Int) -> Int {
    max(1, min(asked, buffer / 8) / period) * period
  }
}
