import Beamforming
import Boards
import Recorder

/// A comparison of the sounds in one take with their placed directions.
package struct TakeReport: Sendable {
  /// The take.
  package var take: TakeResult
  /// The rows, one for every source that sounds during the take, in the order of the scenario.
  package var rows: [Row]

  /// A report from its parts.
  package init(take: TakeResult, rows: [Row]) {
    self.take = take
    self.rows = rows
  }

  /// One sound: its direction in the scenario, and its direction in the take.
  package struct Row: Sendable, Equatable {
    /// The index in ``Scenario/sources``.
    package var source: Int
    /// The name of the sound, in a few words.
    package var name: String
    /// The seconds of the take with the sound; `nil` if the sound begins before the take or ends after it.
    package var seconds: ClosedRange<Double>?
    /// The direction at its beginning, for a listener facing forward as in the take.
    package var placed: Direction
    /// True if the board was not held as the take assumes, so that the scene appears turned.
    package var isTurnedAway: Bool
    /// The direction heard from both channels; `nil` if ``skipped`` gives a reason.
    package var heard: Heard?
    /// The direction heard if the take is rendered the other way: by direction, or by filters alone; `nil` if this was
    /// not done.
    package var other: Heard?
    /// The spectrum in the take with that of the dry sound; `nil` if not heard.
    package var spectrum: VoiceSpectrum?
    /// The reason for not comparing the sound.
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
