import Beamforming
import Boards
import Recorder

/// A clap from one side as recorded in a case, compared with the prediction of the case's filters.
package struct ClapComparison: Sendable, Equatable {
  /// The case.
  package var which: Board.Case
  /// The side of the listener from which the clap came.
  package var side: GuidedStep.Side
  /// The difference between left and right in a take of the clap.
  package var heard: SideDifference
  /// The difference that the filters predict for a sound from that side.
  package var promised: SideDifference

  /// Creates a comparison from its parts.
  package init(
    which: Board.Case, side: GuidedStep.Side, heard: SideDifference, promised: SideDifference
  ) {
    self.which = which
    self.side = side
    self.heard = heard
    self.promised = promised
  }

  /// The cue that distinguishes a clap on one side from a clap on the other.
  enum Cue: Equatable {
    /// The sound is louder in one channel.
    case level
    /// The sound is earlier in one channel.
    case delay
  }

  /// The level difference, in decibels, from which a clap is clearly on one side: twice the audible difference (1 dB,
  /// Blauert, Spatial Hearing, 2.2).
  static let clearDecibels = 2.0
  /// The delay, in microseconds, from which a clap is clearly on one side: twice the audible difference for a
  /// click (Blauert, 2.2).
  static let clearMicroseconds = 60.0
  /// The largest angle, in degrees, from exactly left or right at which a clap still counts as from that side.
  package static let sector = 30.0

  /// The cue with a clear predicted difference, including a margin for an inaccurate clap; `nil` if physics does
  /// not separate left from right.
  var cue: Cue? {
    if sign * promised.decibels >= 1.5 * Self.clearDecibels { return .level }
    if sign * promised.microseconds >= 2 * Self.clearMicroseconds { return .delay }
    return nil
  }

  /// True if, by the cue, the clap is clearly on one side.
  var isClear: Bool {
    switch cue {
    case .level: abs(heard.decibels) >= Self.clearDecibels
    case .delay: abs(heard.microseconds) >= Self.clearMicroseconds
    case nil: false
    }
  }

  /// True if level and delay point to different sides, although the filters predict both clearly.
  var isContradictory: Bool {
    let promises = [
      sign * promised.decibels >= 1.5 * Self.clearDecibels,
      sign * promised.microseconds >= 2 * Self.clearMicroseconds,
    ]
    return !promises.contains(false) && abs(heard.decibels) >= Self.clearDecibels
      && abs(heard.microseconds) >= Self.clearMicroseconds
      && (heard.decibels > 0) != (heard.microseconds > 0)
  }

  /// The cue's difference towards the clap's own side, in decibels or microseconds; negative towards the other side.
  var value: Double {
    switch cue {
    case .level: sign * heard.decibels
    case .delay: sign * heard.microseconds
    case nil: 0
    }
  }

  /// True if the clap is clearly on the wrong side, so that left and right are exchanged.
  package var isExchanged: Bool { isClear && value < 0 }

  /// The sign of differences towards the clap's side: 1 for the right, -1 for the left.
  private var sign: Double { side == .right ? 1 : -1 }
}
