/// Combines notes of several cases that differ only in their decibels.
extension DesignNote {
  /// The decibels in the note's sentence, if they may differ from case to case; otherwise empty.
  var decibels: [Double] {
    switch self {
    case .frontToBackReached(let most, _, let broadband): [max(0, most), broadband]
    case .louderBehind(_, let decibels), .noisiest(_, let decibels): [decibels]
    case .plainAdvised(let comparison): comparison.values
    case .hollow(_, let decibels), .hollowInFront(_, _, let decibels): [abs(decibels)]
    case .colouredBehind(_, _, let decibels, let target): [abs(decibels), target]
    default: []
    }
  }

  /// The text for one of the ``decibels``.
  func text(_ value: Double, at index: Int) -> String {
    if case .plainAdvised = self { return PlainComparison.text(value, at: index) }
    return Self.round(value)
  }

  /// True if two notes differ only in their decibels.
  public func isAlike(_ other: DesignNote) -> Bool { withoutDecibels == other.withoutDecibels }

  /// One sentence for several similar notes; wherever they differ, it gives the smallest and the largest number.
  ///
  /// - Precondition: there is at least one note, and all notes are alike.
  public static func sentence(_ notes: [DesignNote]) -> String {
    precondition(!notes.isEmpty && notes.allSatisfy(notes[0].isAlike))
    return notes[0].sentence(
      notes[0].decibels.indices.map { index in
        let values = notes.map { $0.decibels[index] }
        let ends = [values.min() ?? 0, values.max() ?? 0].map { notes[0].text($0, at: index) }
        return ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
      })
  }

  private var withoutDecibels: DesignNote {
    switch self {
    case .frontToBackReached(let most, let octave, _):
      most < Self.audible
        ? .frontToBackReached(most: 0, octave: 0, broadband: 0)
        : .frontToBackReached(most: 1, octave: octave, broadband: 0)
    case .louderBehind(let octave, _): .louderBehind(octave: octave, decibels: 0)
    case .plainAdvised: .plainAdvised(.none)
    case .noisiest(let octave, _): .noisiest(octave: octave, decibels: 0)
    case .hollow(let third, let decibels): .hollow(third: third, decibels: decibels < 0 ? -1 : 1)
    case .hollowInFront(let third, let azimuth, _):
      .hollowInFront(third: third, azimuth: azimuth, decibels: 0)
    case .colouredBehind(let third, let range, let decibels, _):
      .colouredBehind(third: third, range: range, decibels: decibels < 0 ? -1 : 1, target: 0)
    default: self
    }
  }
}
