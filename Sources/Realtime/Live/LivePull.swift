import Synchronization

/// The outcome of a pull: a value, because an error that is thrown would allocate.
public enum LivePullOutcome: Sendable, Equatable {
  /// So many frames were written, with so many before them that were left out because the caller came too late.
  case frames(Int, missed: Int)
  /// The microphones have not delivered yet.
  case waiting
  /// No capture device is open now.
  case interrupted
  /// Another thread pulls at this very moment; nothing was written.
  case inUse
}

/// Live sound for a thread that takes it when it wants to: rendered on that thread, with no thread in between.
///
/// Nothing that is pulled ever holds up the microphones: a caller that comes too late misses frames and is told how
/// many. The device may be closed and opened again under it; the control thread hands over what reads the new one.
///
/// - Thread: ``pull(into:frames:)`` on one thread at a time, which another one is told; ``connect(_:tap:)``,
///   ``connect(_:)``, ``disconnect()`` and ``collect()`` on the control thread. It is Sendable because all that two
///   threads touch is atomic, and what one thread pulls from is handed over through atomics.
public final class LivePull: @unchecked Sendable {
  /// Samples of a frame.
  public let channels: Int
  /// Levels of what was pulled.
  public let meters: MeterBank
  let state: UnsafeMutablePointer<LivePullState>

  /// A pull from which nothing comes yet.
  ///
  /// - Precondition: 1 to 32 channels.
  public init(channels: Int) {
    self.channels = channels
    meters = MeterBank(channels: channels)
    state = .allocate(capacity: 1)
    state.initialize(to: LivePullState())
  }

  deinit {
    LivePullState.free(state.pointee.next.load(ordering: .acquiring))
    LivePullState.free(state.pointee.retired.load(ordering: .acquiring))
    LivePullState.free(state.pointee.current.load(ordering: .acquiring))
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The place on the time line of the frame after the last one that was pulled; `nil` before the first.
  ///
  /// - Thread: any.
  public var nextPlace: Int? {
    let place = state.pointee.place.load(ordering: .acquiring)
    return place < 0 ? nil : place
  }

  /// Writes the next frames, interleaved: as many as there are, at most so many.
  ///
  /// - Parameters:
  ///   - target: memory for `frames` times ``channels`` samples.
  /// - Thread: the one that listens; no allocation, no lock, no system call.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func pull(into target: UnsafeMutablePointer<Float>, frames: Int) -> LivePullOutcome {
    state.pointee.pull(into: target, frames: frames, channels: channels)
  }

  /// Gives left and right of a loop from the next pull on.
  ///
  /// - Parameter tap: the tap that the loop's switch was connected to; of nothing else.
  /// - Precondition: two channels.
  public func connect(_ loop: consuming LiveRenderLoop, tap: LiveTap) {
    precondition(channels == 2)
    publish(LiveSource(loop, tap: tap))
  }

  /// Gives the raw channels of a loop from the next pull on.
  public func connect(_ loop: consuming LiveRawLoop) { publish(LiveSource(loop)) }

  /// Gives nothing any more, from the next pull on.
  public func disconnect() { replace(LivePullState.nothing) }

  /// Frees what is pulled from no more.
  public func collect() {
    LivePullState.free(state.pointee.retired.exchange(0, ordering: .acquiringAndReleasing))
  }

  private func publish(_ source: consuming LiveSource) {
    let place = UnsafeMutablePointer<LiveSource>.allocate(capacity: 1)
    place.initialize(to: source)
    replace(UInt(bitPattern: place))
  }

  private func replace(_ bits: UInt) {
    LivePullState.free(state.pointee.next.exchange(bits, ordering: .acquiringAndReleasing))
    collect()
  }
}

/// The state that a thread which pulls and the control thread share.
struct LivePullState: ~Copyable {
  /// Bits that stand for "pull nothing": no pointer is odd.
  static var nothing: UInt { @_noAllocation @_noLocks get { 1 } }

  /// The bits of a pointer to the source to take over, or ``nothing``; 0 while there is no news.
  let next = Atomic<UInt>(0)
  /// The bits of a pointer to a source that is used no more; 0 while there is none.
  let retired = Atomic<UInt>(0)
  /// The bits of a pointer to the source in use; only the thread that pulls looks at it.
  let current = Atomic<UInt>(0)
  /// The place on the time line of the frame after the last one that was pulled; -1 before the first.
  let place = Atomic<Int>(-1)
  /// True while a thread pulls.
  let isPulling = Atomic<Bool>(false)

  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func pull(
    into target: UnsafeMutablePointer<Float>, frames: Int, channels: Int
  ) -> LivePullOutcome {
    guard !isPulling.exchange(true, ordering: .acquiring) else { return .inUse }
    defer { isPulling.store(false, ordering: .releasing) }
    receive()
    guard
      let source = UnsafeMutablePointer<LiveSource>(bitPattern: current.load(ordering: .relaxed))
    else { return .interrupted }
    let outcome = source.pointee.read(into: target, frames: frames, channels: channels)
    place.store(source.pointee.nextPlace(), ordering: .releasing)
    return outcome
  }

  /// Takes over what the control thread has published, once there is room to give the former source back.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private func receive() {
    let former = current.load(ordering: .relaxed)
    guard next.load(ordering: .relaxed) != 0,
      former == 0 || retired.load(ordering: .acquiring) == 0
    else { return }
    let bits = next.exchange(0, ordering: .acquiringAndReleasing)
    guard bits != 0 else { return }
    if former != 0 { retired.store(former, ordering: .releasing) }
    current.store(bits == LivePullState.nothing ? 0 : bits, ordering: .relaxed)
  }

  static func free(_ bits: UInt) {
    guard bits != LivePullState.nothing,
      let source = UnsafeMutablePointer<LiveSource>(bitPattern: bits)
    else { return }
    source.deinitialize(count: 1)
    source.deallocate()
  }
}
