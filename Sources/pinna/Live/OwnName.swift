import Glibc
import Recorder
import TakeFiles

/// A name of one's own for the file of one take, as `pinna record dawn.wav` gives it.
///
/// The take is made under a name as all takes have it, so that a power cut leaves something that is found again, and
/// has its files renamed when it is closed.
struct OwnName {
  /// The argument.
  static let argument = Positional(
    "NAME", "a name for the file of the take, which ends with its format: dawn.wav",
    count: .optional)

  /// The folder of the file.
  let directory: String
  /// The kind of the file.
  let kind: TakeFileKind
  /// The name of the file without its ending.
  private let stem: String

  /// The name of the command line; `nil` when it has none.
  ///
  /// - Throws: ``CommandError``: 64 for a name that says no format, or contradicts an option; 73 when a file has it.
  init?(_ arguments: Arguments, out: Option<String?>, kinds: Option<TakeFileKind?>)
    throws(CommandError)
  {
    guard let word = arguments.positionals.first else { return nil }
    guard !TakesArguments.isDirectory(word), !word.hasSuffix("/") else {
      throw arguments.usageError(
        "NAME '\(word)' is a folder; for a folder of takes say --out '\(word)'")
    }
    guard let kind = TakeFileKind(path: word) else {
      let endings = TakeFileKind.allCases.map { "." + $0.ending }.joined(separator: ", ")
      throw arguments.usageError(
        "NAME '\(word)': the name of a file ends with its format, one of \(endings)")
    }
    if let asked = arguments[kinds], asked != kind {
      throw arguments.usageError(
        "NAME '\(word)' and --format \(asked.rawValue) contradict each other")
    }
    guard !arguments.has(out) else {
      throw arguments.usageError("NAME '\(word)' has its folder with it; leave out --out")
    }
    self.kind = kind
    directory = TakeName.directory(of: word)
    stem = TakeName.stem(of: word)
    for path in [path(), path(.raw), path(.safety)] where TakesArguments.exists(path) {
      throw CommandError(TakeFileError.system(operation: .create, path: path, code: EEXIST))
    }
  }

  /// The path of a file: of its content, and of its part in a take that was split.
  private func path(_ content: TakeName.Content = .rendered, part: Int? = nil) -> String {
    var name = stem
    if content != .rendered { name += "_" + content.rawValue }
    if let part { name += "_" + TakeName.letters(part) }
    let ending = content == .raw ? TakeFileKind.wav.ending : kind.ending
    return (directory.hasSuffix("/") ? directory : directory + "/") + name + "." + ending
  }

  /// Gives the files of a take this name; one that cannot have it keeps its own, and a note says so.
  func give(to take: inout TakeResult, _ console: Console) {
    take.files = rename(take.files, .rendered, console)
    take.safetyFiles = rename(take.safetyFiles, .safety, console)
    take.rawFiles = rename(take.rawFiles, .raw, console)
  }

  private func rename(
    _ files: [String], _ content: TakeName.Content, _ console: Console
  ) -> [String] {
    files.map { file in
      let part = TakeName(fileName: TakeName.fileName(of: file))?.part
      let new = path(content, part: part)
      do throws(TakeFileError) {
        try TakeFile.rename(file, to: new)
        return new
      } catch {
        console.note("\(file) keeps its name: \(error)")
        return file
      }
    }
  }
}
