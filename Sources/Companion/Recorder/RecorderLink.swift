import Face
import Glibc
import Varlink

/// The connection over which the companion watches the recorder, only while a page is open or a press is awaited.
///
/// - Thread: its own.
package struct RecorderLink {
  /// Seconds between two states: ten a second, like the meters in the terminal.
  static let interval = 0.1
  /// Seconds between two attempts to reach an absent recorder.
  static let retrySeconds = 1.0

  private let recorder: SocketRecorder
  private let companion: Companion

  /// A link between a recorder and its companion.
  package init(_ recorder: SocketRecorder, _ companion: Companion) {
    (self.recorder, self.companion) = (recorder, companion)
  }

  /// Watches forever.
  package func run() -> Never {
    while true {
      companion.settle()
      guard companion.needsNews else {
        companion.board.clear()
        companion.board.rest(Self.retrySeconds)
        continue
      }
      do throws(RecorderProblem) {
        try watch(try recorder.watch(interval: Self.interval))
      } catch {
        if case .away(let words) = error { companion.board.put(problem: words, Companion.now()) }
        if case .refused(_, let words) = error {
          companion.board.put(problem: words, Companion.now())
        }
        // Not the board's `rest`: newly opened pages must not speed up the retries.
        usleep(useconds_t(Self.retrySeconds * 1e6))
      }
    }
  }

  private func watch(_ client: ControlClient) throws(RecorderProblem) {
    while companion.needsNews {
      do throws(VarlinkClient.Failure) {
        guard let status = try client.nextStatus(within: 1) else { continue }
        companion.hear(status)
      } catch {
        throw RecorderProblem(error)
      }
    }
  }
}
