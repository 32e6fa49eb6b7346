/// The rule for when the files of a part are synced, which is whenever one of them has grown by an interval.
///
/// While the pre-roll is being processed, the raw file is seconds ahead of the rendered file. So the growth of each
/// counts separately: the rendered file must not wait for the growth of the raw file, which soon grows no faster than
/// time passes.
///
/// - Thread: writer.
struct CheckpointRule {
  /// The number of frames by which a file grows between two checkpoints.
  let interval: Int
  /// The number of frames of the rendered file at which the next checkpoint is due; ``raw`` is that of the raw file.
  ///
  /// The first checkpoint is due at once, so that the heads of the files reach the medium.
  private var rendered = 0
  private var raw = 0

  /// Creates a rule with a checkpoint at the first frame, and then one after every interval.
  init(interval: Int) { self.interval = max(1, interval) }

  /// Returns true if a checkpoint is due now, which then counts as made.
  ///
  /// - Parameters:
  ///   - rendered: the number of frames of the rendered file.
  ///   - raw: the number of frames of the raw file; 0 if there is none.
  mutating func isDue(rendered: Int, raw: Int) -> Bool {
    guard rendered >= self.rendered || raw >= self.raw else { return false }
    (self.rendered, self.raw) = (rendered + interval, raw + interval)
    return true
  }

  /// Makes the next checkpoint due at once.
  mutating func hasten() { rendered = 0 }
}
