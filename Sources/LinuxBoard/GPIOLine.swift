import Boards
import CLines
import Glibc

/// An open GPIO line, which is released in `deinit`.
///
/// - Thread: one thread at a time.
final class GPIOLine {
  /// An edge, with the kernel's timestamp.
  struct Edge: Equatable {
    /// The logical level after the edge.
    var level: Bool
    /// The time of the edge, in seconds on the control clock.
    var time: Double
  }

  /// The number of edges that the kernel keeps for each line.
  static let edgeCapacity = 16

  private let handle: OpaquePointer

  /// Opens the line of a contact and enables reports of rising and falling edges.
  init(input line: Line, isActiveLow: Bool, bias: Bias) throws(GPIOError) {
    handle = try Self.open(line) { place, handle in
      pinna_line_open_input(&place, isActiveLow ? 1 : 0, bias.code, &handle)
    }
  }

  /// Opens the line of a light and leaves the light dark.
  init(_ led: LED) throws(GPIOError) {
    handle = try Self.open(led.line) { place, handle in
      pinna_line_open_output(&place, led.isActiveLow ? 1 : 0, 0, &handle)
    }
  }

  deinit { pinna_line_close(handle) }

  /// The descriptor on which `ppoll` waits for edges.
  var descriptor: Int32 { pinna_line_descriptor(handle) }

  /// The present logical level.
  func level() throws(GPIOError) -> Bool {
    let level = pinna_line_level(handle)
    guard level >= 0 else { throw GPIOError(call: "reading the level", code: level) }
    return level == 1
  }

  /// Sets the logical level of an output.
  func set(_ level: Bool) throws(GPIOError) {
    let code = pinna_line_set(handle, level ? 1 : 0)
    guard code >= 0 else { throw GPIOError(call: "setting the level", code: code) }
  }

  /// Returns and clears the pending edges, the oldest first; after a burst, some may be missing.
  func edges() throws(GPIOError) -> [Edge] {
    var result: [Edge] = []
    let capacity = Self.edgeCapacity
    let none = pinna_line_edge(nanoseconds: 0, level: 0)
    var buffer = [pinna_line_edge](repeating: none, count: capacity)
    // A constantly changing line must not block the control thread, so the next poll reads the remaining edges.
    for _ in 0..<4 {
      let count = pinna_line_read(handle, &buffer, Int32(capacity))
      guard count >= 0 else { throw GPIOError(call: "reading edges", code: count) }
      result += buffer.prefix(Int(count)).map {
        Edge(level: $0.level == 1, time: Double($0.nanoseconds) / 1e9)
      }
      if count < capacity { break }
    }
    return result
  }

  private static func open(
    _ line: Line, _ request: (inout pinna_line_place, inout OpaquePointer?) -> Int32
  ) throws(GPIOError) -> OpaquePointer {
    var place = try find(line)
    var handle: OpaquePointer?
    let code = request(&place, &handle)
    if let handle, code == 0 { return handle }
    if code == -EBUSY { throw .busy(consumer: consumer(of: place)) }
    throw GPIOError(call: "requesting the line", code: code)
  }

  private static func find(_ line: Line) throws(GPIOError) -> pinna_line_place {
    var place = pinna_line_place()
    let code =
      switch line {
      case .offset(let chip, let offset): pinna_line_find_by_chip(chip, UInt32(offset), &place)
      case .named(let name): pinna_line_find_by_name(name, &place)
      }
    switch code {
    case 0: return place
    case -ENODEV: throw .noChip
    case -ENOENT: throw .noLine
    case -ERANGE: throw .beyondChip
    default: throw GPIOError(call: "examining the GPIO chips", code: code)
    }
  }

  private static func consumer(of place: pinna_line_place) -> String {
    var place = place
    var name = [CChar](repeating: 0, count: 64)
    // The name stays empty if the kernel does not know one.
    _ = pinna_line_consumer(&place, &name, Int32(name.count))
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Bias {
  fileprivate var code: pinna_line_bias {
    switch self {
    case .asIs: PINNA_LINE_BIAS_AS_IS
    case .disabled: PINNA_LINE_BIAS_DISABLED
    case .pullUp: PINNA_LINE_BIAS_PULL_UP
    case .pullDown: PINNA_LINE_BIAS_PULL_DOWN
    }
  }
}
