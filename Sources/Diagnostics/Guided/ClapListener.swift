import Boards
import Realtime
import Recorder

/// A listener that waits for sudden sounds on all channels of a board.
///
/// - Thread: control.
package final class ClapListener {
  private let bench: Bench
  private let runner: CaptureRunner
  private var reader: FrameRingReader
  private var finder: OnsetFinder

  /// The interval, in seconds, between checks of the captured frames.
  private static let lookSeconds = 0.05
  /// The length of the kept sound in seconds: a check may be late by this much before sound is
  /// lost.
  private static let historySeconds = 10.0
  /// The time, in seconds, before the listener starts to listen: a finger leaving a port sounds like another tap, and
  /// nobody taps again so soon.
  private static let restSeconds = 0.5
  /// The kept parts of a sudden sound before and after its onset, in seconds.
  static let (before, after) = (0.03, 0.15)

  /// Opens the capture device.
  ///
  /// - Throws: ``Recorder/SessionFault`` if the device cannot be opened.
  package init(_ bench: Bench) throws(SessionFault) {
    self.bench = bench
    runner = try CaptureRunner(
      port: bench.machine.capture, request: CaptureRequest(bench.board.capture),
      historySeconds: Self.historySeconds, priority: bench.capturePriority)
    do throws(FrameRingError) {
      reader = try runner.ring.makeReader()
    } catch {
      preconditionFailure("a ring without other readers has room for one")
    }
    let grant = runner.grant
    finder = OnsetFinder(
      channels: bench.board.microphones.map(\.channel), stride: grant.channels, rate: grant.rate,
      isFloat: grant.format == .float)
  }

  /// Closes the device.
  package func close() { runner.shutDown() }

  /// The reason why the device stopped unexpectedly; `nil` while it runs.
  package var end: CaptureEnd? { runner.end }

  /// After a short rest, waits for a sound that begins suddenly.
  ///
  /// - Parameters:
  ///   - seconds: the longest time to wait.
  ///   - isInterrupted: called at every check; it returns true to end the wait.
  /// - Returns: the sound; `nil` if none came, the wait was interrupted, or the device stopped.
  package func next(within seconds: Double, isInterrupted: () -> Bool) -> SuddenSound? {
    let deadline = bench.clock.now() + seconds
    bench.clock.wait(seconds: Self.restSeconds)
    reader.end()
    var place = reader.begin(at: runner.ring.timelineEnd)
    finder.reset()
    while bench.clock.now() < deadline, runner.end == nil, !isInterrupted() {
      bench.clock.wait(seconds: Self.lookSeconds)
      if let onset = look(&place) { return sound(at: onset) }
    }
    return nil
  }

  /// Searches the frames captured since the last check.
  ///
  /// - Returns: the place of an onset on the time line; `nil` if there is none.
  private func look(_ place: inout Int) -> Int? {
    while true {
      switch reader.next(until: runner.ring.timelineEnd) {
      case .nothing:
        return nil
      case .silence(let count, _):
        finder.reset()
        reader.advance(count)
        place += count
      case .frames(let samples, let count):
        let onset = finder.onset(in: samples, frames: count)
        reader.advance(count)
        if let onset { return place + onset }
        place += count
      }
    }
  }

  /// The sound around an onset.
  private func sound(at onset: Int) -> SuddenSound? {
    let grant = runner.grant
    let end = onset + Int(Self.after * Double(grant.rate))
    while runner.ring.timelineEnd < end, runner.end == nil {
      bench.clock.wait(seconds: Self.lookSeconds)
    }
    // A reader that holds a position can only move forward, so it releases the position.
    reader.end()
    let start = reader.begin(at: onset - Int(Self.before * Double(grant.rate)))
    var samples: [Int32] = []
    while case .frames(let memory, let count) = reader.next(until: end) {
      samples += UnsafeBufferPointer(start: memory, count: count * grant.channels)
      reader.advance(count)
    }
    guard samples.count >= (end - start) * grant.channels else { return nil }
    return SuddenSound(
      sound: CapturedSound(
        samples: samples, channels: grant.channels, rate: grant.rate, format: grant.format,
        significantBits: grant.significantBits),
      onset: onset - start)
  }
}
