import LinuxBoard
import Recorder

/// The console of a command that works in real time, and that printing never holds up.
///
/// Output and diagnostics have a lane each, so that one that is stuck does not block the other. If both go to the same
/// place, they share one lane, so that their lines stay in order.
struct UnhinderedConsole {
  /// The console that prints without waiting.
  let console: Console
  private let lanes: [OutputLane]

  /// Puts lanes in front of a console.
  ///
  /// - Parameter isJSON: true if a program reads the output, which must then contain no notice about missing lines.
  init(over console: Console, isJSON: Bool) {
    var lanes: [OutputLane] = []
    do throws(SessionFault) {
      let diagnostics = try OutputLane("messages", console.write(.diagnostics)) {
        Self.notice($0, on: console.diagnosticsTerminal)
      }
      lanes.append(diagnostics)
      if !console.sharesOutput {
        lanes.append(
          try OutputLane("output", console.write(.output)) { lines in
            let text = Self.notice(lines, on: console.terminal)
            guard isJSON else { return text }
            do { try diagnostics.print(text) } catch {}
            return nil
          })
      }
    } catch {
      // If the system has no thread left, the command prints like any other.
      for lane in lanes { lane.end() }
      (self.console, self.lanes) = (console, [])
      return
    }
    let (messages, output) = (lanes[0], lanes[lanes.count - 1])
    self.lanes = lanes
    var own = Console(
      terminal: console.terminal, diagnosticsTerminal: console.diagnosticsTerminal,
      environment: console.environment, sharesOutput: console.sharesOutput,
      output: { try output.print($0) }, diagnostics: { try messages.print($0) },
      concludeWork: { for lane in [output, messages] { lane.conclude() } })
    own.program = console.program
    self.console = own
  }

  /// Waits for the readers that still accept text, but for no others.
  func end() {
    for lane in lanes.reversed() { lane.end() }
  }

  /// The line of the log that replaces the missing ones.
  private static func notice(_ lines: Int, on terminal: Terminal) -> String {
    let start = terminal.isTerminal && terminal.allowsColor ? "\(ProgressLine.clear)" : ""
    let what = lines == 1 ? "1 line is missing" : "\(lines) lines are missing"
    return "\(start)\(WallClock.timeText())  \(what) here: the output was not read\n"
  }
}
