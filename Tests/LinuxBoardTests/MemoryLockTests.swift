import Glibc
import Testing

@testable import LinuxBoard

@Suite struct MemoryLockTests {
  @Test("future memory is locked only where no limit can make an allocation fail")
  func policy() {
    #expect(MemoryLock.mayLock(limitBytes: nil, capabilities: 0))
    #expect(!MemoryLock.mayLock(limitBytes: 8 << 20, capabilities: 0))
    // CAP_IPC_LOCK alone is enough; its neighbours are not.
    #expect(MemoryLock.mayLock(limitBytes: 0, capabilities: 1 << 14))
    #expect(!MemoryLock.mayLock(limitBytes: 8 << 20, capabilities: 1 << 13 | 1 << 15))
  }

  @Test("capabilities are read from the status of a process")
  func capabilities() {
    let status = "Name:\tpinna\nCapInh:\t0000000000000000\nCapEff:\t0000000000004000\n"
    #expect(MemoryLock.effectiveCapabilities(status: status) == 0x4000)
    #expect(MemoryLock.effectiveCapabilities(status: "Name:\tpinna\n") == nil)
    #expect(MemoryLock.effectiveCapabilities(status: "CapEff:\tzzz\n") == nil)
  }

  @Test("a refusal says the limit and what to do")
  func refusal() {
    let text = MemoryLockRefusal(limitBytes: 8 << 20, errno: ENOMEM).description
    #expect(text.contains("the limit is 8192 KiB") && text.contains("errno 12"))
    #expect(text.contains("limits.conf") && text.contains("LimitMEMLOCK=infinity"))
    #expect(
      MemoryLockRefusal(limitBytes: nil, errno: EPERM).description.contains("there is no limit"))
  }
}
