import Assembly
import Essentials
import Glibc
import Recorder
import TOML
import TakeFiles

/// Renders many files into one folder, which other processes may fill at the same time.
///
/// Files that exist and are sound are skipped, so that the same command can continue after an interruption. A file is
/// locked while it is being made, and the lock ends with the process.
struct RenderBatch {
  private let inputs: [String]
  private let folder: String
  private let arguments: Arguments
  private let console: Console

  /// Prepares a batch, and makes its folder.
  ///
  /// - Throws: ``CommandError``: 64 if a file is named twice, 73 or 77 if the folder cannot be made.
  init(
    _ inputs: [String], _ folder: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    (self.inputs, self.folder) = (inputs, folder)
    (self.arguments, self.console) = (arguments, console)
    if let twice = Dictionary(grouping: inputs, by: { $0 }).first(where: { $0.value.count > 1 }) {
      throw arguments.usageError("'\(twice.key)' is named twice")
    }
    for option in PartArguments.all + [Command.keepDelay] where arguments.has(option) {
      throw arguments.usageError("--into and --\(option.form.name): leave one out")
    }
    try OutputFolder.make(folder)
  }

  /// Renders the files that are missing.
  ///
  /// - Parameter render: renders a file; returns `nil` if the result already exists.
  /// - Returns: success, or the exit code for the first file that failed.
  func run(
    _ render: (_ input: String, _ batch: RenderBatch) throws -> RenderResult?
  ) throws -> ExitCode {
    var (made, there, failed) = (0, 0, 0)
    var code = ExitCode.success
    for input in inputs {
      do {
        guard let facts = try attempt(input, render) else {
          there += 1
          continue
        }
        made += 1
        for line in facts.warnings { console.note("warning: \(line)") }
        try console.print(arguments.has(Command.json) ? JSONOutput.line(facts) : facts.sentence)
      } catch let error as CommandError {
        failed += 1
        if code == .success { code = error.exitCode }
        console.note("pinna: \(error.message)")
      }
    }
    var words = ["\(made) rendered"]
    if there > 0 {
      words.append(
        there == 1
          ? "1 skipped: it exists already, or another process is making it"
          : "\(there) skipped: they exist already, or another process is making them")
    }
    if failed > 0 { words.append("\(failed) failed") }
    console.note(words.joined(separator: ", "))
    return code
  }

  /// Renders a file; `nil` if the result already exists, or if another process was quicker.
  private func attempt(
    _ input: String, _ render: (String, RenderBatch) throws -> RenderResult?
  ) throws -> RenderResult? {
    do {
      return try render(input, self)
    } catch let error as CommandError where error.exitCode == .cannotCreate {
      // Another process may be making the file, or may just have made it; an older file is refused again.
      return try render(input, self)
    }
  }

  /// The path for a new file; `nil` if the same file already exists and is sound, or if another process is making it.
  ///
  /// - Parameter renderer: the renderer of the file; `nil` before its filters are made, when no file can be compared
  ///   yet.
  /// - Throws: ``CommandError`` (73) if there is a file that was made in another way, or that is not sound, or if
  ///   another process is making such a file.
  func place(
    _ name: String, _ recording: RawRecording, _ focus: FocusWish?, _ renderer: OfflineRenderer?
  ) throws -> String? {
    let path = folder + "/" + name
    guard let renderer else { return path }
    guard access(path, F_OK) == 0 else {
      if let file = fileBeingMade(path) {
        guard try translate(try isSame(file, path, recording, renderer), to: CommandError.file)
        else {
          throw CommandError(
            "\(path): another process is making it, from another recording or with other settings; "
              + "choose another folder", .cannotCreate)
        }
        return nil
      }
      removeRemains(of: path)
      return path
    }
    if let problem = problem(path, recording, focus, renderer) {
      throw CommandError("\(path): \(problem)", .cannotCreate)
    }
    return nil
  }

  /// The reason why a file differs from the one that this command would make; `nil` if it does not differ.
  private func problem(
    _ path: String, _ recording: RawRecording, _ focus: FocusWish?, _ renderer: OfflineRenderer
  ) -> String? {
    do throws(TakeFileError) {
      let file = try TakeFile.read(path: path)
      guard file.metadata.end != nil, try TakeVerifier.faults(of: file).isEmpty else {
        return "it exists but is damaged; remove it, and it will be made again"
      }
      let (made, origin) = (file.metadata, recording.origin)
      let other =
        "it exists, but was made from another recording or by an earlier version; choose another "
        + "folder"
      // Two recorders may have given the same name to their files, so the name alone is not enough.
      let source = TakeMetadata.renderedFrom + TakeName.fileName(of: recording.path)
      guard made.notes.contains(source), file.frames == recording.frames,
        made.date == origin.date, made.timeReference == origin.timeReference
      else { return other }
      var wanted = made
      wanted.describe(renderer.design)
      wanted.notes = made.notes
      let form = recording.settings.take.form
      let isFloat = form.samples == .f32
      let isFocused = focus.map { made.notes.contains($0.note) } ?? true
      guard wanted == made, isFocused, made.lowCutHertz == form.lowCutHertz,
        made.limits == form.limits,
        file.isFloat == isFloat, isFloat || file.bits == form.samples.bits
      else {
        return "it exists, but was made with other settings; remove it, or choose another folder"
      }
      // The times may be the same as well, to the frame; the identity is made from the identity of the recording.
      return try isSame(file, path, recording, renderer) ? nil : other
    } catch {
      return "it exists but cannot be read; remove it, and it will be made again: \(error)"
    }
  }

  /// True if a file has the identity that this command would give to the file at the path.
  private func isSame(
    _ file: TakeFile, _ path: String, _ recording: RawRecording, _ renderer: OfflineRenderer
  ) throws(TakeFileError) -> Bool {
    let input = try TakeFile.read(path: recording.path)
    return file.metadata.familyID == (try renderer.identity(of: input, for: path))
  }

  /// The unfinished file that another process is making, and keeps locked; `nil` if there is none.
  private func fileBeingMade(_ path: String) -> TakeFile? {
    let file = try? TakeFile.read(path: TakeName.inProgressPath(for: path))
    return file?.isBeingWritten == true ? file : nil
  }

  /// Removes what is left of a file whose process was killed.
  private func removeRemains(of path: String) {
    let remains = TakeName.inProgressPath(for: path)
    // A file that was cut off in its first moment has no header.
    let isEmpty = (try? TextFile.bytes(path: remains).isEmpty) ?? false
    if isEmpty || (try? TakeFile.read(path: remains)) != nil { _ = unlink(remains) }
  }
}
