// Driven by libFuzzer: deploy/fuzz compiles it in one module with Varlink and the harness of its tests.

/// One execution.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: data, count: size))
  if let problem = WireHarness.problem(with: bytes) { fatalError(problem) }
  return 0
}
