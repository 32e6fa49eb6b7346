import Assembly
import Beamforming
import Boards
import Glibc
import TakeFiles

/// Writes filters as files for other convolvers.
struct FilterExport {
  let folder: String
  let board: Board

  /// Makes the folder, and checks that no file exists yet under those names that are known before the design.
  ///
  /// - Throws: ``CommandError`` (73, 77).
  func check(_ wishes: [(which: Board.Case, pattern: PolarPattern)]) throws(CommandError) {
    try OutputFolder.make(folder)
    try check(
      wishes.flatMap { which, pattern in
        (0..<pattern.channels).map { "\(folder)/\(name(which, pattern, $0)).wav" }
          + ["\(folder)/\(name(which, pattern, nil)).txt"]
      })
  }

  private func check(_ paths: [String]) throws(CommandError) {
    if let taken = paths.first(where: { access($0, F_OK) == 0 }) {
      throw CommandError(
        "\(taken): the file exists and is never overwritten; name a new folder", .cannotCreate)
    }
  }

  /// Writes a file for every output of every design, and a text for every design; none of these files may exist yet.
  ///
  /// - Returns: the paths of the files.
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
    // Either all files are written or none, so that nobody has to clear up half an export.
    let paths = files.map(\.path) + notes.map(\.path)
    try check(paths)
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

  /// The name of the file for an output, or for a whole design, without its extension.
  private func name(_ design: Design, _ output: Int?) -> String {
    name(design.which, design.pattern, output)
  }

  private func name(_ which: Board.Case, _ pattern: PolarPattern, _ output: Int?) -> String {
    let words = board.dataSources.map { OutputFile.word($0.name) }
    let source = words[which.dataSource]
    let isAmbiguous = words.count { $0 == source } > 1
    var parts = [
      OutputFile.word(board.id, keeping: "._+"),
      isAmbiguous ? "\(source)-\(which.dataSource + 1)" : source,
    ]
    if let orientation = which.orientation, pattern.hasLeftAndRight {
      parts.append(orientation.rawValue)
    }
    parts.append(pattern.rawValue)
    if let output, pattern.channels == 2 { parts.append(output == 0 ? "left" : "right") }
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
