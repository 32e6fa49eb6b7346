import CVersion
import PinnaCapture

// The functions of pinna.h for a session; the header describes each of them.

/// The code for an invalid argument.
let invalidArgument: Int32 = -1
/// The code for a buffer that is too small, if the text can be requested again.
let tooSmall: Int32 = -18

/// The session behind a pointer from a C program.
func session(_ pointer: OpaquePointer?) -> SessionHandle? {
  pointer.map {
    Unmanaged<SessionHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
  }
}

/// The text behind a pointer from a C program.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

/// The text behind a pointer of a C program, for texts that must not change, such as paths.
///
/// - Throws: ``PinnaCapture/CaptureError/unavailable(_:)`` if the text is not UTF-8.
func exactText(_ pointer: UnsafePointer<CChar>?) throws(CaptureError) -> String? {
  guard let pointer else { return nil }
  guard let text = String(validatingCString: pointer) else {
    throw .unavailable(
      "\"\(String(cString: pointer))\" is not UTF-8; convert the text, or rename the file")
  }
  return text
}

/// Copies as much of a text as fits into a buffer, up to a whole character, and returns the length of the whole text.
@discardableResult
func copy(_ text: String, to buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
  let bytes = Array(text.utf8)
  guard let buffer, size > 0 else { return bytes.count }
  var count = min(bytes.count, size - 1)
  while count > 0, count < bytes.count, UTF8.isContinuation(bytes[count]) { count -= 1 }
  for index in 0..<count { buffer[index] = CChar(bitPattern: bytes[index]) }
  buffer[count] = 0
  return bytes.count
}

/// The board for a name from a C program.
private func board(_ name: String) -> CaptureBoard {
  let simulated = "simulated:"
  if name.hasPrefix(simulated) {
    let scene = SimulatedScene([SimulatedSound(.noise, azimuth: 45)])
    return .simulated(String(name.dropFirst(simulated.count)), scene)
  }
  return name == "attached" ? .attached : .named(name)
}

/// The function `pinna_open` of pinna.h.
@_cdecl("pinna_open")
public func pinnaOpen(
  _ name: UnsafePointer<CChar>?, _ takes: UnsafePointer<CChar>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> OpaquePointer? {
  pinnaOpenWith(name, takes, nil, buffer, size)
}

/// The function `pinna_open_with` of pinna.h.
@_cdecl("pinna_open_with")
public func pinnaOpenWith(
  _ name: UnsafePointer<CChar>?, _ takes: UnsafePointer<CChar>?,
  _ options: UnsafePointer<UnsafePointer<CChar>?>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> OpaquePointer? {
  do throws(CaptureError) {
    guard let name = try exactText(name) else {
      throw .unavailable("the board is NULL; pass the name of a board, attached, or simulated:ID")
    }
    let configuration = try CaptureConfiguration(
      takes: exactText(takes), options: texts(options))
    let made = try CaptureSession(board: board(name), configuration: configuration)
    return OpaquePointer(Unmanaged.passRetained(SessionHandle(made)).toOpaque())
  } catch {
    copy(error.description, to: buffer, size)
    return nil
  }
}

/// The texts of a NULL-terminated array.
private func texts(
  _ pointer: UnsafePointer<UnsafePointer<CChar>?>?
) throws(CaptureError) -> [String] {
  var (texts, next) = ([String](), pointer)
  while let text = try exactText(next?.pointee) {
    texts.append(text)
    next = next?.advanced(by: 1)
  }
  return texts
}

/// The function `pinna_version` of pinna.h.
@_cdecl("pinna_version")
public func pinnaVersion() -> UnsafePointer<CChar> { version }

// This copy is never freed, because C programs keep the pointer.
nonisolated(unsafe) private let version: UnsafePointer<CChar> = {
  let bytes = Array(PINNA_VERSION.utf8CString)
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  copy.initialize(from: bytes, count: bytes.count)
  return UnsafePointer(copy)
}()

/// The function `pinna_close` of pinna.h.
@_cdecl("pinna_close")
public func pinnaClose(_ pointer: OpaquePointer?) {
  guard let pointer else { return }
  let held = Unmanaged<SessionHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeRetainedValue()
  _ = held.wait { (session) async throws(CaptureError) in await session.close() }
}

/// The function `pinna_error` of pinna.h.
@_cdecl("pinna_error")
public func pinnaError(
  _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  copy(session(pointer)?.lastError ?? "the session is NULL", to: buffer, size)
}

/// The function `pinna_activate` of pinna.h.
@_cdecl("pinna_activate")
public func pinnaActivate(_ pointer: OpaquePointer?) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in try await session.activate() }
}

/// The function `pinna_deactivate` of pinna.h.
@_cdecl("pinna_deactivate")
public func pinnaDeactivate(_ pointer: OpaquePointer?) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in try await session.deactivate() }
}

/// The function `pinna_data_sources` of pinna.h.
@_cdecl("pinna_data_sources")
public func pinnaDataSources(
  _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  let sources = session(pointer)?.session.inputDataSources ?? []
  let lines = sources.map { source in
    ([source.name, source.orientation.rawValue] + source.supportedPolarPatterns.map(\.rawValue))
      .joined(separator: "\t")
  }
  return copy(lines.joined(separator: "\n"), to: buffer, size)
}

/// The function `pinna_descriptor` of pinna.h.
@_cdecl("pinna_descriptor")
public func pinnaDescriptor(_ pointer: OpaquePointer?) -> Int32 {
  session(pointer)?.descriptor ?? invalidArgument
}

/// The function `pinna_levels` of pinna.h.
@_cdecl("pinna_levels")
public func pinnaLevels(
  _ pointer: OpaquePointer?, _ isRaw: Int32, _ peaks: UnsafeMutablePointer<Float>?,
  _ rms: UnsafeMutablePointer<Float>?, _ count: Int32
) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  guard count >= 0 else {
    return held.refuse("the count is \(count); give the number of levels that the arrays can hold")
  }
  if isRaw == 0 { held.keepMeasuring() }
  switch held.wait({ (session) async throws(CaptureError) in try await session.status }) {
  case .success(let status):
    let levels = isRaw != 0 ? status.levels.channels : status.levels.stereo
    for (index, level) in levels.prefix(Int(count)).enumerated() {
      peaks?[index] = level.peak
      rms?[index] = level.rms
    }
    return Int32(levels.count)
  case .failure(let error): return error.code
  }
}

/// The function `pinna_latency` of pinna.h.
@_cdecl("pinna_latency")
public func pinnaLatency(_ pointer: OpaquePointer?) -> Double {
  guard let held = session(pointer),
    case .success(let status) = held.wait({ (session) async throws(CaptureError) in
      try await session.status
    })
  else { return -1 }
  return status.latencySeconds ?? -1
}

/// The function `pinna_next_change` of pinna.h.
@_cdecl("pinna_next_change")
public func pinnaNextChange(
  _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  session(pointer)?.nextChange(to: buffer, size) ?? copy("", to: buffer, size)
}
