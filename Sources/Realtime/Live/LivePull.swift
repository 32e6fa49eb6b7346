import Synchronization

/// The outcome of a pull, as a value because throwing an error would allocate memory.
public enum LivePullOutcome: Sendable, Equatable {
  /// This many frames were written; before them, `missed` frames were lost because the caller came too late.
  case frames(Int, missed: Int)
  /// The microphones have not delivered the next frames yet.
  case waiting
  /// No capture device is open at present.
  case interrupted
  /// Another thread is pulling at this moment, so nothing was written.
  case inUse
}

/// Live sound that a thread pulls at its own pace: the sound is rendered on that thread, without another thread in
/// between.
///
/// A pull never holds up the microphones: a late caller misses frames, and gets the number of missed frames. The device
/// may be closed and reopened meanwhile; the control thread then supplies the reader of the new device.
///
/// - Thread: call ``pull(into:frames:)`` on one thread at a time; a second one gets ``LivePullOutcome/inUse``. Call
///   ``connect(_:tap:)``, ``connect(_:)``, ``disconnect()`` and ``collect()`` on the control thread. The class is
///   Sendable because everything that two threads touch is atomic, and the source of a pull is handed over through
///   atomics.
public final class LivePull: @unchecked Sendable {
  /// The number of samples per frame.
  public let channels: Int
  /// Levels of the pulled sound.
  public let meters: MeterBank
  let state: UnsafeMutablePointer<LivePullState>
  private let memory: Memory

  /// Creates a pull that has no source yet.
  ///
  /// - Precondition: there are 1 to 32 channels.
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

  /// The position on the time line of the frame that follows the last pulled frame; `nil` before the first pulled
  /// frame.
  ///
  /// - Thread: any.
  public var nextPlace: Int? {
    let place = state.pointee.place.load(ordering: .acquiring)
    return place < 0 ? nil : place
  }

  /// Writes the next frames, interleaved: as many as are available, up to a maximum.
  ///
  /// - Parameters:
  ///   - target: memory for `frames` times ``channels`` samples.
  /// - Thread: the listening thread; the function does not allocate memory, take a lock or call the system.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public func pull(into target: UnsafeMutablePointer<Float>, frames: Int) -> LivePullOutcome {
    state.pointee.pull(into: target, frames: frames, channels: channels)
  }

  /// Connects the left and right channels of a loop, from the next pull on.
  ///
  /// - Parameter tap: the tap that is connected to the loop's switch, and to nothing else.
  /// - Precondition: the pull has two channels.
  public func connect(_ loop: consuming LiveRenderLoop, tap: LiveTap) {
    precondition(channels == 2)
    publish(LiveSource(loop, tap: tap))
  }

  /// Connects the raw channels of a loop, from the next pull on.
  public func connect(_ loop: consuming LiveRawLoop) { publish(LiveSource(loop)) }

  /// Disconnects the source, from the next pull on.
  public func disconnect() { replace(LivePullState.nothing) }

  /// Frees a source that is no longer in use.
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

/// The state shared by the pulling thread and the control thread.
struct LivePullState: ~Copyable {
  /// The bits that mean "pull nothing": an odd number, which no pointer is.
  static var nothing: UInt { @_noAllocation @_noLocks get { 1 } }

  /// The bits of a pointer to the source that the pulling thread is to adopt, or ``nothing``; 0 if there is no change.
  let next = Atomic<UInt>(0)
  /// The bits of a pointer to a source that is no longer in use; 0 if there is none.
  let retired = Atomic<UInt>(0)
  /// The bits of a pointer to the source in use; only the pulling thread reads them.
  let current = Atomic<UInt>(0)
  /// The position on the time line of the frame that follows the last pulled frame; -1 before the first pulled frame.
  let place = Atomic<Int>(-1)
  /// True while a thread is pulling.
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

  /// Adopts the source that the control thread has published, once the former source can be handed back.
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
