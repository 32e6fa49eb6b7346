import Beamforming
import Boards
import Recorder

/// A clap from one side as a case records it, beside the prediction of the case's filters.
package struct ClapComparison: Sendable, Equatable {
  /// The case.
  package var which: Board.Case
  /// The side of the listener on which the clap was made.
  package var side: GuidedStep.Side
  /// The difference between the sides in a take of the clap.
  package var heard: SideDifference
  /// The difference that the filters predict for a sound from that side.
  package var promised: SideDifference

  /// A comparison from its parts.
  package init(
    which: Board.Case, side: GuidedStep.Side, heard: SideDifference, promised: SideDifference
  ) {
    self.which = which
    self.side = side
    self.heard = heard
    self.promised = promised
  }

  /// The cue that tells a clap on one side from one on the other.
  enum Cue: Equatable {
    /// The louder channel.
    case level
    /// The earlier channel.
    case delay
  }

  /// Decibels from which a clap is on a side: twice the audible difference (1 dB, Blauert, Spatial Hearing, 2.2).
  static let clearDecibels = 2.0
  /// Microseconds from which a clap is on a side: twice the audible difference for a click (Blauert, 2.2).
  static let clearMicroseconds = 60.0
  /// Degrees around the side within which a clap counts as from that side.
  package static let sector = 30.0

  /// The cue that the filters predict clearly, with some margin for the hand; `nil` if physics does not separate left
  /// from right.
  var cue: Cue? {
    if sign * promised.decibels >= 1.5 * Self.clearDecibels { return .level }
    if sign * promised.microseconds >= 2 * Self.clearMicroseconds { return .delay }
    return nil
  }

  /// True if the clap is clearly on one side, by the cue.
  var isClear: Bool {
    switch cue {
    case .level: abs(heard.decibels) >= Self.clearDecibels
    case .delay: abs(heard.microseconds) >= Self.clearMicroseconds
    case nil: false
    }
  }

  /// True if level and delay, both clearly predicted, point to different sides.
  var isContradictory: Bool {
    let promises = [
      sign * promised.decibels >= 1.5 * Self.clearDecibels,
      sign * promised.microseconds >= 2 * Self.clearMicroseconds,
    ]
    return !promises.contains(false) && abs(heard.decibels) >= Self.clearDecibels
      && abs(heard.microseconds) >= Self.clearMicroseconds
      && (heard.decibels > 0) != (heard.microseconds > 0)
  }

  /// The distance towards its side by the cue, in decibels or microseconds; negative on the other side.
  var value: Double {
    switch cue {
    case .level: sign * heard.decibels
    case .delay: sign * heard.microseconds
    case nil: 0
    }
  }

  /// True if it is clearly on the wrong side: left and right are exchanged.
  package var isExchanged: Bool { isClear && value < 0 }

  /// 1 on the right, where differences are positive.
  private var sign: Double { side == .right ? 1 : -1 }
}
