import Synchronization

/// An event that a realtime thread noticed, with its frame.
public struct FrameEvent: Sendable, Equatable {
  /// The frame of the event, counted by the log's writer: on the time line, or in a take.
  public var frame: Int
  /// The channel of the event, from 0; also 0 if the event has no channel.
  public var channel: Int

  /// Creates an event from its parts.
  public init(frame: Int, channel: Int = 0) {
    self.frame = frame
    self.channel = channel
  }
}

/// The last events that a realtime thread noticed: fixed memory, one writer, any number of readers, no locks.
///
/// A reader remembers how far it has read, and asks for the events since then. A reader that looks once a second misses
/// nothing: the log holds 128 events for each of 32 channels, and a channel has at most one event a second.
///
/// - Thread: call ``events(since:)`` on any thread that is not realtime.
public final class EventLog: Sendable {
  // `nonisolated(unsafe)` is safe, because the pointers never change and point only to atomics.
  nonisolated(unsafe) let entries: UnsafeMutablePointer<Atomic<Int>>
  nonisolated(unsafe) let total: UnsafeMutablePointer<Atomic<Int>>
  private let memory: Memory

  /// The number of events that the log holds.
  public static let capacity = 4096

  /// Creates an empty log.
  public init() {
    var memory = Memory()
    entries = memory.counters(Self.capacity)
    total = memory.counters(1)
    self.memory = memory
  }

  /// Creates the writing end, to be moved to the one thread that notices events.
  ///
  /// Call this function once.
  public func makeWriter() -> EventLogWriter { EventLogWriter(self) }

  /// Returns the events since an earlier call, and the index to pass to the next call.
  ///
  /// - Parameter index: 0, or the `next` of an earlier call. Events that the log has dropped since that call are
  ///   missing.
  public func events(since index: Int) -> (events: [FrameEvent], next: Int) {
    let total = total.pointee.load(ordering: .acquiring)
    var found: [FrameEvent] = []
    for number in max(index, total - Self.capacity, 0)..<max(index, total) {
      let entry = entries[number % Self.capacity].load(ordering: .acquiring)
      // An entry that was overwritten while it was read holds a later event, which is returned when its turn comes.
      let now = self.total.pointee.load(ordering: .acquiring)
      if now - number >= Self.capacity { continue }
      found.append(FrameEvent(frame: entry >> 8, channel: entry & 0xFF))
    }
    return (found, max(index, total))
  }
}

/// The writing end of an ``EventLog``.
///
/// - Thread: one realtime thread.
public struct EventLogWriter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: only this value writes through them.

  // The object is retained once when this value is created, and released in deinit, so that realtime functions never
  // change its reference count.
  private let log: Unmanaged<EventLog>
  private let entries: UnsafeMutablePointer<Atomic<Int>>
  private let total: UnsafeMutablePointer<Atomic<Int>>
  private let capacity = EventLog.capacity
  private var count: Int

  init(_ log: EventLog) {
    self.log = Unmanaged.passRetained(log)
    entries = log.entries
    total = log.total
    count = log.total.pointee.load(ordering: .acquiring)
  }

  deinit { log.release() }

  /// Notes an event; if the log is full, it replaces the oldest event.
  ///
  /// - Precondition: the channel is from 0 to 255.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func append(frame: Int, channel: Int = 0) {
    // Each entry is released on its own: a reader that sees the entry also sees that the previous one is gone.
    entries[count % capacity].store(frame << 8 | channel, ordering: .releasing)
    count += 1
    total.pointee.store(count, ordering: .releasing)
  }
}
