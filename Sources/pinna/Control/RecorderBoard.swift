import Boards
import Essentials
import Face
import Varlink

/// The board of a running recorder, as a client finds it: a recorder does not send its geometry, which a drawing needs.
enum RecorderBoard {
  /// The board named by a recorder, from the board file on this machine.
  ///
  /// - Parameter given: the id or path of `--board`.
  /// - Returns: `nil` if no file of that name is found, or if its data sources differ from the recorder's.
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
        // Without a file the view lacks only the drawing.
        continue
      }
    }
    return nil
  }

  /// The board of the recorder running on this machine; `nil` if none runs, or no file of its board is found.
  static func ofRunning(_ arguments: Arguments, _ console: Console) -> Board? {
    guard let client = ControlPath.connectIfThere(arguments, console) else { return nil }
    do throws(VarlinkClient.Failure) {
      return find(try client.status(), arguments, console)
    } catch {
      return nil
    }
  }

  /// The names under which it may be found: the one in the settings, which may be a path, before its own.
  private static func names(_ status: RecorderStatus, _ arguments: Arguments) -> [String] {
    var names: [String] = []
    do throws(CommandError) {
      if let name = try SettingsArguments.file(arguments).board { names.append(name) }
    } catch {
      // Unreadable settings name no board.
    }
    return names + [status.board]
  }
}
