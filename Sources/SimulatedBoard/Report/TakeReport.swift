import Beamforming
import Boards
import Recorder

/// A comparison of the directions of sounds in a take with the directions in which they were placed.
package struct TakeReport: Sendable {
  /// The take.
  package var take: TakeResult
  /// One row for every source that sounds during the take, in the order of the scenario.
  package var rows: [Row]

  /// Creates a report from its parts.
  package init(take: TakeResult, rows: [Row]) {
    self.take = take
    self.rows = rows
  }

  /// One sound, with the direction in which the scenario places it and the direction in which the take has it.
  package struct Row: Sendable, Equatable {
    /// The index of the source in ``Scenario/sources``.
    package var source: Int
    /// The name of the sound, in a few words.
    package var name: String
    /// The range of the take, in seconds, in which the sound is heard; `nil` if the sound begins before the take or
    /// ends after it.
    package var seconds: ClosedRange<Double>?
    /// The direction of the sound when it begins, for a listener who faces forward as the take assumes.
    package var placed: Direction
    /// True if the board was not held as the take assumes, so that the scene appears turned in the take.
    package var isTurnedAway: Bool
    /// The direction heard from the channels of the take; `nil` if ``skipped`` gives a reason.
    package var heard: Heard?
    /// The direction heard when the take is rendered the other way (by direction, or with the filters alone); `nil` if
    /// that was not done.
    package var other: Heard?
    /// The spectrum of the sound in the take, together with the spectrum of the dry sound; `nil` if the sound was not
    /// heard.
    package var spectrum: VoiceSpectrum?
    /// The reason why the sound was not compared; `nil` if it was.
    package var skipped: SkippedSound?

    /// Creates a row from its parts.
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
