import PinnaCapture

// The functions of pinna.h for a session; the header says what each does.

/// The code of an argument that cannot be.
let invalidArgument: Int32 = -1
/// The code of a buffer that is too small for a text which can be asked for again.
let tooSmall: Int32 = -18

/// The session behind a pointer of a C program.
func session(_ pointer: OpaquePointer?) -> SessionHandle? {
  pointer.map {
    Unmanaged<SessionHandle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
  }
}

/// The text behind a pointer of a C program.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

/// Copies a text into a buffer, as far as it fits, and gives its length.
@discardableResult
func copy(_ text: String, to buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
  let bytes = Array(text.utf8)
  guard let buffer, size > 0 else { return bytes.count }
  let count = min(bytes.count, size - 1)
  for index in 0..<count { buffer[index] = CChar(bitPattern: bytes[index]) }
  buffer[count] = 0
  return bytes.count
}

/// The board that a word of a C program names.
private func board(_ name: String) -> CaptureBoard {
  let simulated = "simulated:"
  if name.hasPrefix(simulated) {
    let scene = SimulatedScene([SimulatedSound(.noise, azimuth: 45)])
    return .simulated(String(name.dropFirst(simulated.count)), scene)
  }
  return name == "attached" ? .attached : .named(name)
}

/// `pinna_open` of pinna.h.
@_cdecl("pinna_open")
public func pinnaOpen(
  _ name: UnsafePointer<CChar>?, _ takes: UnsafePointer<CChar>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> OpaquePointer? {
  guard let name = text(name) else {
    copy("the board is NULL; name one, or write attached or simulated:ID", to: buffer, size)
    return nil
  }
  let configuration = CaptureConfiguration(takes: text(takes).map { TakeSettings(directory: $0) })
  do throws(CaptureError) {
    let made = try CaptureSession(board: board(name), configuration: configuration)
    return OpaquePointer(Unmanaged.passRetained(SessionHandle(made)).toOpaque())
  } catch {
    copy(error.description, to: buffer, size)
    return nil
  }
}

/// `pinna_close` of pinna.h.
@_cdecl("pinna_close")
public func pinnaClose(_ pointer: OpaquePointer?) {
  guard let pointer else { return }
  let held = Unmanaged<SessionHandle>.fromOpaque(UnsafeRawPointer(pointer)).takeRetainedValue()
  _ = held.wait { (session) async throws(CaptureError) in await session.close() }
}

/// `pinna_error` of pinna.h.
@_cdecl("pinna_error")
public func pinnaError(
  _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  copy(session(pointer)?.lastError ?? "the session is NULL", to: buffer, size)
}

/// `pinna_activate` of pinna.h.
@_cdecl("pinna_activate")
public func pinnaActivate(_ pointer: OpaquePointer?) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in try await session.activate() }
}

/// `pinna_deactivate` of pinna.h.
@_cdecl("pinna_deactivate")
public func pinnaDeactivate(_ pointer: OpaquePointer?) -> Int32 {
  guard let held = session(pointer) else { return invalidArgument }
  return held.code { (session) async throws(CaptureError) in try await session.deactivate() }
}

/// `pinna_data_sources` of pinna.h.
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

/// `pinna_next_change` of pinna.h.
@_cdecl("pinna_next_change")
public func pinnaNextChange(
  _ pointer: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  session(pointer)?.nextChange(to: buffer, size) ?? copy("", to: buffer, size)
}
