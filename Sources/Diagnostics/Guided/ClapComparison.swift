import Beamforming
import Boards
import Recorder

/// What a clap on a side became in a case, beside what the filters of the case promise for it.
public struct ClapComparison: Sendable, Equatable {
  /// The case.
  public var which: Board.Case
  /// The side of the listener on which the clap was.
  public var side: GuidedStep.Side
  /// What the clap is in a take.
  public var heard: SideDifference
  /// What the filters make of a sound from that side.
  public var promised: SideDifference

  /// A comparison from its parts.
  public init(
    which: Board.Case, side: GuidedStep.Side, heard: SideDifference, promised: SideDifference
  ) {
    self.which = which
    self.side = side
    self.heard = heard
    self.promised = promised
  }

  /// By what a clap is told from one on the other side.
  enum Cue: Equatable {
    /// By the louder channel.
    case level
    /// By the earlier channel.
    case delay
  }

  /// Decibels from which on a clap is on a side: twice what a person notices (1 dB, Blauert, Spatial Hearing, 2.2).
  static let clearDecibels = 2.0
  /// Microseconds from which on a clap is on a side: twice what a person notices in a click (Blauert, 2.2).
  static let clearMicroseconds = 60.0
  /// Degrees around the side within which somebody claps who means the side.
  public static let sector = 30.0

  /// The cue that the filters promise clearly, with some room for the hand; `nil` when physics keeps left and right together.
  var cue: Cue? {
    if sign * promised.decibels >= 1.5 * Self.clearDecibels { return .level }
    if sign * promised.microseconds >= 2 * Self.clearMicroseconds { return .delay }
    return nil
  }

  /// Whether the clap is clearly on any side, by the cue.
  var isClear: Bool {
    switch cue {
    case .level: abs(heard.decibels) >= Self.clearDecibels
    case .delay: abs(heard.microseconds) >= Self.clearMicroseconds
    case nil: false
    }
  }

  /// Whether level and delay, both of them promised clearly, say different sides.
  var isContradictory: Bool {
    let promises = [
      sign * promised.decibels >= 1.5 * Self.clearDecibels,
      sign * promised.microseconds >= 2 * Self.clearMicroseconds,
    ]
    return !promises.contains(false) && abs(heard.decibels) >= Self.clearDecibels
      && abs(heard.microseconds) >= Self.clearMicroseconds
      && (heard.decibels > 0) != (heard.microseconds > 0)
  }

  /// How far it is on its side by the cue, in decibels or microseconds; negative when it is on the other one.
  var value: Double {
    switch cue {
    case .level: sign * heard.decibels
    case .delay: sign * heard.microseconds
    case nil: 0
    }
  }

  /// Whether it is clearly on the side where the clap was not: left and right are exchanged.
  public var isExchanged: Bool { isClear && value < 0 }

  /// 1 on the right, where differences are positive.
  private var sign: Double { side == .right ? 1 : -1 }
}
