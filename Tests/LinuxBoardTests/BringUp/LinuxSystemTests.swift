import Glibc
import Recorder
import TestSupport
import Testing

@testable import LinuxBoard

@Suite("Facts of the system, from its files")
struct LinuxSystemTests {
  /// A system whose files are these.
  private func facts(_ files: [String: String]) throws -> HostSystem {
    let root = try TemporaryDirectory()
    for (path, text) in files {
      try root.makeFolders(of: path)
      try root.write(Array(text.utf8), to: path)
    }
    return LinuxSystem(root: root.path).examineSystem(priority: nil)
  }

  @Test("a Raspberry Pi under a weak supply")
  func raspberryPi() throws {
    let facts = try facts([
      "proc/version": "Linux version 6.12.25-v8-16k+ #1 SMP PREEMPT_RT\n",
      "proc/sys/kernel/osrelease": "6.12.25-v8-16k+\n",
      "proc/sys/kernel/sched_rt_runtime_us": "950000\n",
      "proc/sys/kernel/sched_rt_period_us": "1000000\n",
      "sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
      "sys/class/thermal/thermal_zone0/temp": "61322\n",
      "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    ])
    #expect(facts.kernel == "6.12.25-v8-16k+")
    #expect(facts.isPreemptRT == true)
    #expect(facts.realtimeShare == .init(runtime: 950_000, period: 1_000_000))
    #expect(facts.throttled == 0x50005)
    #expect(facts.temperatures == [.init(zone: "cpu-thermal", celsius: 61.322)])
    #expect(facts.realtimePriority == nil)
  }

  @Test("an older realtime kernel says so in a file of its own, an ordinary one does not")
  func kernels() throws {
    let version = ["proc/version": "Linux version 6.1.0 #1 SMP PREEMPT_DYNAMIC\n"]
    #expect(try facts(version).isPreemptRT == false)
    let files = version.merging(["sys/kernel/realtime": "1\n"]) { old, _ in old }
    #expect(try facts(files).isPreemptRT == true)
  }

  @Test("a system that tells nothing has no facts, and no limit is none")
  func nothing() throws {
    let facts = try facts([:])
    #expect(facts.kernel == nil && facts.isPreemptRT == nil && facts.realtimeShare == nil)
    #expect(facts.throttled == nil && facts.temperatures == [])
    let unlimited = try self.facts([
      "proc/sys/kernel/sched_rt_runtime_us": "-1\n",
      "proc/sys/kernel/sched_rt_period_us": "1000000",
    ])
    #expect(unlimited.realtimeShare?.runtime == -1)
  }

  @Test("whether a priority is granted is found by asking for it")
  func priority() {
    // Without a right it is refused, with one granted: either way it is known.
    #expect(LinuxSystem().examineSystem(priority: 10).realtimePriority != nil)
  }
}

extension TemporaryDirectory {
  /// Makes the folders above a file.
  func makeFolders(of path: String) throws {
    let parts = path.split(separator: "/").dropLast()
    for count in parts.indices {
      let folder = file(parts[...count].joined(separator: "/"))
      try #require(mkdir(folder, 0o755) == 0 || errno == EEXIST, "\(folder)")
    }
  }
}
