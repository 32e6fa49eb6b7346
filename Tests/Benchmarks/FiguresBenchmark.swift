import Acoustics
import Beamforming
import Boards
import Glibc
import ReferenceArrays
import ResponseFiles

/// The quality of the filters: figures of the reference arrays beside what they must reach.
let figuresBenchmark = Benchmark(
  name: "figures",
  title: """
    Figures of the reference arrays: 48 kHz, 256 taps, noise floor -10 dB, KEMAR's ears, front emphasis 4 dB where the
    geometry can, \(fixed(FigureRow.deepEmphasis, 0)) dB for front to back. Errors are means over azimuth in the \
    horizontal plane.
    Twelfths, comb, colour, in front and wrong sides are judged where no design looks: level differences in
    twelfths of an octave, and how much more than a head's they change from one to the next; the worst third octave of
    all directions together, and the softest of one in front; pink noise that is louder or earlier on the wrong side.
    Behind each figure: ! is not what it must be, = is.
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
  announce("the responses of the phone's box, some twenty seconds")
  let body = phoneResponses()
  var stereo = FigureLines.header
  let rows: [(row: FigureRow, body: BodyResponses?)] =
    FigureRow.freeField.map { ($0, nil) } + FigureRow.withBody.map { ($0, body) }
  for (number, (row, body)) in rows.enumerated() {
    announce("stereo \(number + 1) of \(rows.count): \(row.name)")
    stereo += try FigureLines(row, head: head, body: body).lines
  }
  var cardioids = cardioidHeader
  announce("mono cardioids")
  for row in CardioidRow.freeField { cardioids += try cardioidLines(row) }
  for row in CardioidRow.withBody { cardioids += try cardioidLines(row, body: body) }
  return [Table(cells: stereo), Table(cells: cardioids)]
}

/// Says on the standard error what is being done: all of it takes minutes.
private func announce(_ work: String) {
  let line = Array("  ... \(work)\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
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
