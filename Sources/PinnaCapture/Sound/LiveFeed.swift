import Realtime
import Recorder
import Synchronization

/// The live sound on its way to sequences: pulled by one thread, and given to everything that listens.
///
/// - Thread: ``pump()`` on one thread at a time, the rest on any.
final class LiveFeed: Sendable {
  /// Frames of a buffer at most.
  private static let frames = 1024
  /// Milliseconds between two looks while something listens, and while nothing does.
  private static let milliseconds = (busy: 5, idle: 50)

  /// Left and right.
  let stereo = Broadcast<SoundBuffer>()
  /// Every channel.
  let raw = Broadcast<SoundBuffer>()
  private let pulls = Mutex<[Source]>([])
  private let stop = StopFlag()

  /// A pull with those that it is for.
  private struct Source: Sendable {
    var pull: LivePull
    var listeners: Broadcast<SoundBuffer>
    var rate: Int
    var clock: FrameClock?
    var position = 0
  }

  /// Pulls what is wanted and no more; gives the pulls that are new, and those that are not needed any more.
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

  /// Gives what there is to everything that listens.
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

  /// The time at which the device had the first of the frames that were pulled last.
  private static func time(of source: Source, frames: Int) -> Double? {
    guard let newest = source.clock?.latest(), let next = source.pull.nextPlace else { return nil }
    return newest.seconds - Double(newest.frames - (next - frames)) / Double(source.rate)
  }

  /// Works on a thread of its own until it is ended.
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
