import CWebServer
import Companion
import Essentials
import Glibc
import TakeFiles

/// Makes files for the page by running this program as `pinna`, with the lowest priority.
struct ProgramMaker: Maker {
  /// The folder that keeps filters between runs.
  let cache: String

  /// The folder in which the recorder's service keeps its filters; if it is readable, it takes
  /// precedence.
  private static let recordersCache = "/var/cache/pinna"

  func start(_ work: @escaping @Sendable () -> Void) -> Bool { SystemThread.startDetached(work) }

  func make(
    _ words: [String], progress: (Double) -> Void, isOver: () -> Bool
  ) -> MadeOutcome {
    let cache = access(Self.recordersCache, R_OK | X_OK) == 0 ? Self.recordersCache : cache
    do throws(CodecProcess.Failure) {
      let child = try CodecProcess(
        program: "/proc/self/exe", arguments: words, name: "pinna", isWaitedFor: true,
        environment: ["PINNA_PROGRESS=lines", "PINNA_CACHE=\(cache)"])
      pinna_web_make_idle(child.pid)
      var output: [UInt8] = []
      while try !child.read(atMost: 1 << 16, sink: { output += $0 }) {
        if isOver() {
          child.abandon()
          return .failed("it was cancelled")
        }
        if let share = Self.share(child.complaint) { progress(share) }
      }
      let code = try child.finish { output += $0 }
      guard code == 0 else { return .failed(Self.problem(child.complaint)) }
      return .done(String(decoding: output, as: UTF8.self))
    } catch {
      return .failed("the program that makes this file cannot be run (\(error))")
    }
  }

  private static func lines(_ diagnostics: [UInt8]) -> [Substring] {
    String(decoding: diagnostics, as: UTF8.self).split(separator: "\n")
  }

  /// The finished part according to the newest progress line; `nil` if there is no such line.
  private static func share(_ diagnostics: [UInt8]) -> Double? {
    lines(diagnostics).last { $0.hasPrefix("progress ") }.flatMap {
      Double($0.dropFirst("progress ".count))
    }
  }

  /// The last line that is not a progress line, without the name of the program.
  private static func problem(_ diagnostics: [UInt8]) -> String {
    let line =
      lines(diagnostics).last { !$0.hasPrefix("progress ") } ?? "it failed without a message"
    return String(line.hasPrefix("pinna: ") ? line.dropFirst("pinna: ".count) : line)
  }
}
