import Essentials
import Glibc
import Recorder
import TOML
import TakeFiles

/// Finds the takes that the command line names.
enum TakesArguments {
  /// The argument `[DIR]`.
  static let directoryArgument = Positional(
    "DIR", "a directory of takes; default: where 'pinna record' puts them",
    count: .optional)

  /// The argument `TAKE`.
  static let takeArgument = Positional(
    "TAKE", "a number, the name of a take, 'last', or a path: dawn/7 is take 7 in dawn")
  /// The argument `TAKE...`.
  static let takesArgument = Positional(
    "TAKE", "numbers, names of takes, or paths: dawn/7 is take 7 in dawn", count: .oneOrMore)

  /// Finds the takes that the arguments name; a directory means all takes in it, and the default is the settings' one.
  static func takes(_ arguments: Arguments) throws(CommandError) -> [TakeSet] {
    var words = arguments.positionals
    if words.isEmpty { words = [try settingsDirectory(arguments)] }
    var takes: [TakeSet] = []
    for word in words {
      guard isDirectory(word) || arguments.positionals.isEmpty else {
        takes.append(try take(word, arguments))
        continue
      }
      takes += try all(in: word)
    }
    return takes
  }

  /// All takes in a directory.
  static func all(in directory: String) throws(CommandError) -> [TakeSet] {
    try translate(try TakeDirectory(path: directory).takes(), to: CommandError.file)
  }

  /// The directory that is given, or else the one in the settings.
  static func directory(_ arguments: Arguments) throws(CommandError) -> String {
    if let given = arguments.positionals.first { return given }
    return try settingsDirectory(arguments)
  }

  /// The directory in which `record` would make takes.
  static func settingsDirectory(_ arguments: Arguments) throws(CommandError) -> String {
    try SettingsArguments.file(arguments).take.placeOfTakes()
  }

  /// True for the path of a directory.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// True for the path of an existing file of any kind.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Finds the take that a number, a name or a path means.
  ///
  /// - Throws: ``CommandError``: 66 with a list of the takes if there is no such take, 64 if a number is ambiguous.
  static func take(_ word: String, _ arguments: Arguments) throws(CommandError) -> TakeSet {
    if Int(word) == nil, isDirectory(word) {
      throw CommandError(
        "\(word): is a directory; name one of its takes ('pinna takes list \(word)' shows them)",
        .usage)
    }
    let isPath = word.contains("/") || exists(word)
    let directory = isPath ? TakeName.directory(of: word) : try settingsDirectory(arguments)
    let folder = TakeDirectory(path: directory)
    let name = TakeName.fileName(of: word)
    if name == "last", !exists(word) {
      let last = try translate(try folder.lastTake(), to: CommandError.file)
      if let last { return last }
    }
    // "dawn/7" means take 7 in the folder dawn, unless there is a file of this name.
    let number = exists(word) ? nil : Int(name)
    let numbered = try number.map { (number) throws(CommandError) in
      try translate(try folder.takes(numbers: [number]), to: CommandError.file)
    }
    // Other recorders make files such as 007.wav.
    let isNamed = numbered?.isEmpty ?? true
    let near =
      isNamed
      ? try translate(try folder.takes(near: name), to: CommandError.file) : numbered ?? []
    let found = near.filter { take in
      let files = take.files.map(\.path) + take.damaged.map(\.path)
      // A take that a person named has no number, and a word that is not a number must not match it for that reason.
      return take.name == name || (number != nil && take.number == number)
        || files.contains { TakeName.fileName(of: $0) == name || TakeName.stem(of: $0) == name }
    }
    if found.count == 1 { return found[0] }
    // The word matches any Unicode form of a name; of two files that differ only in the form, it means the one with
    // exactly these bytes.
    let exact = found.filter { take in
      (take.files.map(\.path) + take.damaged.map(\.path)).map(TakeName.fileName).contains {
        ExactName($0) == ExactName(name) || ExactName(TakeName.stem(of: $0)) == ExactName(name)
      } || ExactName(take.name) == ExactName(name)
    }
    if exact.count == 1 { return exact[0] }
    if found.isEmpty {
      if exists(word) { throw refusal(word) }
      throw missing(word, directory, try all(in: directory))
    }
    throw arguments.usageError(
      "'\(word)': \(found.count) takes have this number; name one of them: "
        + found.map(\.name).joined(separator: ", "))
  }

  /// The reason why an existing file is not a take.
  private static func refusal(_ path: String) -> CommandError {
    do throws(TakeFileError) {
      _ = try TakeFile.read(path: path)
      return CommandError("\(path): is hidden, so it is not a take; rename it", .data)
    } catch {
      return CommandError(error)
    }
  }

  private static func missing(
    _ word: String, _ directory: String, _ takes: [TakeSet]
  ) -> CommandError {
    if word.contains("/"), directory == "/" || takes.isEmpty {
      return CommandError(
        "\(word): there is no such file, directory or take; check the path", .noInput)
    }
    let numbers = takes.compactMap(\.number)
    let there =
      if let first = numbers.first, let last = numbers.last {
        first == last
          ? "there is take \(first)"
          : "there are \(numbers.count) takes, from \(first) to \(last)"
      } else {
        switch takes.count {
        case 0: "there are no takes"
        case 1: "there is a take without a number"
        default: "there are \(takes.count) takes without numbers"
        }
      }
    let hint = Suggestion.nearest(to: word, in: takes.map(\.name)).map { "did you mean \($0)?" }
    return CommandError(
      "\(word): no such take in \(directory): \(hint ?? there + "; see pinna takes list")", .noInput
    )
  }
}
