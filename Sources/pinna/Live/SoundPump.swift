import Face
import LinuxBoard
import Realtime
import Recorder
import Synchronization
import TakeFiles

/// The live sound of a board that this process captures itself, read from its ring and written to standard output by a
/// thread of its own: a reader that does not read holds up nothing, and misses frames.
///
/// ``SoundListening`` is for a recorder in another process.
final class SoundPump {
  private let work: PumpWork
  private let thread: Recorder.Thread

  /// Starts to write what comes.
  ///
  /// - Parameter rate: frames per second, nominally.
  /// - Throws: ``CommandError`` when the system has no free thread.
  init(
    _ form: SoundOutput.Form, _ samples: SampleFormat, rate: Int, console: Console
  ) throws(CommandError) {
    let work = PumpWork(rate: rate)
    self.work = work
    do throws(SessionFault) {
      thread = try Recorder.Thread(name: "output") { work.run(form, samples, console) }
    } catch {
      throw CommandError.session(error)
    }
  }

  /// The ring that the session renders into.
  var tap: LiveTap { work.tap }

  /// The reason why no more can be written.
  var failure: (any Error)? { work.failure }

  /// Ends the thread; what was not read yet is left out.
  func end() {
    work.stop.raise()
    thread.join()
  }
}

/// The work of a pump: what its thread and its owner share.
private final class PumpWork: Sendable {
  /// Seconds that wait for a reader that is late.
  private static let tapSeconds = 2
  /// Milliseconds between two looks at the tap.
  private static let turnMilliseconds = 20
  /// Frames that are written at once.
  private static let mostFrames = 8192

  let tap: LiveTap
  let stop = StopFlag()
  private let problem = Mutex<(any Error)?>(nil)

  init(rate: Int) { tap = LiveTap(capacity: max(1, rate) * Self.tapSeconds) }

  var failure: (any Error)? { problem.withLock { $0 } }

  func run(_ form: SoundOutput.Form, _ samples: SampleFormat, _ console: Console) {
    let stop = stop
    var output = SoundOutput(form, samples, to: 1, until: { stop.isRaised })
    var words = SoundWords(console)
    defer {
      // A reader that stands still to the end is told of nothing, so the person is.
      words.note(missed: tap.dropped - output.missed, .infinity)
      words.end()
    }
    do {
      while !stop.isRaised { try step(&output, &words) }
    } catch {
      problem.withLock { $0 = error }
    }
  }

  private func step(_ output: inout SoundOutput, _ words: inout SoundWords) throws {
    let dropped = tap.dropped
    let frames = tap.drain(limit: Self.mostFrames)
    guard !frames.isEmpty else { return Recorder.pause(milliseconds: Self.turnMilliseconds) }
    let isFirst = output.rate == nil
    let missed = try output.write(
      SoundBlock(rate: tap.rate, missed: dropped, samples: frames))
    if isFirst { words.begin(output) }
    words.note(missed: missed, MonotonicClock.now())
  }
}
