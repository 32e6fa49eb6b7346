import Essentials
import TakeFiles

extension RecorderInterface.TakeEdits {
  /// The edits as the library of takes expects them.
  ///
  /// - Parameter marker: finds the marker, set by a person, that is near a frame.
  /// - Throws: ``TakeProblem`` for edits that the take cannot have.
  func amendments(
    rate: Double, frames: Int, near marker: (Int) -> TakeMarker?
  ) throws(TakeProblem) -> [TakeAmendment] {
    var all: [TakeAmendment] = []
    if let title { all.append(.title(Self.line(title))) }
    if let note { all.append(.note(Self.line(note))) }
    if let rating {
      let judgement = TakeMetadata.Rating(rawValue: rating)
      guard judgement != nil || rating == "none" else {
        throw TakeProblem("a take can be rated keep, false or none")
      }
      all.append(.rating(judgement))
    }
    for (seconds, isNew) in [(mark?.value, true), (unmark?.value, false)] {
      guard let seconds else { continue }
      guard seconds.isFinite, seconds >= 0, seconds * rate < Double(frames) else {
        throw TakeProblem("the take has no sound at \(seconds) s")
      }
      let frame = Int((seconds * rate).rounded(.down))
      if isNew {
        let words = label.flatMap(Self.line) ?? "marker"
        all.append(.mark(TakeMarker(frame: frame, kind: .button, label: words)))
      } else if let found = marker(frame) {
        all.append(.unmark(found))
      } else {
        throw TakeProblem("there is no marker set by a person near \(seconds) s")
      }
    }
    return all
  }

  /// The text on a single line; `nil` if it is empty.
  private static func line(_ text: String) -> String? {
    let line = text.singleLine
    return line.isEmpty ? nil : line
  }
}
