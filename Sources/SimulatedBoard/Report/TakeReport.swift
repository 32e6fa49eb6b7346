import Beamforming
import Boards
import Recorder

/// A comparison of the heard and the placed directions of the sounds in a take.
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

  /// One sound, with its direction in the scenario and its direction in the take.
  package struct Row: Sendable, Equatable {
    /// The index of the source in ``Scenario/sources``.
    package var source: Int
    /// A short name for the sound.
    package var name: String
    /// The time range of the sound in the take, in seconds; `nil` if the sound begins before the take or ends after
    /// it.
    package var seconds: ClosedRange<Double>?
    /// The direction at the start of the sound, relative to the take's forward direction.
    package var placed: Direction
    /// True if the board was not held in the take's orientation; the scene then appears turned in the
    /// take.
    package var isTurnedAway: Bool
    /// The direction heard from the channels of the take; `nil` if ``skipped`` gives a reason.
    package var heard: Heard?
    /// The direction heard in the other rendering of the take (by direction, or with the filters alone); `nil` without
    /// such a rendering.
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
