import Glibc
import Recorder
import TakeFiles

/// A name that the user gives to the file of one take, as in `pinna record dawn.wav`.
///
/// The take is recorded under an ordinary name, so that it can be found after a power cut. Its files are renamed when
/// it is closed.
struct OwnName {
  /// The argument for the name.
  static let argument = Positional(
    "NAME", "a name for the take's file, with an ending that sets the format: dawn.wav",
    count: .optional)

  /// The folder in which the file is made.
  let directory: String
  /// The kind of file, by its extension.
  let kind: TakeFileKind
  /// The name of the file without its extension.
  private let stem: String

  /// Reads the name from the command line; `nil` if none is given.
  ///
  /// - Throws: ``CommandError``: 64 if the name has no known format, or does not go with an option; 73 if the file
  ///   already exists.
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
        "NAME '\(word)': the name must end with the format of the file, one of \(endings)")
    }
    if let asked = arguments[kinds], asked != kind {
      throw arguments.usageError(
        "NAME '\(word)' and --format \(asked.rawValue) contradict each other")
    }
    guard !arguments.has(out) || !word.contains("/") else {
      throw arguments.usageError("NAME '\(word)' already names a folder; leave out --out")
    }
    guard !TakeName.fileName(of: word).hasPrefix(".") else {
      throw arguments.usageError(
        "NAME '\(word)': hidden files are not takes; the name must not begin with a dot")
    }
    self.kind = kind
    directory = arguments[out] ?? TakeName.directory(of: word)
    stem = TakeName.stem(of: word)
    for path in [path(), path(.raw), path(.safety)] where TakesArguments.exists(path) {
      throw CommandError(TakeFileError.system(operation: .create, path: path, code: EEXIST))
    }
  }

  /// The path of the file for some content of a take, with a part number if the take was split.
  private func path(_ content: TakeName.Content = .rendered, part: Int? = nil) -> String {
    var name = stem
    if content != .rendered { name += "_" + content.rawValue }
    if let part { name += "_" + TakeName.letters(part) }
    let ending = content == .raw ? TakeFileKind.wav.ending : kind.ending
    return (directory.hasSuffix("/") ? directory : directory + "/") + name + "." + ending
  }

  /// Gives this name to the files of a take; if a file cannot be renamed, it keeps its name, and a note says so.
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
