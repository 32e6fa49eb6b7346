import Boards
import Recorder
import Synchronization

/// Watches the buttons and the power line, and switches the lights of a board, line by line.
///
/// - Thread: control.
public final class LineProbe: ButtonProbe, LightProbe, PowerProbe {
  private let board: Board
  private let clock: any BoardClock
  private let lit = Mutex<[LightName: LitLine]>([:])

  /// A light that is lit: its line is held until it is dark again.
  private final class LitLine {
    let line: GPIOLine
    init(_ line: GPIOLine) { self.line = line }
  }

  /// Seconds between two looks at the edges that the kernel keeps.
  private static let lookSeconds = 0.01

  /// A probe for the lines of a board; none is opened yet.
  public init(board: Board, clock: any BoardClock = MachineClock()) {
    self.board = board
    self.clock = clock
  }

  /// Watches the lines of all buttons for so many seconds.
  public func watchButtons(seconds: Double) -> [ButtonReport] {
    var lines: [Int: GPIOLine] = [:]
    var reports: [ButtonReport] = []
    for name in ButtonName.allCases {
      guard let button = board.buttons[name] else { continue }
      var report = ButtonReport(button: name, isPressed: nil)
      do throws(GPIOError) {
        let line = try GPIOLine(
          input: button.line, isActiveLow: button.isActiveLow, bias: button.bias)
        report.isPressed = try line.level()
        lines[reports.count] = line
      } catch {
        report.problem = error.problem(with: "\(name.rawValue) button", at: button.line)
      }
      reports.append(report)
    }
    let end = clock.now() + seconds
    while !lines.isEmpty, clock.now() < end {
      clock.wait(seconds: Self.lookSeconds)
      for (place, line) in lines { Self.look(line, &reports[place]) }
    }
    return reports
  }

  /// Watches the line that says that power is failing.
  public func watchPower(seconds: Double) -> PowerReport? {
    guard let power = board.power else { return nil }
    var report = PowerReport(isFailing: nil)
    do throws(GPIOError) {
      let line = try GPIOLine(input: power.line, isActiveLow: power.isActiveLow, bias: power.bias)
      report.isFailing = try line.level()
      let end = clock.now() + seconds
      while clock.now() < end {
        clock.wait(seconds: Self.lookSeconds)
        report.changes += try line.edges().count
      }
    } catch {
      report.problem = error.problem(with: "power line", at: power.line)
    }
    return report
  }

  private static func look(_ line: GPIOLine, _ report: inout ButtonReport) {
    do throws(GPIOError) {
      report.edges += try line.edges().map { .init(isPressed: $0.level, time: $0.time) }
    } catch {
      // A line that is lost in the middle is told once; what it did until then counts.
      report.problem =
        report.problem
        ?? HardwareProblem(
          what: "\(report.button.rawValue) button", place: "its line",
          reason: "the line was lost", remedy: "see the kernel log with 'dmesg'")
    }
  }

  /// Lights or darkens one light.
  public func drive(_ light: LightName, lit isLit: Bool) -> LightReport? {
    guard let led = board.leds[light] else { return nil }
    return lit.withLock { held in
      do throws(GPIOError) {
        let line: GPIOLine
        if let open = held[light]?.line { line = open } else { line = try GPIOLine(led) }
        try line.set(isLit)
        let level = try line.level()
        held[light] = isLit ? LitLine(line) : nil
        return .driven(readBack: level)
      } catch {
        held[light] = nil
        return .refused(error.problem(with: "\(light.rawValue) light", at: led.line))
      }
    }
  }
}
