import Boards

/// The check of the wiring that a board file describes: its lines, its supplies and the sound bus.
struct WiringChecks {
  let board: Board

  init(_ board: Board) { self.board = board }

  var findings: [Finding] {
    let faults = board.wiringFaults
    let wires = (board.header?.parts ?? []).reduce(board.contactLines.count) { $0 + $1.wires.count }
    if wires == 0, faults.isEmpty {
      return [Finding(.boardWiring, .skip, "the board file lists no wires")]
    }
    if faults.isEmpty {
      return [
        Finding(
          .boardWiring, .pass, "no fault in \(wires) \(wires == 1 ? "wire" : "wires")",
          limit: Self.limit)
      ]
    }
    return faults.map { fault in
      Finding(
        .boardWiring, fault.table, .fail, "\(fault.subject) \(fault.problem)", limit: Self.limit,
        remedy: "\(fault.remedy); 'pinna board wiring' draws the wiring")
    }
  }

  private static let limit = "each line has one use, and each pad has the connections that it needs"
}
