import Essentials
import Glibc

/// A gate that controls simulated time: the device can deliver frames up to a horizon, and the simulation moves
/// the horizon.
///
/// It takes the place of waiting for a real device, and lies outside all realtime code.
///
/// - Thread: ``wait(period:)``, ``delivered(_:)``, ``consumeMissed()`` and ``ended()`` on the capture thread,
///   everything else on the control thread. Unchecked because the lock guards all state.
final class FrameGate: @unchecked Sendable {
  /// The action that the device must take next.
  enum Turn {
    case frames(Int)
    case overrun(Int)
    /// The stream restarted: the first value is the number of lost frames, and from now on the channels are rotated
    /// by `rotation`.
    case restarted(Int, rotation: Int)
    case unplugged
    case nothing
  }

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var horizon = 0
  private var position = 0
  private var isRunning = false
  private var missed = 0
  private var isPlugged = true
  private var overruns: [(frame: Int, frames: Int, rotation: Int)] = []
  /// The frames lost at regular intervals: first at the position `next`, then every `every` frames.
  private var gaps: (next: Int, every: Int, frames: Int)?

  init() {
    lock = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    TimedCondition.initialize(changed)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    lock.deallocate()
    changed.deallocate()
  }

  private func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  // MARK: - The capture thread

  /// Waits until the device can deliver a period, or the part of a period before the horizon.
  func wait(period: Int) -> Turn {
    locked {
      if isPlugged && position >= horizon { waitAWhile() }
      guard isPlugged else { return .unplugged }
      if let gap = gaps, gap.next <= position {
        gaps?.next += gap.every
        return .overrun(gap.frames)
      }
      if let next = overruns.first, next.frame <= position {
        overruns.removeFirst()
        return next.rotation == 0
          ? .overrun(next.frames) : .restarted(next.frames, rotation: next.rotation)
      }
      let limit = min(
        horizon, overruns.first.map { max($0.frame, position) } ?? .max, gaps?.next ?? .max)
      let count = min(period, limit - position)
      return count > 0 ? .frames(count) : .nothing
    }
  }

  /// Counts frames as passed, whether they were delivered or lost.
  func delivered(_ frames: Int) {
    locked {
      position += frames
      pthread_cond_broadcast(changed)
    }
  }

  /// Returns and clears the number of frames that passed while the device was not running, up to its
  /// latest opening.
  func consumeMissed() -> Int {
    locked {
      defer { missed = 0 }
      return missed
    }
  }

  /// Notes that the capture thread has left its loop.
  func ended() {
    locked {
      isRunning = false
      pthread_cond_broadcast(changed)
    }
  }

  /// The position of the device: the number of frames that have passed so far.
  var place: Int { locked { position } }

  // MARK: - The control thread

  /// Opens the device; from now on, time passes only as the device delivers frames.
  ///
  /// The device continues at the horizon.
  func open() {
    locked {
      isRunning = true
      // After a long loss, the device may be ahead of simulated time; it then waits.
      let passed = max(0, horizon - position)
      // If no capture ran after an earlier opening, the count includes the frames missed before that
      // opening.
      missed += passed
      position += passed
    }
  }

  /// Lets time pass up to a frame, and waits until the device has reached that frame or is not running.
  func advance(to frame: Int) {
    locked {
      horizon = max(horizon, frame)
      pthread_cond_broadcast(changed)
      while isRunning && position < horizon { waitAWhile() }
    }
  }

  /// Makes the device lose frames when it reaches this frame.
  ///
  /// - Parameter rotation: the number of places by which the channels are rotated from then on; 0 if the stream
  ///   continues unchanged.
  func scheduleOverrun(at frame: Int, frames: Int, rotation: Int = 0) {
    locked {
      overruns.append((frame, frames, rotation))
      overruns.sort { $0.frame < $1.frame }
    }
  }

  /// Makes the device lose frames at regular intervals.
  func repeatOverrun(every: Int, frames: Int) {
    locked { gaps = (every, every, frames) }
  }

  /// Plugs the device in, or unplugs it and waits until a running loop has noticed.
  func setPlugged(_ plugged: Bool) {
    locked {
      isPlugged = plugged
      pthread_cond_broadcast(changed)
      while !isPlugged && isRunning { waitAWhile() }
    }
  }

  /// True while the device delivers.
  var isOpen: Bool { locked { isRunning } }

  var isDevicePresent: Bool { locked { isPlugged } }

  /// Waits for a change for at most 20 ms, because a request to stop does not signal a change.
  private func waitAWhile() {
    var until = TimedCondition.deadline(in: 0.02)
    pthread_cond_timedwait(changed, lock, &until)
  }
}
