import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import ResponseFiles

/// How good the filters are: what the reference arrays reach beside what they must and should reach.
let figuresBenchmark = Benchmark(
  name: "figures",
  title: """
    Figures of the reference arrays: 48 kHz, 256 taps, noise floor -10 dB, KEMAR's ears, front emphasis 4 dB where the
    geometry can, \(fixed(FigureRow.deepEmphasis, 0)) dB for front to back. Errors are means over azimuth in the horizontal plane.
    Behind each figure: ! is not what it must be, = is what it must be, + is within 10 % of the goal or better
    """,
  tables: {
    do {
      return try figureTables()
    } catch {
      return [Table(lines: [["skipped: \(error)"]])]
    }
  })

private func figureTables() throws -> [Table] {
  let head = Head.measured(
    try ResponseFile.readHead(path: ResponseFile.defaultHeadPath, rate: 48_000))
  var stereo = FigureLines.header
  for row in FigureRow.freeField {
    stereo += try FigureLines(row, head: head).lines
  }
  var cardioids = cardioidHeader
  for row in CardioidRow.freeField { cardioids += try cardioidLines(row) }
  return [Table(cells: stereo), Table(cells: cardioids)]
}

private let cardioidHeader: [[Table.Cell]] = [
  ["mono cardioid, front to back, dB"]
    + [125, 250, 500, 1000, 2000, 4000, 8000, 16000].map { Table.Cell("\($0) Hz") } + ["CPU s"]
]

/// What a cardioid of all microphones reaches, and what it must reach.
private func cardioidLines(_ row: CardioidRow) throws -> [[Table.Cell]] {
  let designer = try FilterDesigner(
    board: row.board, head: .spherical, settings: DesignSettings())
  let start = cpuSeconds()
  let design = try designer.design(row.which, pattern: .cardioid)
  let seconds = cpuSeconds() - start
  let reached = designer.figures(design).frontToBack
  let cells = reached.enumerated().map { octave, value in
    Table.Cell(fixed(value, 1), row.must(octave).map { value >= $0 ? .met : .missed })
  }
  let musts = row.frontToBack.indices.map { octave in
    Table.Cell(row.must(octave).map { fixed($0, 1) + "  " } ?? "")
  }
  return [
    [Table.Cell(row.name)] + cells + [Table.Cell(fixed(seconds, 2))], ["  must"] + musts,
  ]
}
