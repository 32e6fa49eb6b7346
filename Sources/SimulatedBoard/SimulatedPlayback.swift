import Glibc
import Realtime
import Recorder
import Synchronization

/// The headphones of a simulated board, which play by their own clock as simulated time passes.
///
/// Real headphones resample to make up for the difference between the two clocks. These do not, so their output shows
/// the difference.
package final class SimulatedPlayback: PlaybackPort {
  private struct State {
    var fault: PlaybackFault?
    var isGone = false
    var isRunning = false
    var rate = 0
    /// The number of frames due since the device was opened, and the number already played.
    var due = 0
    var done = 0
    /// The simulated time in seconds at which the device was opened.
    var origin = 0.0
    var time = 0.0
    var heard: [Float] = []
  }

  private let driftParts: Double
  private let state = Mutex(State())

  /// Creates headphones that are plugged in.
  ///
  /// - Parameter driftParts: how much faster the headphones' clock is than the microphones' clock, in parts per
  ///   million.
  package init(driftParts: Double = 0) { self.driftParts = driftParts }

  /// All samples that were played, left and right in turn, with silence where no samples arrived.
  package var heard: [Float] { state.withLock { $0.heard } }

  /// Makes every opening of the device fail for this reason; with `nil`, it can be opened again.
  package func refuse(_ fault: PlaybackFault?) { state.withLock { $0.fault = fault } }

  /// Unplugs the headphones' device, which ends a run.
  package func unplug() { state.withLock { $0.isGone = true } }

  /// Advances the device's clock to a simulated time in seconds, and waits until the device has played up to that time.
  package func advance(to now: Double) {
    state.withLock { state in
      state.time = now
      let frames = (now - state.origin) * Double(state.rate) * (1 + driftParts * 1e-6)
      state.due = max(state.due, Int(frames))
    }
    while state.withLock({ $0.isRunning && $0.done < $0.due }) { sched_yield() }
  }

  /// Grants whatever is requested, in stereo.
  ///
  /// - Throws: the ``Recorder/PlaybackFault`` that was set by ``refuse(_:)``.
  package func open(_ request: PlaybackRequest) throws(PlaybackFault) -> PlaybackGrant {
    let fault = state.withLock { state in
      if state.fault == nil {
        (state.isGone, state.isRunning) = (false, true)
        (state.due, state.done, state.rate, state.origin) = (0, 0, request.rate, state.time)
      }
      return state.fault
    }
    if let fault { throw fault }
    return PlaybackGrant(
      channels: 2, rate: request.rate, period: request.period, buffer: request.buffer)
  }

  /// Plays the samples that arrive while the simulation lets time pass.
  package func run(_ source: consuming SampleRingReader, stop: StopFlag) -> PlaybackEnd {
    defer { state.withLock { $0.isRunning = false } }
    while true {
      let (wanted, isGone) = state.withLock { ($0.due - $0.done, $0.isGone) }
      if isGone { return .disconnected }
      if stop.isRaised { return .stopped }
      guard wanted > 0 else {
        var time = timespec(tv_sec: 0, tv_nsec: 200_000)
        nanosleep(&time, nil)
        continue
      }
      let (samples, frames) = source.next(limit: wanted)
      state.withLock { state in
        state.heard += UnsafeBufferPointer(start: samples, count: 2 * frames)
        if frames == 0 { state.heard += repeatElement(0, count: 2 * wanted) }
        state.done += frames == 0 ? wanted : frames
      }
      source.advance(frames)
    }
  }

  /// Closes the device.
  package func close() { state.withLock { $0.isRunning = false } }
}
