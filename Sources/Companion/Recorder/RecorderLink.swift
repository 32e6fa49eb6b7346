import Face
import Glibc
import Varlink

/// The connection over which the companion watches the recorder while a page is open or a press is awaited.
///
/// - Thread: its own.
package struct RecorderLink {
  /// Seconds between two states: a tenth, as for the meters in the terminal.
  static let interval = 0.1
  /// Seconds between two attempts to reach a recorder that does not answer.
  static let retrySeconds = 1.0

  private let recorder: SocketRecorder
  private let companion: Companion

  /// Links a recorder to its companion.
  package init(_ recorder: SocketRecorder, _ companion: Companion) {
    (self.recorder, self.companion) = (recorder, companion)
  }

  /// Watches the recorder forever.
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
        companion.board.put(problem: error.words, Companion.now())
        // This does not wait with the board's `rest`, because every page that opens would then cause another attempt.
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
