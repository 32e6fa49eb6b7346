import Synchronization

/// The outcome of a pull: a value, because throwing an error would allocate.
public enum LivePullOutcome: Sendable, Equatable {
  /// This many frames were written; the number before them was missed because the caller came too late.
  case frames(Int, missed: Int)
  /// The microphones have not delivered yet.
  case waiting
  /// No capture device is open now.
  case interrupted
  /// Another thread pulls at this very moment; nothing was written.
  case inUse
}

/// Live sound pulled by a thread at its own pace: rendered on that thread, without another thread in between.
///
/// A pull never holds up the microphones: a late caller misses frames and learns how many. The device may be closed and
/// reopened meanwhile; the control thread then supplies the reader of the new one.
///
/// - Thread: ``pull(into:frames:)`` on one thread at a time, and a second one gets ``LivePullOutcome/inUse``;
///   ``connect(_:tap:)``, ``connect(_:)``, ``disconnect()`` and ``collect()`` on the control thread. It is Sendable
///   because everything that two threads touch is atomic, and the source of a pull is handed over through atomics.
public final class LivePull: @unchecked Sendable {
  /// Samples per frame.
  public let channels: Int
  /// Levels of the pulled sound.
  public let meters: MeterBank
  let state: UnsafeMutablePointer<LivePullState>
  private let memory: Memory

  /// A pull without a source yet.
  ///
  /// - Precondition: 1 to 32 channels.
  public init(channels: Int) {
    self.channels = channels
    meters = MeterBank(channels: channels)
    var memory = Memory()
    state = memory.keep(LivePullState())
    self.memory = memory
  }

  deinit {
    LivePullState.free(state.pointee.next.load(ordering: .acquiring))
    LivePullState.free(state.pointee.retired.load(ordering: .acquiring))
    LivePullState.free(state.pointee.current.load(ordering: .acquiring))
  }

  /// The position on the time line of the frame after the last pulled one; `nil` before the first.
  ///
  /// - Thread: any.
  public var nextPlace: Int? {
    let place = state.pointee.place.load(ordering: .acquiring)
    return place < 0 ? nil : place
  }

  /// Writes the next frames, interleaved: as many as available, up to a maximum.
  ///
  /// - Parameters:
  ///   - target: memory for `frames` times ``channels`` samples.
  /// - Thread: the listening one; no allocation, no lock, no system call.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func pull(into target: UnsafeMutablePointer<Float>, frames: Int) -> LivePullOutcome {
    state.pointee.pull(into: target, frames: frames, channels: channels)
  }

  /// Connects left and right of a loop, from the next pull on.
  ///
  /// - Parameter tap: the tap connected to the loop's switch, and to nothing else.
  /// - Precondition: two channels.
  public func connect(_ loop: consuming LiveRenderLoop, tap: LiveTap) {
    precondition(channels == 2)
    publish(LiveSource(loop, tap: tap))
  }

  /// Connects the raw channels of a loop, from the next pull on.
  public func connect(_ loop: consuming LiveRawLoop) { publish(LiveSource(loop)) }

  /// Disconnects the source, from the next pull on.
  public func disconnect() { replace(LivePullState.nothing) }

  /// Frees a source no longer in use.
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

/// The state shared by a pulling thread and the control thread.
struct LivePullState: ~Copyable {
  /// The bits for "pull nothing": no pointer is odd.
  static var nothing: UInt { @_noAllocation @_noLocks get { 1 } }

  /// The bits of a pointer to the source to adopt, or ``nothing``; 0 if there is no change.
  let next = Atomic<UInt>(0)
  /// The bits of a pointer to a source no longer in use; 0 if there is none.
  let retired = Atomic<UInt>(0)
  /// The bits of a pointer to the source in use; only the pulling thread reads them.
  let current = Atomic<UInt>(0)
  /// The position on the time line of the frame after the last pulled one; -1 before the first.
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

  /// Adopts the source published by the control thread, once there is room to return the former one.
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
