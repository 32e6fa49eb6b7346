/// The rule for syncing the files of a part: whenever one of them has grown by an interval.
///
/// While a pre-roll catches up, the raw file is ahead of the rendered one by seconds. So each counts separately: the
/// rendered file must not wait until the raw one, which soon grows no faster than time passes, has grown again.
///
/// - Thread: writer.
struct CheckpointRule {
  /// Frames by which a file grows between two checkpoints.
  let interval: Int
  /// Frames of each file at which the next checkpoint is due: the first at once, so that the medium has the heads.
  private var rendered = 0
  private var raw = 0

  /// A checkpoint at the first frame, and then at every interval.
  init(interval: Int) { self.interval = max(1, interval) }

  /// True if a checkpoint is due now; it then counts as made.
  ///
  /// - Parameters:
  ///   - rendered: frames of the rendered file.
  ///   - raw: frames of the raw file; 0 without one.
  mutating func isDue(rendered: Int, raw: Int) -> Bool {
    guard rendered >= self.rendered || raw >= self.raw else { return false }
    (self.rendered, self.raw) = (rendered + interval, raw + interval)
    return true
  }

  /// Makes the next checkpoint due at once.
  mutating func hasten() { rendered = 0 }
}
