import Glibc
import Testing

@testable import CompanionServer

@Suite("The resident memory of the page's server")
struct WebMemoryTests {
  /// Kilobytes that the kernel says in words.
  private func said() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      guard text.hasPrefix("VmRSS:") else { continue }
      return text.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  @Test("it is what the kernel says, and everything goes on once pages were given back")
  func giveBack() {
    let known = WebMemory.resident() / 1024
    // Other tests run beside this one.
    #expect(known > 1000 && abs(known - said()) < 200_000)
    var memory = WebMemory()
    for _ in 0..<2 * WebMemory.restSeconds { memory.tidy() }
    #expect(WebMemory.resident() > 0)
    #expect((try? WebArguments(["serve"]))?.work == .serve)
  }
}
