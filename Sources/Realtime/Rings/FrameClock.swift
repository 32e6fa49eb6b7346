import Synchronization

/// A frame of the time line, and the time at which the device captured it.
public struct FrameTime: Sendable, Equatable {
  /// The number of frames of the time line that the device had captured by then.
  public var frames: Int
  /// The time in seconds on the control clock.
  public var seconds: Double

  /// Creates a time from its parts.
  public init(frames: Int, seconds: Double) {
    (self.frames, self.seconds) = (frames, seconds)
  }
}

/// The published values, and a counter that is odd while the writer is changing them.
struct FrameClockCell: ~Copyable {
  let counter = Atomic<UInt32>(0)
  let frames = Atomic<Int>(0)
  let seconds = Atomic<UInt64>(0)
}

/// The newest frame and its time, as the capture thread noted them: one writer, any number of readers, no locks.
///
/// - Thread: call ``latest()`` on any thread that is not realtime.
public final class FrameClock: Sendable {
  // `nonisolated(unsafe)` is safe, because the pointer never changes and points only to atomics.
  nonisolated(unsafe) let cell: UnsafeMutablePointer<FrameClockCell>
  private let memory: Memory
  /// The number of attempts after which a reader gives up: the writer changes the values within nanoseconds, a few
  /// hundred times a second.
  private static let looks = 100

  /// Creates a clock that has no values yet.
  public init() {
    var memory = Memory()
    cell = memory.keep(FrameClockCell())
    self.memory = memory
  }

  /// Creates the writing end, to be moved to the capture thread.
  public func makeWriter() -> FrameClockWriter { FrameClockWriter(self) }

  /// The newest frame and its time; `nil` before the first frame.
  public func latest() -> FrameTime? {
    for _ in 0..<Self.looks {
      let before = cell.pointee.counter.load(ordering: .acquiring)
      let frames = cell.pointee.frames.load(ordering: .acquiring)
      let seconds = cell.pointee.seconds.load(ordering: .acquiring)
      if before % 2 == 0, cell.pointee.counter.load(ordering: .acquiring) == before {
        return before == 0 ? nil : FrameTime(frames: frames, seconds: Double(bitPattern: seconds))
      }
    }
    return nil
  }
}

/// The capture thread's end of a ``FrameClock``.
///
/// - Thread: capture.
public struct FrameClockWriter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointer: only this value writes through it.

  // The object is retained once when this value is created, and released in deinit, so that realtime functions never
  // change its reference count.
  private let clock: Unmanaged<FrameClock>
  private let cell: UnsafeMutablePointer<FrameClockCell>

  init(_ clock: FrameClock) {
    self.clock = Unmanaged.passRetained(clock)
    cell = clock.cell
  }

  deinit { clock.release() }

  /// Notes that the device had captured this many frames at a given time.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func note(frames: Int, seconds: Double) {
    // A reader sees either an odd counter or two values that belong together.
    let before = cell.pointee.counter.load(ordering: .relaxed)
    cell.pointee.counter.store(before &+ 1, ordering: .sequentiallyConsistent)
    cell.pointee.frames.store(frames, ordering: .sequentiallyConsistent)
    cell.pointee.seconds.store(seconds.bitPattern, ordering: .sequentiallyConsistent)
    cell.pointee.counter.store(before &+ 2, ordering: .sequentiallyConsistent)
  }
}
