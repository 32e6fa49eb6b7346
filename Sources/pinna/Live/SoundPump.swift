import Essentials
import Face
import LinuxBoard
import Realtime
import Recorder
import Synchronization
import TakeFiles

/// Reads the live sound of a board that this process captures from its ring, and writes it to standard output.
///
/// It does so on its own thread, so that a reader that stalls misses frames but holds nothing up.
///
/// For a recorder in another process there is ``SoundListening``.
final class SoundPump {
  private let work: PumpWork
  private let thread: Recorder.Thread

  /// Starts to write the sound.
  ///
  /// - Parameters:
  /// - rate: the nominal number of frames per second.
  ///   - seconds: the length of the sound to write; `nil` for no end.
  /// - Throws: ``CommandError`` if the system has no free thread.
  init(_ wish: SoundWish, rate: Int, seconds: Double?, console: Console) throws(CommandError) {
    let work = PumpWork(rate: rate, limit: seconds.map { Int($0 * Double(rate)) })
    self.work = work
    thread = try translate(
      try Recorder.Thread(name: "output") { work.run(wish, console) }, to: CommandError.session)
  }

  /// The tap into which the session renders.
  var tap: LiveTap { work.tap }

  /// True once all of the requested sound is written.
  var isDone: Bool { work.done.isRaised }

  /// The error that stopped the writing; `nil` if there was none.
  var failure: (any Error)? { work.failure }

  /// Ends the thread, and drops the sound that was not read.
  func end() {
    work.stop.raise()
    thread.join()
  }
}

/// The state that the thread of a pump and the owner of the pump share.
private final class PumpWork: Sendable {
  /// The seconds of sound that are kept for a late reader.
  private static let tapSeconds = 2
  /// Milliseconds between two looks for new sound in the tap.
  private static let turnMilliseconds = 20
  /// The maximum number of frames written at once.
  private static let mostFrames = 8192

  let tap: LiveTap
  let stop = StopFlag()
  let done = StopFlag()
  /// The number of frames that were requested.
  private let limit: Int
  private let problem = Mutex<(any Error)?>(nil)

  init(rate: Int, limit: Int?) {
    tap = LiveTap(capacity: max(1, rate) * Self.tapSeconds)
    self.limit = limit ?? .max
  }

  var failure: (any Error)? { problem.withLock { $0 } }

  func run(_ wish: SoundWish, _ console: Console) {
    let stop = stop
    var output = SoundOutput(wish, to: 1, until: { _ in stop.isRaised })
    var words = SoundWords(console)
    defer {
      // If the reader stalled until the end, the last gap has not been reported yet.
      words.note(missed: tap.dropped - output.missed, .infinity)
      words.end()
    }
    do {
      var left = limit
      while left > 0, !stop.isRaised { left -= try step(&output, &words, most: left) }
      done.raise()
    } catch {
      problem.withLock { $0 = error }
    }
  }

  /// Writes the sound that is available.
  ///
  /// - Returns: the number of frames that were written.
  private func step(
    _ output: inout SoundOutput, _ words: inout SoundWords, most: Int
  ) throws -> Int {
    let dropped = tap.dropped
    let samples = tap.drain(limit: min(most, Self.mostFrames))
    guard !samples.isEmpty else {
      Recorder.pause(milliseconds: Self.turnMilliseconds)
      return 0
    }
    let isFirst = output.rate == nil
    let missed = try output.write(SoundBlock(rate: tap.rate, missed: dropped, samples: samples))
    if isFirst { words.begin(output) }
    words.note(missed: missed, MonotonicClock.now())
    return samples.count / 2
  }
}
