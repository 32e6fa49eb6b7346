import Glibc
import Recorder
import TakeFiles

/// A user-given name for the file of one take, as in `pinna record dawn.wav`.
///
/// The take is recorded under an ordinary take name, so that it can be found after a power cut, and its files are
/// renamed when it is closed.
struct OwnName {
  /// The argument.
  static let argument = Positional(
    "NAME", "a name for the file of the take, which ends with its format: dawn.wav",
    count: .optional)

  /// The folder of the file.
  let directory: String
  /// The kind of the file.
  let kind: TakeFileKind
  /// The name of the file without its extension.
  private let stem: String

  /// The name given on the command line; `nil` if there is none.
  ///
  /// - Throws: ``CommandError``: 64 for a name without a known format, or in conflict with an option; 73 if the file
  ///   exists.
  init?(_ arguments: Arguments, out: Option<String?>, kinds: Option<TakeFileKind?>)
    throws(CommandError)
  {
    guard let word = arguments.positionals.first else { return nil }
    guard !TakesArguments.isDirectory(word), !word.hasSuffix("/") else {
      throw arguments.usageError(
        "NAME '\(word)' is a folder; for a folder of takes use --out '\(word)'")
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
      throw arguments.usageError("NAME '\(word)' already names a folder; leave out --out")
    }
    self.kind = kind
    directory = TakeName.directory(of: word)
    stem = TakeName.stem(of: word)
    for path in [path(), path(.raw), path(.safety)] where TakesArguments.exists(path) {
      throw CommandError(TakeFileError.system(operation: .create, path: path, code: EEXIST))
    }
  }

  /// The path of the file with some content, and with a part number if the take was split.
  private func path(_ content: TakeName.Content = .rendered, part: Int? = nil) -> String {
    var name = stem
    if content != .rendered { name += "_" + content.rawValue }
    if let part { name += "_" + TakeName.letters(part) }
    let ending = content == .raw ? TakeFileKind.wav.ending : kind.ending
    return (directory.hasSuffix("/") ? directory : directory + "/") + name + "." + ending
  }

  /// Gives the files of a take this name; a file that cannot be renamed keeps its name, and a note says so.
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
