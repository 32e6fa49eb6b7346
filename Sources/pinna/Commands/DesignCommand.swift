import Beamforming
import Boards
import Drawings
import Glibc
import Recorder
import TakeFiles

extension Command {
  /// `pinna design`.
  static let design = Command(
    "design", summary: "the filters of a board: figures of merit, and what its geometry cannot do",
    discussion: """
      Designs the filters of every case (or of the one that --source and --orientation name) and computes from them how \
      close they come to the ears of a head: levels and times between the ears, front to back, self-noise, and in words \
      what physics forbids. --export writes the filters for other convolvers: a 32-bit float WAV file for every case and \
      output, with one channel per microphone in the order of the board file, and a text that says how ffmpeg, jconvolver, \
      BruteFIR and CamillaDSP load them. --html writes a page with pictures: polar plots, levels and times between the ears, \
      octave by octave, and what differences between microphones do.

      Stereo filters are refined, some seconds for every case at first use, and kept; what they were before, in closed \
      form, stands below them.
      """,
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation,
      SettingsArguments.pattern,
    ] + SettingsArguments.design + [
      mismatch, DesignOnBoard.option, page, export, SettingsArguments.config, json,
    ],
    examples: [
      .init("pinna design --board phone", "all cases, in stereo"),
      .init(
        "pinna design --board matrix-voice-table --pattern cardioid --source top",
        "one mono pattern"),
      .init("pinna design --board phone --html phone.html", "a page for a browser"),
      .init("pinna design --board phone --export filters", "files for other convolvers"),
    ]
  ) { arguments, console in
    let settings = try SettingsArguments.settings(arguments)
    let board = try BoardArgument.board(arguments, console, standard: settings.board)
    let filters = SettingsArguments.filters(
      arguments, settings, board: board, rate: board.capture.rate, console)
    let cases = try wanted(arguments, board)
    let other = try DesignOnBoard(arguments, designed: board, console)
    var progress = FilterProgress(board, console: console)
    var entries: [DesignFacts] = []
    for (index, which) in cases.enumerated() {
      let pattern = try CaseArgument.pattern(arguments, board, which, settings: settings)
      do throws(FilterStoreError) {
        let design = try filters.design(which, pattern: pattern) { work, part in
          progress.update(
            work, work == .body ? part : (Double(index) + part) / Double(cases.count))
        }
        let designer = try filters.designer()
        let closed =
          design.isRefined ? try filters.closedForm(which, pattern: pattern) : nil
        entries.append(
          DesignFacts(
            DesignPageFacts(
              (closed: closed, design: design), designer: designer,
              withMismatch: arguments.has(mismatch) || arguments.has(page)), board: board))
        progress.update(.refinement, Double(index + 1) / Double(cases.count))
      } catch {
        progress.finish()
        throw CommandError(error)
      }
    }
    progress.finish()
    console.noteCache(of: filters)
    if let other { try addFigures(on: other, to: &entries, of: filters) }
    if let folder = arguments.text(export) {
      let files = try FilterExport(folder: folder, board: board).write(entries.map(\.design))
      console.note("wrote \(files.count) files to \(folder)")
    }
    if let path = arguments.text(page) {
      try DesignPageFacts.writePage(
        entries.map(\.page), board: board, ears: settings.stereo.ears.words, to: path, console)
    }
    if arguments.has(json) {
      try console.print(JSONOutput.text(entries))
    } else {
      let report = DesignReport(
        entries: entries.map { $0.entry(board) }, otherBoard: other?.board.id)
      try console.print(
        lines: report.text(width: console.terminal.width, colored: console.terminal.allowsColor))
    }
    return .success
  }

  private static func addFigures(
    on other: DesignOnBoard, to entries: inout [DesignFacts], of filters: FilterStore
  ) throws(CommandError) {
    let designer: FilterDesigner
    do throws(FilterStoreError) {
      designer = try filters.designer()
    } catch {
      throw CommandError(error)
    }
    for index in entries.indices {
      entries[index].on = try other.facts(entries[index].design, of: designer)
    }
  }

  private static let mismatch = Option.flag(
    "mismatch", "also what differences between microphones do, by drawing 50 boards")
  private static let page = Option.text(
    "html", "FILE", "write a page with pictures of every case to this file")
  private static let export = Option.text(
    "export", "DIR", "write the filters as WAV files to this folder")

  /// The case that was named, or all; of cases that mono patterns do not tell apart, one.
  private static func wanted(
    _ arguments: Arguments, _ board: Board
  ) throws(CommandError) -> [Board.Case] {
    let isOne = arguments.has(CaseArgument.orientation)
    let named = try CaseArgument.which(arguments, board)
    if isOne { return [named] }
    let isMono = arguments.text(SettingsArguments.pattern).map { $0 != "stereo" } ?? false
    return board.cases.filter { which in
      (!arguments.has(CaseArgument.source) || which.dataSource == named.dataSource)
        && (!isMono || which.orientation == nil || which.orientation == .portrait)
    }
  }
}

