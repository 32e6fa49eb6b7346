/// The source of a ``LivePull`` while a capture device is open: either left and right, or all channels.
struct LiveSource: ~Copyable {
  /// True if `raw` holds a value; otherwise `stereo` holds the value.
  ///
  /// An optional is impossible: Swift 6.0 can compile neither a non-copyable optional nor an optional pointer to such a
  /// value.
  private let isRaw: Bool
  private let stereo: UnsafeMutablePointer<LiveRenderLoop>
  private let raw: UnsafeMutablePointer<LiveRawLoop>
  private let tap: UnsafeMutablePointer<LiveTapState>
  /// Keeps the memory of the tap alive.
  private let owner: LiveTap
  /// True until the first pull, which starts with the sound at the moment of the pull.
  private var isFresh = true
  /// The number of frames missed since the last pull, because the caller came too late.
  private var missed = 0

  init(_ loop: consuming LiveRenderLoop, tap: LiveTap) {
    isRaw = false
    stereo = .allocate(capacity: 1)
    stereo.initialize(to: loop)
    raw = .allocate(capacity: 1)
    owner = tap
    self.tap = tap.state
  }

  init(_ loop: consuming LiveRawLoop) {
    isRaw = true
    stereo = .allocate(capacity: 1)
    raw = .allocate(capacity: 1)
    raw.initialize(to: loop)
    owner = LiveTap(capacity: 1)
    tap = owner.state
  }

  deinit {
    if isRaw { raw.deinitialize(count: 1) } else { stereo.deinitialize(count: 1) }
    stereo.deallocate()
    raw.deallocate()
  }

  /// The position on the time line of the next frame to return.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  func nextPlace() -> Int {
    isRaw ? raw.pointee.place : stereo.pointee.outPlace - tap.pointee.waiting()
  }

  /// Writes the available frames, up to a maximum.
  ///
  /// - Thread: the listening thread.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func read(
    into target: UnsafeMutablePointer<Float>, frames: Int, channels: Int
  ) -> LivePullOutcome {
    if isFresh {
      isFresh = false
      // Use local copies, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
      let (raw, stereo) = (raw, stereo)
      if isRaw { raw.pointee.skipToNow() } else { stereo.pointee.skipToNow() }
    }
    var taken = 0
    while taken < frames {
      let place = target + taken * channels
      let count =
        isRaw
        ? copy(into: place, limit: frames - taken) : render(into: place, limit: frames - taken)
      if count == 0 { break }
      taken += count
    }
    guard taken > 0 else { return .waiting }
    defer { missed = 0 }
    return .frames(taken, missed: missed)
  }

  /// Copies raw frames.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func copy(into target: UnsafeMutablePointer<Float>, limit: Int) -> Int {
    let raw = raw
    let before = raw.pointee.place
    let count = raw.pointee.read(into: target, limit: limit)
    missed += raw.pointee.place - before - count
    return count
  }

  /// Copies rendered frames; if none are waiting, renders frames first.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  private mutating func render(into target: UnsafeMutablePointer<Float>, limit: Int) -> Int {
    let (stereo, tap) = (stereo, tap)
    while true {
      let waiting = tap.pointee.read(into: target, limit: limit)
      if waiting > 0 { return waiting }
      let before = stereo.pointee.outPlace
      let step = stereo.pointee.step(keeping: limit)
      let rendered = tap.pointee.waiting()
      missed += stereo.pointee.outPlace - before - rendered
      if rendered == 0, case .waitForFrames = step { return 0 }
    }
  }
}
