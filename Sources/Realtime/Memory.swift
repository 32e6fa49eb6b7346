/// Memory that begins with a line of the cache, which has 64 bytes on every processor that matters.
enum Memory {
  /// Room for some values, all alike.
  static func make<Value>(_ count: Int, of value: Value) -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, count) * MemoryLayout<Value>.stride, alignment: 64)
    return memory.initializeMemory(as: Value.self, repeating: value, count: count)
  }
}
