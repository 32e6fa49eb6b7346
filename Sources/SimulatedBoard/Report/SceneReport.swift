import Beamforming
import Boards
import TakeFiles

/// The directions of a scenario's sounds in the simulated takes: where each sound was placed, and where a
/// listener hears it.
package struct SceneReport: Sendable {
  /// The reports of the takes, in the order of ``Simulator/Outcome/takes``.
  package var takes: [TakeReport]

  /// Creates a report from the reports of the takes.
  package init(takes: [TakeReport]) {
    self.takes = takes
  }

  /// Analyses the takes of a simulation.
  ///
  /// - Parameters:
  ///   - outcome: the outcome of the scenario, whose take files are read.
  ///   - localiser: a localiser for the head, the sample rate and the width of the takes.
  /// - Throws: `TakeFileError` if the file of a take or of a sound cannot be read.
  package init(
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

  /// Adds the directions heard in the same takes with the other way of rendering; leaves takes without sounds
  /// unchanged.
  package mutating func compare(with other: SceneReport) {
    for (index, take) in other.takes.enumerated() where index < takes.count {
      for (row, heard) in take.rows.enumerated() where row < takes[index].rows.count {
        takes[index].rows[row].other = heard.heard
      }
    }
  }

  /// The rows of all takes for sounds that were heard.
  package var heardRows: [TakeReport.Row] {
    takes.flatMap(\.rows).filter { $0.heard != nil }
  }
}
