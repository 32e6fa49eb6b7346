/// The rule by which the files of a part are brought to their medium: whenever one of them has grown by an interval.
///
/// While a pre-roll is caught up, the raw file is ahead of the rendered one by seconds. So each counts for itself: the
/// rendered file must not wait until the raw one, which soon grows no faster than time passes, has grown again.
///
/// - Thread: writer.
struct CheckpointRule {
  /// Frames that a file grows between two checkpoints.
  let interval: Int
  /// Frames of each file at which the next checkpoint is due: at first at once, so that the medium has their heads.
  private var rendered = 0
  private var raw = 0

  /// A checkpoint at the first frame, and then one in so many.
  init(interval: Int) { self.interval = max(1, interval) }

  /// True when a checkpoint is due now; it counts as made.
  ///
  /// - Parameters:
  ///   - rendered: frames of the rendered file.
  ///   - raw: frames of the raw file; 0 without one.
  mutating func isDue(rendered: Int, raw: Int) -> Bool {
    guard rendered >= self.rendered || raw >= self.raw else { return false }
    (self.rendered, self.raw) = (rendered + interval, raw + interval)
    return true
  }

  /// Lets the next checkpoint be due at once.
  mutating func hasten() { rendered = 0 }
}
