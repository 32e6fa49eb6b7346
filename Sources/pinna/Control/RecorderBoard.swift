import Boards
import Face
import Varlink

/// Finds the board of a running recorder for a client, because a recorder does not send the geometry that a drawing
/// needs.
enum RecorderBoard {
  /// The board that a recorder names, read from the board file on this machine.
  ///
  /// - Parameter given: the id or the path that was given with `--board`.
  /// - Returns: `nil` if no file with that name is found, or if its data sources differ from those of the recorder.
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
        // Without this file, the view lacks nothing but the drawing.
        continue
      }
    }
    return nil
  }

  /// The board of the recorder that is running on this machine; `nil` if none is running, or if its board file is not
  /// found.
  static func ofRunning(_ arguments: Arguments, _ console: Console) -> Board? {
    guard let client = ControlPath.connectIfThere(arguments, console) else { return nil }
    do throws(VarlinkClient.Failure) {
      return find(try client.status(), arguments, console)
    } catch {
      return nil
    }
  }

  /// The names under which to look for the board: first the one in the settings, which may be a path, then the board's
  /// id.
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
