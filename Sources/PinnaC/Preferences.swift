import PinnaCapture

// The functions of pinna.h for preferences; the header describes each of them.

/// The function `pinna_set_data_source` of pinna.h.
@_cdecl("pinna_set_data_source")
public func pinnaSetDataSource(_ pointer: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  guard let name = text(name) else {
    return held.refuse("the data source is NULL; name one of pinna_data_sources")
  }
  return held.code { (session) async throws(CaptureError) in
    try await session.setPreferredDataSource(name)
  }
}

/// The function `pinna_set_polar_pattern` of pinna.h.
@_cdecl("pinna_set_polar_pattern")
public func pinnaSetPolarPattern(_ pointer: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32
{
  guard let held = session(pointer), let pattern = held.word(name, "pattern", PolarPattern.self)
  else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in
    try await session.setPreferredPolarPattern(pattern)
  }
}

/// The function `pinna_set_input_orientation` of pinna.h.
@_cdecl("pinna_set_input_orientation")
public func pinnaSetInputOrientation(_ pointer: OpaquePointer?, _ name: UnsafePointer<CChar>?)
  -> Int32
{
  guard let held = session(pointer),
    let orientation = held.word(name, "orientation", PreferredInputOrientation.self)
  else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in
    try await session.setPreferredInputOrientation(orientation)
  }
}

/// The function `pinna_set_sample_rate` of pinna.h.
@_cdecl("pinna_set_sample_rate")
public func pinnaSetSampleRate(_ pointer: OpaquePointer?, _ rate: Int32) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in
    try await session.setPreferredSampleRate(Int(rate))
  }
}

/// The function `pinna_set_io_buffer_frames` of pinna.h.
@_cdecl("pinna_set_io_buffer_frames")
public func pinnaSetIOBufferFrames(_ pointer: OpaquePointer?, _ frames: Int32) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in
    try await session.setPreferredIOBufferFrames(Int(frames))
  }
}

/// The function `pinna_set_input_gain` of pinna.h.
@_cdecl("pinna_set_input_gain")
public func pinnaSetInputGain(_ pointer: OpaquePointer?, _ decibels: Double) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  guard decibels.isFinite else {
    return held.refuse("the input gain is \(decibels); a number of decibels is expected")
  }
  return held.code { (session) async throws(CaptureError) in
    try await session.setPreferredInputGain(decibels)
  }
}

/// The function `pinna_get` of pinna.h.
@_cdecl("pinna_get")
public func pinnaGet(
  _ pointer: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ isPreferred: Int32,
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  guard let held = session(pointer), let key = text(key),
    case .success(let route) = held.wait({ (session) async throws(CaptureError) in
      try await session.route
    })
  else { return copy("", to: buffer, size) }
  let layout = isPreferred != 0 ? nil : route.layout
  if key == "left-edge" { return copy(layout?.leftEdge.rawValue ?? "", to: buffer, size) }
  if key == "right-edge" { return copy(layout?.rightEdge.rawValue ?? "", to: buffer, size) }
  let choice = isPreferred != 0 ? route.preferred : route.actual
  return copy(choice.text(of: key) ?? "", to: buffer, size)
}

extension CaptureRoute.Choice {
  /// The value of a setting in this choice, selected by its key, as text; `nil` if there is none.
  fileprivate func text(of key: String) -> String? {
    switch key {
    case "data-source": dataSource
    case "polar-pattern": polarPattern.rawValue
    case "input-orientation": inputOrientation?.rawValue
    case "sample-rate": "\(sampleRate)"
    case "io-buffer-frames": "\(ioBufferFrames)"
    case "input-channels": "\(inputChannels)"
    case "input-gain": inputGain.map { "\($0)" }
    default: nil
    }
  }
}
