import Essentials
import Face
import Glibc
import LinuxBoard
import Varlink

/// Reads the live sound of a running recorder from its socket, and writes it to standard output.
///
/// The time or a signal ends it.
///
/// It needs no thread of its own, unlike ``SoundPump``, because nothing else happens in this process.
struct SoundListening {
  private var client: ControlClient
  /// Connects to a lost recorder again, or returns `nil` while it is away; if this is not set, the command ends when
  /// the recorder is lost.
  private let reconnect: (() -> ControlClient?)?
  private let console: Console
  private let seconds: Double?
  private var output: SoundOutput

  /// Seconds between two checks if the command should end.
  private static let turnSeconds = 0.1
  /// Seconds between two attempts to reach a recorder that was lost.
  private static let retrySeconds = 1.0

  /// Starts to listen to a recorder.
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

  /// Writes the sound until the end.
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
      // If a length is requested, the command does not wait longer than that length for a reader.
      if output.isCut { words.note(missed: (left ?? 0) + block.frames, .infinity) }
      if output.isCut || left ?? 1 <= 0 { return }
    }
  }

  /// The next block of sound; `nil` if none arrives in time, or if the recorder was lost and is connected again.
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

  /// Waits until the recorder answers, and listens to it again.
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
        // A recorder that does not capture yet has no sound, so this may fail.
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