/// A design with its figures, for programs and for the report.
struct DesignFacts: Encodable {
  let page: DesignPageFacts
  private var facts: Facts
  var design: Design { page.designs.design }

  /// The figures on another board.
  var on: DesignOnBoard.Facts? {
    get { facts.on }
    set { facts.on = newValue }
  }

  private struct Facts: Encodable {
    var dataSource: String
    var orientation: String?
    var pattern: String
    var preferredPattern: String
    var frontEmphasis: Double
    var taps: Int
    var delay: Int
    var rate: Int
    var tellsFrontFromBack: Bool
    var notes: [String]
    var refined: Bool
    var findings: [String]
    var figures: Figures
    var closedForm: Figures?
    var curves: DesignCurves
    var noiseFloor: Double
    var mismatch: Robustness?
    var on: DesignOnBoard.Facts?
  }

  init(_ page: DesignPageFacts, board: Board) {
    self.page = page
    let design = page.designs.design
    facts = Facts(
      dataSource: board.dataSources[design.which.dataSource].name,
      orientation: design.which.orientation?.rawValue, pattern: design.pattern.rawValue,
      preferredPattern: design.preferredPattern.rawValue, frontEmphasis: design.frontEmphasis,
      taps: design.filters.taps, delay: design.filters.delay, rate: design.filters.rate,
      tellsFrontFromBack: !design.notes.contains { note in
        switch note {
        case .frontAndBackAlike, .coneOfConfusion, .monoFallback, .omniFallback: true
        default: design.pattern == .omni
        }
      },
      notes: design.notes.map(\.description), refined: design.isRefined,
      findings: page.findings, figures: page.figures,
      closedForm: page.closed?.figures,
      curves: page.curves, noiseFloor: page.designer.noiseFloor, mismatch: page.robustness)
  }

  func encode(to encoder: any Encoder) throws {
    try facts.encode(to: encoder)
  }

  /// The entry of the report for people.
  func entry(_ board: Board) -> DesignReport.Entry {
    var entry = DesignReport.Entry(
      design, figures: page.figures, curves: page.curves, robustness: page.robustness, board: board)
    entry.closedForm = page.closed?.figures
    entry.elsewhere = on?.figures
    return entry
  }
}

/// Filters as files that other convolvers read.
struct FilterExport {
  let folder: String
  let board: Board

  /// Writes a file for every design and output, and a text for every design; none of them may be there yet.
  ///
  /// - Returns: the paths.
  func write(_ designs: [Design]) throws -> [String] {
    try OutputFolder.make(folder)
    let files = designs.flatMap { design in
      (0..<design.filters.outputs).map { output in
        (filters: design.filters, output: output, path: path(design, output))
      }
    }
    let notes = designs.map { design in
      let names = (0..<design.filters.outputs).map { "\(name(design, $0)).wav" }
      return (
        text: ConvolverNotes(design: design, board: board, files: names).text,
        path: "\(folder)/\(name(design, nil)).txt"
      )
    }
    // All or none: half an export would have to be sorted out by hand.
    let paths = files.map(\.path) + notes.map(\.path)
    if let taken = paths.first(where: { access($0, F_OK) == 0 }) {
      throw CommandError(
        "\(taken): is there already and is never overwritten; name a new folder", .cannotCreate)
    }
    do {
      for file in files { try write(file.filters, output: file.output, to: file.path) }
      for note in notes { try OutputFile.write(note.text, to: note.path) }
    } catch {
      for path in paths { unlink(path) }
      throw error
    }
    return paths
  }

  private func path(_ design: Design, _ output: Int) -> String {
    "\(folder)/\(name(design, output)).wav"
  }

  /// The name of the file of an output, or of a whole design, without its ending.
  private func name(_ design: Design, _ output: Int?) -> String {
    let source = board.dataSources[design.which.dataSource].name
    var parts = [board.id, String(source.map { $0 == " " ? "-" : $0 })]
    if let orientation = design.which.orientation, design.pattern == .stereo {
      parts.append(orientation.rawValue)
    }
    parts.append(design.pattern.rawValue)
    if let output, design.filters.outputs == 2 { parts.append(output == 0 ? "left" : "right") }
    return parts.joined(separator: "_")
  }

  private func write(_ filters: FilterBank, output: Int, to path: String) throws(CommandError) {
    var frames = [Float](repeating: 0, count: filters.taps * filters.microphones)
    for microphone in 0..<filters.microphones {
      for (tap, value) in filters.filter(output: output, microphone: microphone).enumerated() {
        frames[tap * filters.microphones + microphone] = value
      }
    }
    var inProgress: String?
    do throws(TakeFileError) {
      var writer = try WAVWriter.create(
        path: path,
        format: AudioFormat(rate: filters.rate, channels: filters.microphones, samples: .f32))
      inProgress = writer.inProgressPath
      try writer.append(interleaved: frames, frames: filters.taps)
      try writer.finish()
    } catch {
      if let inProgress { unlink(inProgress) }
      throw CommandError(error)
    }
  }
}
