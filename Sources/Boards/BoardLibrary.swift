import Essentials
import Glibc
import TOML

/// The folders that are searched for board files.
public struct BoardLibrary: Sendable, Equatable {
  /// The folders; if several folders contain the same id, the first of these wins.
  public var folders: [String]

  /// The folder for users' board files, and the folder for board files from packages.
  public static let installedFolders = [
    "/etc/pinna/boards", "/usr/local/share/pinna/boards", "/usr/share/pinna/boards",
  ]

  /// Creates a library of these folders.
  public init(folders: [String]) {
    self.folders = folders
  }

  /// The folders in `PINNA_BOARDS` (separated by colons), followed by `./boards` and the installed folders.
  ///
  /// - Parameter environment: the environment variables of the process, or of a test.
  public init(
    environment: [String: String], installed: [String] = BoardLibrary.installedFolders
  ) {
    let own = environment["PINNA_BOARDS", default: ""].split(separator: ":").map(String.init)
    folders = own + ["./boards"] + installed
  }

  /// The boards folder of the source tree in which a program was built; `nil` for an installed program.
  ///
  /// - Parameter program: the absolute path of the program.
  package static func sourceFolder(ofProgram program: String) -> String? {
    guard let build = program.firstRange(of: "/.build/") else { return nil }
    return program[..<build.lowerBound] + "/boards"
  }

  /// A board file in the library.
  public struct Entry: Sendable, Equatable {
    /// The id, as users type it.
    public var id: String
    /// The path of the file.
    public var path: String
    /// The name of the board; `nil` if the file has an error.
    public var name: String?
    /// The error in the file, if any.
    public var error: TOMLError?
  }

  /// Loads a board by its id or its path, which contains a slash or has the extension `.toml`.
  ///
  /// - Throws: `TOMLError` if there is no such board (the error names the folders searched and the ids found), or if
  ///   its file has an error.
  public func load(_ board: String) throws(TOMLError) -> Board {
    try Board.load(path: path(of: board))
  }

  /// The path of a board's file.
  ///
  /// - Throws: `TOMLError` if no folder has the id (the error names the folders searched and the ids found), or if
  ///   `board` is a path to something else.
  public func path(of board: String) throws(TOMLError) -> String {
    if board.contains("/") || board.hasSuffix(Self.ending) { return board }
    let all = files()
    if let found = all.first(where: { $0.id == board }) { return found.path }
    if access(board, F_OK) == 0 {
      throw TOMLError(
        file: board, problem: "not a board file: its name does not end with \(Self.ending)",
        remedy: "name a board file, or an id from 'pinna board list'")
    }
    let ids = all.map(\.id)
    let meant = Suggestion.question(for: board, in: ids)
    throw TOMLError(
      file: board, problem: "no such board in \(folders.joined(separator: ", "))",
      remedy: meant
        + (ids.isEmpty
          ? "these folders have no board files"
          : "available boards: \(ids.joined(separator: ", "))"),
      cause: .file(errno: ENOENT))
  }

  /// Every board of the library, sorted by id, including boards whose files have errors.
  public func list() -> [Entry] {
    files().map { file in
      do throws(TOMLError) {
        let board = try Board.load(path: file.path)
        return Entry(id: file.id, path: file.path, name: board.name)
      } catch {
        return Entry(id: file.id, path: file.path, error: error)
      }
    }
  }

  /// The path for a changed copy of a board file; a file of the package keeps its id, but in the folder for users'
  /// board files, because updates replace the files of the package.
  package static func place(forCopyOf path: String) -> String {
    path.hasPrefix("/usr/share/pinna/boards/")
      ? "/etc/pinna/boards/\(id(ofPath: path))\(ending)" : path
  }

  static let ending = ".toml"

  /// The id of a board file: its name without folder and extension.
  public static func id(ofPath path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
  }

  private func files() -> [(id: String, path: String)] {
    var paths: [String: String] = [:]
    for folder in folders {
      // A hidden file belongs to an editor or another system, such as "._mine.toml" from a Mac.
      for name in folderNames(folder)
      where name.hasSuffix(Self.ending) && !name.hasPrefix(".") {
        let id = Self.id(ofPath: name)
        if paths[id] == nil { paths[id] = "\(folder)/\(name)" }
      }
    }
    return paths.sorted { $0.key < $1.key }.map { (id: $0.key, path: $0.value) }
  }
}
