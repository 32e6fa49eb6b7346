import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import ResponseFiles

/// The quality of the filters: figures of the reference arrays beside what they must and should reach.
let figuresBenchmark = Benchmark(
  name: "figures",
  title: """
    Figures of the reference arrays: 48 kHz, 256 taps, noise floor -10 dB, KEMAR's ears, front emphasis 4 dB where the
    geometry can, \(fixed(FigureRow.deepEmphasis, 0)) dB for front to back. Errors are means over azimuth in the \
    horizontal plane.
    The goals are for refined filters; their front to back may lose \(fixed(FigureRow.frontToBackLoss, 1)) dB against \
    the closed form's.
    Behind each figure: ! is not what it must be, = is what it must be, - is more than 10 % worse than the goal, + is \
    not
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
  let body = phoneResponses()
  var stereo = FigureLines.header
  for row in FigureRow.freeField { stereo += try FigureLines(row, head: head).lines }
  for row in FigureRow.withBody { stereo += try FigureLines(row, head: head, body: body).lines }
  var cardioids = cardioidHeader
  for row in CardioidRow.freeField { cardioids += try cardioidLines(row) }
  for row in CardioidRow.withBody { cardioids += try cardioidLines(row, body: body) }
  return [Table(cells: stereo), Table(cells: cardioids)]
}

/// The responses of the phone's microphones on its box; `nil` without the memory for it.
private func phoneResponses() -> BodyResponses? {
  let board = Arrays.phoneWithBody
  return board.body.flatMap { body in
    SurfaceWeights.box(
      BoxShape(size: body.size), microphones: board.microphones, progress: { _ in true })
  }.map { BodyResponses(.surface($0)) }
}

private let cardioidHeader: [[Table.Cell]] = [
  ["mono cardioid, front to back, dB"]
    + [125, 250, 500, 1000, 2000, 4000, 8000, 16000].map { Table.Cell("\($0) Hz") } + ["CPU s"]
]

/// The figures of a cardioid of all microphones, and what they must be.
private func cardioidLines(
  _ row: CardioidRow, body: BodyResponses? = nil
) throws -> [[Table.Cell]] {
  let designer = try FilterDesigner(
    board: row.board, head: .spherical, settings: DesignSettings(), body: body)
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
