import Synchronization

/// The memory of one value, in pieces that are freed together with the value.
///
/// Every piece starts at a cache line; a cache line has 64 bytes on every relevant processor.
struct Memory: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointer: its memory can be reached only through this value.

  /// The newest piece: first a cache line with the address of the previous piece, then the piece itself.
  private var newest: UnsafeMutableRawPointer?
  private static let line = 64

  /// Allocates uninitialised memory for a number of values.
  mutating func allocate<Value: ~Copyable>(_ count: Int) -> UnsafeMutablePointer<Value> {
    let piece = UnsafeMutableRawPointer.allocate(
      byteCount: Self.line + max(1, count) * MemoryLayout<Value>.stride, alignment: Self.line)
    piece.storeBytes(of: newest, as: UnsafeMutableRawPointer?.self)
    newest = piece
    return (piece + Self.line).bindMemory(to: Value.self, capacity: max(1, count))
  }

  /// Allocates memory for a number of values and sets each of them to `value`.
  mutating func make<Value>(_ count: Int, of value: Value) -> UnsafeMutablePointer<Value> {
    let memory: UnsafeMutablePointer<Value> = allocate(count)
    memory.initialize(repeating: value, count: count)
    return memory
  }

  /// Allocates memory for one value that needs no deinitialisation, such as an atomic.
  mutating func keep<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
    let memory: UnsafeMutablePointer<Value> = allocate(1)
    memory.initialize(to: value)
    return memory
  }

  /// Allocates a number of counters, each of which starts at `value`.
  mutating func counters(_ count: Int, of value: Int = 0) -> UnsafeMutablePointer<Atomic<Int>> {
    let memory: UnsafeMutablePointer<Atomic<Int>> = allocate(count)
    for n in 0..<count { (memory + n).initialize(to: Atomic(value)) }
    return memory
  }

  deinit {
    var next = newest
    while let piece = next {
      next = piece.load(as: UnsafeMutableRawPointer?.self)
      piece.deallocate()
    }
  }
}
