import Essentials

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

  private let condition = TimedCondition()
  private var horizon = 0
  private var position = 0
  private var isRunning = false
  private var missed = 0
  private var isPlugged = true
  private var overruns: [(frame: Int, frames: Int, rotation: Int)] = []
  /// The frames lost at regular intervals: first at the position `next`, then every `every` frames.
  private var gaps: (next: Int, every: Int, frames: Int)?

  // MARK: - The capture thread

  /// Waits until the device can deliver a period, or the part of a period before the horizon.
  func wait(period: Int) -> Turn {
    condition.locked {
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
    condition.locked {
      position += frames
      condition.wakeAll()
    }
  }

  /// Returns and clears the number of frames that passed while the device was not running, up to its
  /// latest opening.
  func consumeMissed() -> Int {
    condition.locked {
      defer { missed = 0 }
      return missed
    }
  }

  /// Notes that the capture thread has left its loop.
  func ended() {
    condition.locked {
      isRunning = false
      condition.wakeAll()
    }
  }

  /// The position of the device: the number of frames that have passed so far.
  var place: Int { condition.locked { position } }

  // MARK: - The control thread

  /// Opens the device; from now on, time passes only as the device delivers frames.
  ///
  /// The device continues at the horizon.
  func open() {
    condition.locked {
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
    condition.locked {
      horizon = max(horizon, frame)
      condition.wakeAll()
      while isRunning && position < horizon { waitAWhile() }
    }
  }

  /// Makes the device lose frames when it reaches this frame.
  ///
  /// - Parameter rotation: the number of places by which the channels are rotated from then on; 0 if the stream
  ///   continues unchanged.
  func scheduleOverrun(at frame: Int, frames: Int, rotation: Int = 0) {
    condition.locked {
      overruns.append((frame, frames, rotation))
      overruns.sort { $0.frame < $1.frame }
    }
  }

  /// Makes the device lose frames at regular intervals.
  func repeatOverrun(every: Int, frames: Int) {
    condition.locked { gaps = (every, every, frames) }
  }

  /// Plugs the device in, or unplugs it and waits until a running loop has noticed.
  func setPlugged(_ plugged: Bool) {
    condition.locked {
      isPlugged = plugged
      condition.wakeAll()
      while !isPlugged && isRunning { waitAWhile() }
    }
  }

  /// True while the device delivers.
  var isOpen: Bool { condition.locked { isRunning } }

  var isDevicePresent: Bool { condition.locked { isPlugged } }

  /// Waits for a change for at most 20 ms, because a request to stop does not signal a change.
  private func waitAWhile() { condition.wait(until: TimedCondition.moment(in: 0.02)) }
}
