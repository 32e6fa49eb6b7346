import Beamforming
import Boards
import Recorder

/// What one take says about the sounds in it.
public struct TakeReport: Sendable {
  /// The take.
  public var take: TakeResult
  /// One row for every source that sounds while the take is made, in the order of the scenario.
  public var rows: [Row]

  /// A report from its parts.
  public init(take: TakeResult, rows: [Row]) {
    self.take = take
    self.rows = rows
  }

  /// One sound: where it was placed, and what the take makes of it.
  public struct Row: Sendable, Equatable {
    /// The index in ``Scenario/sources``.
    public var source: Int
    /// What sounds, in a few words.
    public var name: String
    /// Where it is when it begins, for a listener who faces forward as the take has it.
    public var placed: Direction
    /// Whether the board was not held as the take has it, so that the scene is turned in the take.
    public var isTurnedAway: Bool
    /// What both channels give; `nil` where ``skipped`` says why not.
    public var heard: Heard?
    /// Why there is nothing to compare.
    public var skipped: SkippedSound?

    /// A row from its parts.
    public init(
      source: Int, name: String, placed: Direction, isTurnedAway: Bool = false,
      heard: Heard? = nil, skipped: SkippedSound? = nil
    ) {
      self.source = source
      self.name = name
      self.placed = placed
      self.isTurnedAway = isTurnedAway
      self.heard = heard
      self.skipped = skipped
    }
  }
}
