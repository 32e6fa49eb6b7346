import Realtime
import Recorder
import Synchronization

/// The live sound for sequences, which one thread pulls and sends to all listeners.
///
/// - Thread: ``pump()`` on one thread at a time, the rest on any.
final class LiveFeed: Sendable {
  /// The maximum number of frames in a buffer.
  private static let frames = 1024
  /// The interval between two polls for new sound in milliseconds, with listeners (`busy`) and without (`idle`).
  private static let milliseconds = (busy: 5, idle: 50)

  /// The listeners for left and right.
  let stereo = Broadcast<SoundBuffer>()
  /// The listeners for every channel.
  let raw = Broadcast<SoundBuffer>()
  private let pulls = Mutex<[Source]>([])
  private let stop = StopFlag()

  /// A pull and the listeners that it serves.
  private struct Source: Sendable {
    var pull: LivePull
    var listeners: Broadcast<SoundBuffer>
    var rate: Int
    var clock: FrameClock?
    var position = 0
  }

  /// Adds and removes pulls to match the listeners; returns the new pulls, and the pulls that are no longer needed.
  ///
  /// - Thread: control.
  func tend(
    channels: Int, rate: Int, clock: FrameClock?
  ) -> (new: [(LivePull, isRaw: Bool)], old: [LivePull]) {
    pulls.withLock { sources in
      var (new, old): ([(LivePull, isRaw: Bool)], [LivePull]) = ([], [])
      for (listeners, isRaw) in [(stereo, false), (raw, true)] {
        let index = sources.firstIndex { $0.listeners === listeners }
        if let index {
          (sources[index].rate, sources[index].clock) = (rate, clock)
          if !listeners.isWanted { old.append(sources.remove(at: index).pull) }
        } else if listeners.isWanted {
          let pull = LivePull(channels: isRaw ? channels : 2)
          sources.append(Source(pull: pull, listeners: listeners, rate: rate, clock: clock))
          new.append((pull, isRaw))
        }
      }
      return (new, old)
    }
  }

  /// Sends all available sound to the listeners.
  func pump() {
    let count = pulls.withLock { $0.count }
    for index in 0..<count {
      while let (buffer, listeners) = next(index) { listeners.send(buffer) }
    }
  }

  private func next(_ index: Int) -> (SoundBuffer, Broadcast<SoundBuffer>)? {
    pulls.withLock { sources in
      guard index < sources.count else { return nil }
      let source = sources[index]
      var outcome = PullOutcome.waiting
      let channels = source.pull.channels
      let samples = [Float](unsafeUninitializedCapacity: channels * Self.frames) { memory, count in
        guard let base = memory.baseAddress else { return }
        outcome = source.pull.pull(into: base, frames: Self.frames)
        if case .frames(let frames, _) = outcome { count = frames * channels }
      }
      guard case .frames(let frames, let missed) = outcome else { return nil }
      let position = source.position + missed
      sources[index].position = position + frames
      let buffer = SoundBuffer(
        samples: samples, channels: channels, sampleRate: source.rate, position: position,
        time: Self.time(of: source, frames: frames), missed: missed)
      return (buffer, source.listeners)
    }
  }

  /// The time at which the device captured the first of the most recently pulled frames.
  private static func time(of source: Source, frames: Int) -> Double? {
    guard let newest = source.clock?.latest(), let next = source.pull.nextPlace else { return nil }
    return newest.seconds - Double(newest.frames - (next - frames)) / Double(source.rate)
  }

  /// Pumps on a separate thread until ``finish()`` is called.
  func run() {
    while !stop.isRaised {
      pump()
      let isWanted = pulls.withLock { !$0.isEmpty }
      pause(milliseconds: isWanted ? Self.milliseconds.busy : Self.milliseconds.idle)
    }
  }

  /// Ends every sequence.
  func finish() {
    stop.raise()
    stereo.finish()
    raw.finish()
  }
}
