import Face
import LinuxBoard
import Realtime
import Recorder
import Synchronization
import TakeFiles

/// The live sound of a board that this process captures itself, read from its ring and written to standard output by
/// its own thread: a stalled reader does not hold up anything, but misses frames.
///
/// ``SoundListening`` is for a recorder in another process.
final class SoundPump {
  private let work: PumpWork
  private let thread: Recorder.Thread

  /// Starts writing.
  ///
  /// - Parameters:
  ///   - rate: frames per second, nominally.
  ///   - seconds: the length of the sound; `nil` for no end.
  /// - Throws: ``CommandError`` if the system has no free thread.
  init(
    _ wish: SoundWish, rate: Int, seconds: Double?, console: Console
  ) throws(CommandError) {
    let work = PumpWork(rate: rate, limit: seconds.map { Int($0 * Double(rate)) })
    self.work = work
    do throws(SessionFault) {
      thread = try Recorder.Thread(name: "output") { work.run(wish, console) }
    } catch {
      throw CommandError.session(error)
    }
  }

  /// The tap that the session renders into.
  var tap: LiveTap { work.tap }

  /// True once all of the sound is written.
  var isDone: Bool { work.done.isRaised }

  /// The error that ended writing.
  var failure: (any Error)? { work.failure }

  /// Ends the thread, and drops unread sound.
  func end() {
    work.stop.raise()
    thread.join()
  }
}

/// The state shared by the thread and the owner of a pump.
private final class PumpWork: Sendable {
  /// Seconds of sound buffered for a late reader.
  private static let tapSeconds = 2
  /// The polling interval of the tap in milliseconds.
  private static let turnMilliseconds = 20
  /// The maximum number of frames written at once.
  private static let mostFrames = 8192

  let tap: LiveTap
  let stop = StopFlag()
  let done = StopFlag()
  /// The requested number of frames.
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
      // If the reader stalls to the end, the last gap was never reported: report it now.
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

  /// Writes the available sound.
  ///
  /// - Returns: the number of frames.
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
    let missed = try output.write(
      SoundBlock(rate: tap.rate, missed: dropped, samples: samples))
    if isFirst { words.begin(output) }
    words.note(missed: missed, MonotonicClock.now())
    return samples.count / 2
  }
}
