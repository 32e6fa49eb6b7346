import Synchronization

/// The control thread's switch for a ``LiveRenderLoop``: it selects the filters and plays tones.
///
/// Renderers are allocated and freed here; the render thread adopts and returns them through atomics.
///
/// - Thread: control; it must outlive the loop. It is Sendable because everything that two threads touch is atomic.
public final class LiveSwitch: @unchecked Sendable {
  let state: UnsafeMutablePointer<LiveSwitchState>
  private let memory: Memory

  /// A switch without a request.
  public init() {
    var memory = Memory()
    state = memory.keep(LiveSwitchState())
    self.memory = memory
  }

  deinit {
    Self.free(state.pointee.next.load(ordering: .acquiring))
    Self.free(state.pointee.retired.load(ordering: .acquiring))
  }

  /// Renders with other filters from now on, or stops rendering; the sound fades out and in.
  public func render(_ configuration: TakeRendererConfiguration?) {
    var bits = LiveSwitchState.nothing
    if let configuration {
      let renderer = UnsafeMutablePointer<TakeRenderer>.allocate(capacity: 1)
      renderer.initialize(to: TakeRenderer(configuration))
      bits = UInt(bitPattern: renderer)
    }
    Self.free(state.pointee.next.exchange(bits, ordering: .acquiringAndReleasing))
    collect()
  }

  /// Frees the renderer no longer in use.
  public func collect() {
    Self.free(state.pointee.retired.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Plays a tone.
  public func play(_ tone: LiveTone) {
    state.pointee.tone.store(tone.rawValue, ordering: .releasing)
  }

  /// Sends the rendered sound to listeners as well, or stops doing so.
  ///
  /// - Precondition: a connected tap stays alive as long as the loop.
  public func connect(_ tap: LiveTap?) {
    state.pointee.tap.store(tap.map { UInt(bitPattern: $0.state) } ?? 0, ordering: .releasing)
  }

  /// The position on the time line up to which frames were rendered.
  public var place: Int { state.pointee.place.load(ordering: .acquiring) }

  static func free(_ bits: UInt) {
    guard bits != LiveSwitchState.nothing,
      let renderer = UnsafeMutablePointer<TakeRenderer>(bitPattern: bits)
    else { return }
    renderer.deinitialize(count: 1)
    renderer.deallocate()
  }
}

/// A tone for the headphones.
public enum LiveTone: Int, Sendable, Equatable {
  /// A take starts.
  case start = 1
  /// A take ends.
  case stop = 2
}

/// The state shared by the control thread and a ``LiveRenderLoop``.
struct LiveSwitchState: ~Copyable {
  /// The bits for "render nothing": no pointer is odd.
  static var nothing: UInt { @_noAllocation @_noLocks get { 1 } }

  /// The bits of a pointer to the renderer to adopt, or ``nothing``; 0 if there is no change.
  let next = Atomic<UInt>(0)
  /// The bits of a pointer to a renderer no longer in use; 0 if there is none.
  let retired = Atomic<UInt>(0)
  /// The tone to start; 0 for none.
  let tone = Atomic<Int>(0)
  /// The bits of a pointer to the state of the tap; 0 if there is none.
  let tap = Atomic<UInt>(0)
  /// The position on the time line up to which frames were rendered.
  let place = Atomic<Int>(0)
}
