import PinnaCapture

// The functions of pinna.h for takes and live sound; the header describes each of them.

/// The function `pinna_start_take` of pinna.h.
@_cdecl("pinna_start_take")
public func pinnaStartTake(_ pointer: OpaquePointer?, _ withPreRoll: Int32) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in
    _ = try await session.startTake(withPreRoll: withPreRoll != 0)
  }
}

/// The function `pinna_stop_take` of pinna.h.
@_cdecl("pinna_stop_take")
public func pinnaStopTake(
  _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  let result = held.wait { (session) async throws(CaptureError) in try await session.stopTake() }
  switch result {
  case .success(let take):
    held.lastTake = take.files.first ?? ""
    guard buffer == nil || held.lastTake.utf8.count < size else {
      copy("", to: buffer, size)
      return held.refuse(
        "the path has \(held.lastTake.utf8.count) bytes and a terminating zero, but the buffer has \(size) bytes; "
          + "the take has ended: get its path with pinna_take_path", tooSmall)
    }
    copy(held.lastTake, to: buffer, size)
    return 0
  case .failure(let error):
    copy("", to: buffer, size)
    return error.code
  }
}

/// The function `pinna_take_path` of pinna.h.
@_cdecl("pinna_take_path")
public func pinnaTakePath(
  _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  copy(session(pointer)?.lastTake ?? "", to: buffer, size)
}

/// The function `pinna_set_paused` of pinna.h.
@_cdecl("pinna_set_paused")
public func pinnaSetPaused(_ pointer: OpaquePointer?, _ isPaused: Int32) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in
    if isPaused != 0 { try await session.pauseTake() } else { try await session.resumeTake() }
  }
}

/// The function `pinna_mark` of pinna.h.
@_cdecl("pinna_mark")
public func pinnaMark(_ pointer: OpaquePointer?, _ words: UnsafePointer<CChar>?) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  let label: String?
  do throws(CaptureError) { label = try exactText(words) } catch {
    return held.refuse(error.description)
  }
  return held.code { (session) async throws(CaptureError) in try await session.mark(label) }
}

// MARK: - Live sound

private func pull(_ pointer: OpaquePointer?, isRaw: Bool) -> OpaquePointer? {
  guard let held = session(pointer) else { return nil }
  let result = held.wait { (session) async throws(CaptureError) in
    isRaw ? try await session.rawPull() : try await session.stereoPull()
  }
  guard case .success(let pull) = result else { return nil }
  return OpaquePointer(Unmanaged.passRetained(pull).toOpaque())
}

/// The function `pinna_pull_stereo` of pinna.h.
@_cdecl("pinna_pull_stereo")
public func pinnaPullStereo(_ pointer: OpaquePointer?) -> OpaquePointer? {
  pull(pointer, isRaw: false)
}

/// The function `pinna_pull_raw` of pinna.h.
@_cdecl("pinna_pull_raw")
public func pinnaPullRaw(_ pointer: OpaquePointer?) -> OpaquePointer? { pull(pointer, isRaw: true) }

/// The function `pinna_pull_channels` of pinna.h.
@_cdecl("pinna_pull_channels")
public func pinnaPullChannels(_ pointer: OpaquePointer?) -> Int32 {
  guard let pointer else { return invalidArgument }
  return Unmanaged<SoundPull>.fromOpaque(UnsafeRawPointer(pointer))._withUnsafeGuaranteedRef {
    Int32($0.channels)
  }
}

/// The function `pinna_pull_read` of pinna.h.
@_cdecl("pinna_pull_read")
public func pinnaPullRead(
  _ pointer: OpaquePointer?, _ samples: UnsafeMutablePointer<Float>?, _ frames: Int,
  _ missed: UnsafeMutablePointer<Int>?
) -> Int {
  missed?.pointee = 0
  guard let pointer, let samples, frames >= 0 else { return Int(invalidArgument) }
  // The pull is unmanaged, so that this call does no reference counting.
  let outcome = Unmanaged<SoundPull>.fromOpaque(UnsafeRawPointer(pointer))
    ._withUnsafeGuaranteedRef { $0.pull(into: samples, frames: frames) }
  switch outcome {
  case .frames(let count, let left):
    missed?.pointee = left
    return count
  case .waiting: return 0
  case .interrupted: return -16
  case .inUse: return -17
  }
}

/// The function `pinna_pull_free` of pinna.h.
@_cdecl("pinna_pull_free")
public func pinnaPullFree(_ pointer: OpaquePointer?) {
  guard let pointer else { return }
  Unmanaged<SoundPull>.fromOpaque(UnsafeRawPointer(pointer)).release()
}
