import Essentials
import Face
import Glibc
import LinuxBoard
import Varlink

/// The live sound of a running recorder, read from its socket and written to standard output until the time or a
/// signal ends it.
///
/// Unlike ``SoundPump``, it needs no thread of its own: nothing else happens in this process.
struct SoundListening {
  private var client: ControlClient
  /// Reconnects to a lost recorder, or returns `nil` while it is away; if not set, losing the recorder ends the
  /// command.
  private let reconnect: (() -> ControlClient?)?
  private let console: Console
  private let seconds: Double?
  private var output: SoundOutput

  /// The interval of checking for the end, in seconds.
  private static let turnSeconds = 0.1
  /// Seconds between two attempts to reach a lost recorder.
  private static let retrySeconds = 1.0

  /// Listens to a recorder.
  ///
  /// - Throws: ``CommandError`` if the recorder cannot provide sound.
  init(
    _ client: ControlClient, console: Console, output: SoundOutput, seconds: Double?,
    reconnect: (() -> ControlClient?)? = nil
  ) throws(CommandError) {
    (self.client, self.console, self.output, self.seconds) = (client, console, output, seconds)
    self.reconnect = reconnect
    try translate(try client.listen(by: "pinna monitor"), to: CommandError.control)
  }

  /// Writes the sound.
  mutating func run() throws {
    var words = SoundWords(console)
    defer { words.end() }
    var left: Int?
    while ProcessSignals.stop == nil {
      guard var block = try next() else { continue }
      if let left { block.samples = Array(block.samples.prefix(2 * left)) }
      let isFirst = output.rate == nil
      if isFirst, let seconds {
        left = Int(seconds * Double(block.rate))
        block.samples = Array(block.samples.prefix(2 * (left ?? 0)))
      }
      let missed = try output.write(block)
      if isFirst { words.begin(output) }
      words.note(missed: missed, MonotonicClock.now())
      left = left.map { $0 - block.frames }
      // With three seconds requested, do not wait for a reader longer than that.
      if output.isCut { words.note(missed: (left ?? 0) + block.frames, .infinity) }
      if output.isCut || left ?? 1 <= 0 { return }
    }
  }

  /// The next sound; `nil` if none arrives in time, and after reconnecting.
  private mutating func next() throws(CommandError) -> SoundBlock? {
    do throws(VarlinkClient.Failure) {
      return try client.nextSound(within: Self.turnSeconds)
    } catch {
      guard let reconnect else { throw CommandError(error) }
      switch error {
      case .absent, .ended, .timeout, .socket: comeBack(reconnect)
      case .notPermitted, .wire, .error: throw CommandError(error)
      }
      return nil
    }
  }

  /// Waits for the recorder, and listens to it again.
  private mutating func comeBack(_ reconnect: () -> ControlClient?) {
    let since = MonotonicClock.now()
    console.note("the recorder does not answer: no sound until it does; trying every second")
    var retryAt = since
    while ProcessSignals.stop == nil {
      guard MonotonicClock.now() >= retryAt else {
        usleep(UInt32(Self.turnSeconds * 1e6))
        continue
      }
      retryAt = MonotonicClock.now() + Self.retrySeconds
      guard let found = reconnect() else { continue }
      do throws(VarlinkClient.Failure) {
        // Before it captures, there is no sound.
        try found.listen(by: "pinna monitor")
        client = found
        output.goOn()
        let seconds = (MonotonicClock.now() - since).rounded()
        console.note("the recorder answers again, after \(Int(seconds)) s without sound")
        return
      } catch {
        continue
      }
    }
  }
}
