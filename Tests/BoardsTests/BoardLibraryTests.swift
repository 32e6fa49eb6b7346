import Boards
import Glibc
import TOML
import TestSupport
import Testing

struct BoardLibraryTests {
  /// Makes folders of board files, and removes them at the end.
  private func withFolders(_ action: (_ first: String, _ second: String) throws -> Void) throws {
    let root = try TemporaryDirectory()
    let folders = [root.file("a"), root.file("b")]
    for folder in folders { try #require(mkdir(folder, 0o700) == 0) }
    let files = [
      ("a/one.toml", smallestBoard), ("a/two.toml", "schema = 9"), ("a/notes.txt", ""),
      ("b/one.toml", completeBoard), ("b/three.toml", completeBoard),
      ("a/._one.toml", "from a Mac"), ("a/.toml", ""),
    ]
    for (name, text) in files { try root.write(Array(text.utf8), to: name) }
    try action(folders[0], folders[1])
  }

  @Test("an id is looked up folder by folder, and the first folder wins")
  func lookup() throws {
    try withFolders { first, second in
      let library = BoardLibrary(folders: ["/nowhere", first, second])
      let one = try library.load("one")
      #expect(one.name == "Small")
      #expect(one.id == "one")
      let others = [try library.load("three"), try library.load("\(second)/one.toml")]
      #expect(others.map(\.name) == ["Test board", "Test board"])
    }
  }

  @Test("an id that is not there says where it was looked for and which ids there are")
  func notFound() throws {
    try withFolders { first, second in
      let library = BoardLibrary(folders: [first, second])
      do {
        _ = try library.load("thre")
        Issue.record("no error")
      } catch {
        #expect(
          "\(error)" == "thre: no such board in \(first), \(second); did you mean \"three\"? "
            + "available boards: one, three, two")
        #expect((error as? TOMLError)?.cause == .file(errno: ENOENT))
      }
    }
  }

  @Test("responses of a body are beside the board file, or where an absolute path says")
  func responses() throws {
    try withFolders { first, second in
      let library = BoardLibrary(folders: [first, second])
      func model(_ responses: String, of board: String) throws -> BodyModel? {
        let text = completeBoard.replacing(
          "model = \"sphere\"\nradius = 40.0",
          with: "model = \"measured\"\nresponses = \"\(responses)\"")
        let stream = try #require(fopen("\(second)/three.toml", "w"))
        fputs(text, stream)
        fclose(stream)
        return try library.load(board).body?.model
      }
      let byID = try model("a.sofa", of: "three")
      #expect(byID == .measured(file: "\(second)/a.sofa"))
      let byPath = try model("x/a.sofa", of: "\(second)/three.toml")
      #expect(byPath == .measured(file: "\(second)/x/a.sofa"))
      let absolute = try model("/x/a.sofa", of: "three")
      #expect(absolute == .measured(file: "/x/a.sofa"))
    }
  }

  @Test("an empty library says so")
  func empty() {
    do {
      _ = try BoardLibrary(folders: ["/nowhere"]).load("one")
      Issue.record("no error")
    } catch {
      #expect("\(error)" == "one: no such board in /nowhere; these folders have no board files")
    }
  }

  @Test("the list names every board once, and keeps what is wrong with a file")
  func list() throws {
    try withFolders { first, second in
      let list = BoardLibrary(folders: [first, second]).list()
      #expect(list.map(\.id) == ["one", "three", "two"])
      #expect(list.map(\.name) == ["Small", "Test board", nil])
      #expect(
        list.map(\.path) == ["\(first)/one.toml", "\(second)/three.toml", "\(first)/two.toml"])
      #expect(list.map { $0.error == nil } == [true, true, false])
    }
  }

  @Test("a copy of a file of the package goes where no update replaces it, and comes first there")
  func copies() {
    let copy = BoardLibrary.place(forCopyOf: "/usr/share/pinna/boards/uma-8.toml")
    #expect(copy == "/etc/pinna/boards/uma-8.toml")
    #expect(BoardLibrary.installedFolders.first == "/etc/pinna/boards")
    #expect(BoardLibrary.installedFolders.last == "/usr/share/pinna/boards")
    for own in ["/etc/pinna/boards/mine.toml", "mine.toml", "boards/uma-8.toml"] {
      #expect(BoardLibrary.place(forCopyOf: own) == own)
    }
  }

  @Test("a program that was built and not installed knows the boards of its tree")
  func built() {
    #expect(
      BoardLibrary.sourceFolder(ofProgram: "/home/a/pinna/.build/x86_64/release/pinna")
        == "/home/a/pinna/boards")
    #expect(BoardLibrary.sourceFolder(ofProgram: "/usr/bin/pinna") == nil)
  }

  @Test("PINNA_BOARDS comes first, then ./boards, then the installed folders")
  func environment() {
    #expect(
      BoardLibrary(environment: ["PINNA_BOARDS": "/x::/y"], installed: ["/i"]).folders
        == ["/x", "/y", "./boards", "/i"])
    #expect(
      BoardLibrary(environment: [:]).folders
        == [
          "./boards", "/etc/pinna/boards", "/usr/local/share/pinna/boards",
          "/usr/share/pinna/boards",
        ])
  }

  @Test("a missing file and a folder are errors with their errno")
  func unreadable() {
    for (path, code) in [("./nowhere/x.toml", ENOENT), ("/tmp/", EISDIR)] {
      do {
        _ = try Board.load(path: path)
        Issue.record("no error")
      } catch {
        #expect(error.cause == .file(errno: code))
      }
    }
  }
}
