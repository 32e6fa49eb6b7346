import TestSupport
import Testing

@testable import LinuxBoard

@Suite("The memory that can be had, from the files of the system")
struct FreeMemoryTests {
  private func bytes(_ files: [String: String]) throws -> Int? {
    let root = try TemporaryDirectory()
    for (path, text) in files {
      try root.makeFolders(of: path)
      try root.write(Array(text.utf8), to: path)
    }
    return FreeMemory.bytes(root: root.path)
  }

  private static let machine = "MemTotal:  1000 kB\nMemFree:  10 kB\nMemAvailable:  600 kB\n"

  @Test("that of the machine, and nothing where it does not say")
  func machine() throws {
    #expect(try bytes(["proc/meminfo": Self.machine]) == 600 << 10)
    #expect(try bytes([:]) == nil)
    #expect(try bytes(["proc/meminfo": "MemTotal: 1000 kB\n"]) == nil)
  }

  @Test("no more than the unit allows")
  func unit() throws {
    let folder = "sys/fs/cgroup/system.slice/pinna.service"
    var files = [
      "proc/meminfo": Self.machine, "proc/self/cgroup": "0::/system.slice/pinna.service\n",
      folder + "/memory.max": "500000\n", folder + "/memory.current": "100000\n",
    ]
    #expect(try bytes(files) == 400_000)
    files[folder + "/memory.current"] = "600000\n"
    #expect(try bytes(files) == 0)
    files[folder + "/memory.max"] = "max\n"
    #expect(try bytes(files) == 600 << 10)
  }

  @Test("this machine says how much there is")
  func here() throws { #expect(try #require(FreeMemory.bytes()) > 1 << 20) }
}
