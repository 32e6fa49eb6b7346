import Boards
import Realtime
import Recorder

/// Captures a few seconds of sound on every channel of a board, as the recorder would.
struct SoundCapture {
  /// The result of a capture.
  enum Outcome {
    /// The device could not be opened.
    case refused(SessionFault)
    /// The device opened, although the capture may have ended early.
    case captured(CaptureRecord)

    /// The record of the capture; `nil` if the device was refused.
    var record: CaptureRecord? {
      if case .captured(let record) = self { record } else { nil }
    }
  }

  private let bench: Bench
  private let seconds: Double

  /// The start of the sound, in seconds, that is left out while microphones and converters start
  /// up.
  ///
  /// - Source: ICS-43434 data sheet, start-up time 85 ms; SPH0645LM4H, 50 ms; converters take longer.
  static let settleSeconds = 0.25
  /// The interval, in seconds, between checks for captured frames.
  private static let lookSeconds = 0.05
  /// The spare length of the ring in seconds: a check may be late by this much.
  private static let spareSeconds = 2.0

  /// Creates a capture with a duration in seconds.
  init(_ bench: Bench, seconds: Double) {
    self.bench = bench
    self.seconds = seconds
  }

  /// Captures the sound.
  ///
  /// - Parameter progress: called with the finished part of the work, 0 to 1.
  /// - Thread: control; it waits.
  func record(_ progress: (Double) -> Void) -> Outcome {
    let request = CaptureRequest(bench.board.capture)
    let total = seconds + Self.settleSeconds
    let periods = total * Double(request.rate) / Double(request.period)
    let wakes = WakeLog(capacity: Int(periods * Self.wakesPerPeriod) + 1000)
    do throws(SessionFault) {
      let runner = try CaptureRunner(
        port: bench.machine.capture, request: request, historySeconds: total + Self.spareSeconds,
        priority: bench.capturePriority, wakes: wakes)
      let frames = Int(total * Double(runner.grant.rate))
      awaitFrames(of: runner, frames: frames, progress)
      runner.shutDown()
      // The capture thread has ended; an unexpected stop of the device deserves a finding.
      let end = runner.end == .stopped ? nil : runner.end
      return .captured(
        CaptureRecord(
          request: request, grant: runner.grant, wanted: frames,
          sound: sound(runner, until: frames),
          gaps: runner.ring.gaps(from: 0, to: frames), wakeUps: wakes.wakeUps, end: end,
          priorityRefusal: runner.priorityRefusal))
    } catch {
      return .refused(error)
    }
  }

  /// Waits until enough frames have arrived, the device has stopped, or the time limit has passed.
  private func awaitFrames(
    of runner: CaptureRunner, frames: Int, _ progress: (Double) -> Void
  ) {
    let start = bench.clock.now()
    let patience = Self.slowest * Double(frames) / Double(runner.grant.rate) + Self.spareSeconds
    while runner.end == nil, runner.ring.timelineEnd < frames,
      bench.clock.now() - start < patience
    {
      bench.clock.wait(seconds: Self.lookSeconds)
      progress(min(1, Double(runner.ring.timelineEnd) / Double(frames)))
    }
  }

  /// The longest part without a gap after the microphones have settled.
  private func sound(_ runner: CaptureRunner, until end: Int) -> CapturedSound {
    let channels = runner.grant.channels
    var parts: [[Int32]] = [[]]
    do throws(FrameRingError) {
      var reader = try runner.ring.makeReader()
      _ = reader.begin(at: Int(Self.settleSeconds * Double(runner.grant.rate)))
      reading: while true {
        switch reader.next(until: end) {
        case .nothing:
          break reading
        case .silence(let count, _):
          parts.append([])
          reader.advance(count)
        case .frames(let samples, let count):
          parts[parts.count - 1] += UnsafeBufferPointer(start: samples, count: count * channels)
          reader.advance(count)
        }
      }
    } catch {
      preconditionFailure("a ring without other readers has room for one")
    }
    let longest = parts.max { $0.count < $1.count } ?? []
    return CapturedSound(
      samples: longest, channels: channels, rate: runner.grant.rate, format: runner.grant.format,
      significantBits: runner.grant.significantBits)
  }

  /// The maximum number of wake-ups per period to expect: some devices occasionally wake the thread
  /// early.
  private static let wakesPerPeriod = 1.5
  /// The longest time to wait, as a multiple of the nominal time.
  private static let slowest = 1.5
}
