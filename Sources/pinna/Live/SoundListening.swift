import Essentials
import Face
import LinuxBoard
import Varlink

/// The live sound of a running recorder, read from its socket and written to standard output until the time or a
/// signal ends it.
///
/// It needs no thread of its own, as ``SoundPump`` does: nothing else happens in this process.
struct SoundListening {
  private let client: ControlClient
  private let console: Console
  private let seconds: Double?
  private var output: SoundOutput

  /// Seconds after which it looks whether it is to end.
  private static let turnSeconds = 0.1

  /// Listens to a recorder.
  ///
  /// - Throws: ``CommandError`` when the recorder has no sound to give.
  init(
    _ client: ControlClient, console: Console, output: SoundOutput, seconds: Double?
  ) throws(CommandError) {
    (self.client, self.console, self.output, self.seconds) = (client, console, output, seconds)
    try translate(try client.listen(by: "pinna monitor"), to: CommandError.control)
  }

  /// Writes the sound.
  mutating func run() throws {
    var words = SoundWords(console)
    defer { words.end() }
    var left: Int?
    while ProcessSignals.stop == nil {
      guard
        var block = try translate(
          try client.nextSound(within: Self.turnSeconds), to: CommandError.control)
      else { continue }
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
      if let left, left <= 0 { return }
    }
  }
}
