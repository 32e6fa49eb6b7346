import Assembly
import Boards
import Essentials
import Glibc
import LinuxBoard
import Recorder
import TOML

/// The board of a session: a real board named by its id or its file, the attached board, or a simulated one.
public struct CaptureBoard: Sendable, Equatable, ExpressibleByStringLiteral {
  enum Kind: Sendable, Equatable {
    case named(String)
    case attached
    case simulated(String, SimulatedScene)
  }

  let kind: Kind
  /// The folders that are searched for a board's id.
  public var folders: [String]

  private init(_ kind: Kind) {
    self.kind = kind
    folders = BoardLibrary(environment: Self.environment).folders
  }

  /// The board with this id or, if the name contains a slash, in this file.
  public static func named(_ name: String) -> CaptureBoard { CaptureBoard(.named(name)) }

  /// The board whose device is attached to this computer.
  public static var attached: CaptureBoard { CaptureBoard(.attached) }

  /// A simulation, in the free field, of the board with this id or in this file.
  public static func simulated(
    _ name: String, _ scene: SimulatedScene = SimulatedScene()
  ) -> CaptureBoard { CaptureBoard(.simulated(name, scene)) }

  /// The board with this id or, if the name contains a slash, in this file.
  public init(stringLiteral name: String) { self.init(.named(name)) }

  private static let environment: [String: String] = {
    ["PINNA_BOARDS", "PINNA_CACHE", "XDG_CACHE_HOME", "HOME"].reduce(into: [:]) { found, name in
      if let value = getenv(name) { found[name] = String(cString: value) }
    }
  }()

  /// The folder in which Pinna programs cache filters.
  static var cacheDirectory: String? { FilterStore.cacheDirectory(environment) }

  /// The boards whose device is attached to this computer.
  var attachedBoards: [Board] {
    let devices = AlsaInputs.list().map(\.device)
    return BoardLibrary(folders: folders).boards.filter { board in
      devices.contains { CaptureDeviceName.isSame(board.capture.device, $0) }
    }
  }

  /// Loads the selected board.
  func load() throws(CaptureError) -> Board {
    switch kind {
    case .named(let name):
      let board = try load(name)
      guard !board.isSimulatedOnly else {
        throw .unavailable(
          "\(name) is simulated only; write simulated:\(name), or in Swift CaptureBoard.simulated")
      }
      return board
    case .simulated(let name, _):
      var board = try load(name)
      board.body = nil
      return board
    case .attached:
      let devices = AlsaInputs.list().map(\.device)
      let library = BoardLibrary(folders: folders.map(\.absolutePath))
      switch AttachedBoard.find(devices: devices, boards: library.boards) {
      case .one(let board, _): return board
      case .several(let ids):
        throw .unknownBoard("the attached devices match \(ids.joined(separator: ", ")); name one")
      case .none:
        throw .unknownBoard(
          "no board file matches a device on this machine; plug the board in, or name a board")
      }
    }
  }

  private func load(_ name: String) throws(CaptureError) -> Board {
    // The path must be absolute, because the file may name others, which are read later.
    let path = try translate(
      try BoardLibrary(folders: folders).path(of: name).absolutePath, to: CaptureError.file)
    return try translate(try Board.load(path: path), to: CaptureError.file)
  }
}
