import Boards
import Essentials
import Face
import Varlink

/// The board of a running recorder, as a client finds it: a recorder tells no geometry, and a drawing needs one.
enum RecorderBoard {
  /// The board that a recorder names, from the board file of this machine.
  ///
  /// - Parameter given: the id or path of `--board`.
  /// - Returns: `nil` where no file of that name is found, or where it has other data sources than the recorder.
  static func find(
    _ status: RecorderStatus, given: String? = nil, _ arguments: Arguments, _ console: Console
  ) -> Board? {
    for name in [given].compactMap({ $0 }) + names(status, arguments) {
      do throws(CommandError) {
        let board = try BoardArgument.load(name, console)
        if board.id == status.board, board.dataSources.map(\.name) == status.dataSources.map(\.name)
        {
          return board
        }
      } catch {
        // Without a file the view has no drawing, and everything else all the same.
        continue
      }
    }
    return nil
  }

  /// The board of the recorder that runs on this machine; `nil` where none does, or no file of its board is found.
  static func ofRunning(_ arguments: Arguments, _ console: Console) -> Board? {
    guard let client = ControlPath.connectIfThere(arguments, console) else { return nil }
    do throws(VarlinkClient.Failure) {
      return find(try client.status(), arguments, console)
    } catch {
      return nil
    }
  }

  /// The names under which it may be found: that of the settings, which may be a path, before its own.
  private static func names(_ status: RecorderStatus, _ arguments: Arguments) -> [String] {
    var names: [String] = []
    do throws(CommandError) {
      if let name = try SettingsArguments.file(arguments).board { names.append(name) }
    } catch {
      // Settings that cannot be read name no board.
    }
    return names + [status.board]
  }
}
