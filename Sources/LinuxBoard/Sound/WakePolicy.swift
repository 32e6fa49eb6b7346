/// For how many frames a capture thread wakes up: so few that the hardware buffer stays nearly empty.
///
/// A thread that comes late loses what the buffer has no room for, so what it waits for on purpose must be little of it.
struct WakePolicy: Equatable {
  /// Frames of a period, by which the hardware tells what there is.
  let period: Int
  /// Frames of the hardware buffer.
  let buffer: Int

  /// Whole periods, at most an eighth of the buffer, and at least one.
  func frames(asked: Int) -> Int {
    max(1, min(asked, buffer / 8) / period) * period
  }
}
