import Beamforming
import Boards
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
