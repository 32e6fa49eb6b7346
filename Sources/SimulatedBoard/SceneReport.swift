import Beamforming
import Boards
import Recorder
import TakeFiles

/// What the takes of a simulation say about the sounds of its scenario: where each was, and where a listener hears it.
public struct SceneReport: Sendable {
  /// One report per take, in the order of ``Simulator/Outcome/takes``.
  public var takes: [TakeReport]

  /// A report from those of its takes.
  public init(takes: [TakeReport]) {
    self.takes = takes
  }

  /// Listens to the takes of a simulation.
  ///
  /// - Parameters:
  ///   - outcome: what running the scenario gave; the files of its takes are read.
  ///   - localiser: for the head, the sample rate and the width that the takes were made with.
  /// - Throws: `TakeFileError` when the file of a take or of a sound cannot be read.
  public init(
    scenario: Scenario, outcome: Simulator.Outcome, board: Board, localiser: Localiser
  ) throws(TakeFileError) {
    let windows = try SoundWindow.all(of: scenario)
    let clocks = TakeClock.all(of: outcome)
    takes = []
    for (take, clock) in zip(outcome.takes, clocks) {
      let listener = TakeListener(
        take: take, clock: clock, scenario: scenario, windows: windows, layouts: outcome.layouts,
        localiser: localiser)
      takes.append(try listener.report(board: board))
    }
  }

  /// Every row that was heard, of all takes.
  public var heardRows: [TakeReport.Row] {
    takes.flatMap(\.rows).filter { $0.heard != nil }
  }
}

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

/// Why a sound of a take is not compared with its place.
public enum SkippedSound: Sendable, Equatable, CustomStringConvertible {
  /// Another sound is not far enough below it.
  case overlaps(String)
  /// It begins before the take, or goes on after it.
  case notInside
  /// The take was paused before it was over: the file has no frames for all of it.
  case paused
  /// It moves while it sounds.
  case moves
  /// The board is turned while it sounds.
  case turns
  /// A mono take has no left and right.
  case mono
  /// The take is silent where it should be.
  case silent
  /// The file ends before it: the storage failed.
  case missing

  /// A few words.
  public var description: String {
    switch self {
    case .overlaps(let other): "overlaps with \(other)"
    case .notInside: "not wholly inside the take"
    case .paused: "the take was paused"
    case .moves: "moves"
    case .turns: "the board is turned meanwhile"
    case .mono: "the take is mono"
    case .silent: "silent in the take"
    case .missing: "the file ends before it"
    }
  }
}
