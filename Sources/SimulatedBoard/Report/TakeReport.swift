import Beamforming
import Boards
import Recorder

/// The comparison of the sounds in one take with their places.
package struct TakeReport: Sendable {
  /// The take.
  package var take: TakeResult
  /// The rows, one for every source that sounds while the take is made, in the order of the scenario.
  package var rows: [Row]

  /// A report from its parts.
  package init(take: TakeResult, rows: [Row]) {
    self.take = take
    self.rows = rows
  }

  /// One sound: its place in the scenario, and its place in the take.
  package struct Row: Sendable, Equatable {
    /// The index in ``Scenario/sources``.
    package var source: Int
    /// The name of the sound, in a few words.
    package var name: String
    /// The seconds of the take in which it sounds; `nil` when it begins before the take or ends after it.
    package var seconds: ClosedRange<Double>?
    /// The direction at its beginning, for a listener who faces forward as in the take.
    package var placed: Direction
    /// True when the board was not held as the take assumes, so that the scene is turned in the take.
    package var isTurnedAway: Bool
    /// The direction heard from both channels; `nil` when ``skipped`` gives a reason.
    package var heard: Heard?
    /// The direction heard when the take is rendered the other way: by direction, or by filters alone; `nil` where that
    /// was not done.
    package var other: Heard?
    /// The spectrum in the take beside that of the dry sound; `nil` when it was not heard.
    package var spectrum: VoiceSpectrum?
    /// The reason why there is nothing to compare.
    package var skipped: SkippedSound?

    /// A row from its parts.
    package init(
      source: Int, name: String, placed: Direction, isTurnedAway: Bool = false,
      heard: Heard? = nil, spectrum: VoiceSpectrum? = nil, skipped: SkippedSound? = nil
    ) {
      self.source = source
      self.name = name
      self.placed = placed
      self.isTurnedAway = isTurnedAway
      self.heard = heard
      self.spectrum = spectrum
      self.skipped = skipped
    }
  }
}
