import Synchronization

/// The control thread's switch for a ``LiveRenderLoop``: it selects the filters and starts tones.
///
/// Renderers are allocated and freed here; the render thread adopts them and hands them back through atomics.
///
/// - Thread: control; the switch must outlive the loop. The class is Sendable because everything that two threads touch
///   is atomic.
public final class LiveSwitch: @unchecked Sendable {
  let state: UnsafeMutablePointer<LiveSwitchState>
  private let memory: Memory

  /// Creates a switch that requests nothing yet.
  public init() {
    var memory = Memory()
    state = memory.keep(LiveSwitchState())
    self.memory = memory
  }

  deinit {
    Self.free(state.pointee.next.load(ordering: .acquiring))
    Self.free(state.pointee.retired.load(ordering: .acquiring))
  }

  /// Renders with other filters from now on, or stops rendering if the argument is `nil`; the old sound fades out, and
  /// the new sound fades in.
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

  /// Frees the renderer that is no longer in use.
  public func collect() {
    Self.free(state.pointee.retired.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Plays a tone in the headphones.
  public func play(_ tone: LiveTone) {
    state.pointee.tone.store(tone.rawValue, ordering: .releasing)
  }

  /// Also sends the rendered sound to a tap for listeners; `nil` disconnects the tap.
  ///
  /// - Precondition: a connected tap lives as long as the loop.
  public func connect(_ tap: LiveTap?) {
    state.pointee.tap.store(tap.map { UInt(bitPattern: $0.state) } ?? 0, ordering: .releasing)
  }

  /// The position on the time line up to which frames have been rendered.
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
  /// The tone for the start of a take.
  case start = 1
  /// The tone for the end of a take.
  case stop = 2
}

/// The state shared by the control thread and a ``LiveRenderLoop``.
struct LiveSwitchState: ~Copyable {
  /// The bits that mean "render nothing": an odd number, which no pointer is.
  static var nothing: UInt { @_noAllocation @_noLocks get { 1 } }

  /// The bits of a pointer to the renderer that the loop is to adopt, or ``nothing``; 0 if there is no change.
  let next = Atomic<UInt>(0)
  /// The bits of a pointer to a renderer that is no longer in use; 0 if there is none.
  let retired = Atomic<UInt>(0)
  /// The number of the tone to start; 0 if no tone is to start.
  let tone = Atomic<Int>(0)
  /// The bits of a pointer to the tap's state; 0 if no tap is connected.
  let tap = Atomic<UInt>(0)
  /// The position on the time line up to which frames have been rendered.
  let place = Atomic<Int>(0)
}
