import Assembly
import Beamforming
import Essentials
import Glibc
import Recorder
import TOML
import TakeFiles

/// Many files that are rendered into one folder, by this process and by others at the same time.
///
/// What is there and sound is left out, so that the same command goes on after an interruption. A file that is being
/// made is locked, and the lock goes with its process.
struct RenderBatch {
  private let inputs: [String]
  private let folder: String
  private let arguments: Arguments
  private let console: Console

  /// A batch; the folder is made.
  ///
  /// - Throws: ``CommandError``: 64 for a file that is named twice, 73 and 77 for a folder that cannot be made.
  init(
    _ inputs: [String], _ folder: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    (self.inputs, self.folder) = (inputs, folder)
    (self.arguments, self.console) = (arguments, console)
    if let twice = Dictionary(grouping: inputs, by: { $0 }).first(where: { $0.value.count > 1 }) {
      throw arguments.usageError("'\(twice.key)' is named twice")
    }
    for option in PartArguments.all where arguments.has(option) {
      throw arguments.usageError("--into is for whole files: leave out --\(option.form.name)")
    }
    try OutputFolder.make(folder)
  }

  /// Renders what is not there yet.
  ///
  /// - Parameter render: renders a file; `nil` where it is there.
  /// - Returns: the exit code of the first file that failed, or success.
  func run(
    _ render: (_ input: String, _ batch: RenderBatch) throws -> RenderResult?
  ) throws -> ExitCode {
    var (made, there, failed) = (0, 0, 0)
    var code = ExitCode.success
    for input in inputs {
      do {
        guard let facts = try render(input, self) else {
          there += 1
          continue
        }
        made += 1
        for line in facts.warnings { console.note("warning: \(line)") }
        try console.print(
          arguments.has(Command.json) ? JSONOutput.line(facts) : facts.sentence)
      } catch let error as CommandError {
        failed += 1
        if code == .success { code = error.exitCode }
        console.note("pinna: \(error.message)")
      }
    }
    var words = ["\(made) rendered"]
    if there > 0 { words.append("\(there) there already") }
    if failed > 0 { words.append("\(failed) failed") }
    console.note(words.joined(separator: ", "))
    return code
  }

  /// The path of a file; `nil` where it is there, sound, and made in this way.
  ///
  /// - Parameter design: the filters; `nil` before they are there, when nothing can be told yet.
  /// - Throws: ``CommandError`` (73) for a file that was made in another way or is not sound, or that another process
  ///   makes.
  func place(_ name: String, _ recording: RawRecording, _ design: Design?) throws -> String? {
    let path = folder + "/" + name
    guard let design else { return path }
    guard access(path, F_OK) == 0 else {
      removeRemains(of: path)
      return path
    }
    guard try isSame(path, recording, design) else {
      throw CommandError(
        "\(path): it is there, and was made in another way or is not sound; remove it, or choose another folder",
        .cannotCreate)
    }
    return nil
  }

  /// True for a file that this command would make again as it is.
  private func isSame(
    _ path: String, _ recording: RawRecording, _ design: Design
  ) throws -> Bool {
    do throws(TakeFileError) {
      let file = try TakeFile.read(path: path)
      guard file.metadata.end != nil, !file.isInProgress,
        try TakeVerifier.faults(of: file).isEmpty
      else { return false }
      var wanted = file.metadata
      wanted.describe(design)
      wanted.notes = file.metadata.notes
      let form = recording.settings.take.form
      let source = TakeMetadata.renderedFrom + TakeName.fileName(of: recording.path)
      let origin = recording.origin
      // Two recorders may give their files one name.
      return wanted == file.metadata && file.metadata.notes.contains(source)
        && file.frames == recording.frames && file.metadata.date == origin.date
        && file.metadata.timeReference == origin.timeReference
        && file.metadata.lowCutHertz == form.lowCutHertz && file.metadata.limits == form.limits
    } catch {
      return false
    }
  }

  /// Removes what a process that was ended left of a file; not while one makes it.
  private func removeRemains(of path: String) {
    let remains = TakeName.inProgressPath(for: path)
    // Who writes a file has a lock on it; one that was cut off in its first moment has no head.
    let isEmpty = (try? TextFile.bytes(path: remains).isEmpty) ?? false
    let file = try? TakeFile.read(path: remains)
    if isEmpty || file?.isBeingWritten == false { _ = unlink(remains) }
  }
}
