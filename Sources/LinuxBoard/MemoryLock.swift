import Glibc
import Recorder

/// A lock that keeps the memory of the process from being paged out.
package enum MemoryLock {
  /// Locks all present and future memory, page by page as it is first touched.
  ///
  /// The realtime threads touch their memory before they start, so no page fault occurs later. Call this once, early.
  ///
  /// - Returns: the reason why memory is not locked; `nil` if it is.
  /// - Thread: control.
  package static func request() -> MemoryLockRefusal? {
    var limit = rlimit()
    let resource = __rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue)
    getrlimit(resource, &limit)
    if limit.rlim_cur != limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      setrlimit(resource, &limit)
      getrlimit(resource, &limit)
    }
    let bytes = limit.rlim_cur == Self.unlimited ? nil : UInt64(limit.rlim_cur)
    let capabilities = SmallFile.text("/proc/self/status").flatMap(effectiveCapabilities(status:))
    guard mayLock(limitBytes: bytes, capabilities: capabilities ?? 0) else {
      return MemoryLockRefusal(limitBytes: bytes, errno: ENOMEM)
    }
    let result = mlockall(Int32(MCL_CURRENT) | Int32(MCL_FUTURE) | Int32(MCL_ONFAULT))
    return result == 0 ? nil : MemoryLockRefusal(limitBytes: bytes, errno: errno)
  }

  /// The permission to lock all memory, determined without locking any.
  static var permission: HostSystem.MemoryLockFact {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    let bytes = limit.rlim_max == unlimited ? nil : UInt64(limit.rlim_max)
    let capabilities = SmallFile.text("/proc/self/status").flatMap(effectiveCapabilities(status:))
    return mayLock(limitBytes: bytes, capabilities: capabilities ?? 0)
      ? .granted : .refused(limitBytes: bytes)
  }

  /// True if the process can lock all future memory without a limit.
  ///
  /// If there is a limit, an allocation beyond it would fail and end the process, so nothing is locked.
  static func mayLock(limitBytes: UInt64?, capabilities: UInt64) -> Bool {
    limitBytes == nil || capabilities & lockCapability != 0
  }

  /// The effective capabilities in the text of /proc/self/status.
  static func effectiveCapabilities(status: String) -> UInt64? {
    KeyedText.field("CapEff", in: status).flatMap { UInt64($0, radix: 16) }
  }

  /// CAP_IPC_LOCK, which is number 14 in linux/capability.h.
  private static let lockCapability: UInt64 = 1 << 14
  /// The value of RLIM_INFINITY, which is a macro.
  private static let unlimited = ~rlim_t(0)
}

/// The reason why memory could not be locked, and the remedy.
package struct MemoryLockRefusal: Sendable, Equatable, CustomStringConvertible {
  /// The limit for locked memory in bytes; `nil` if there is none.
  package var limitBytes: UInt64?
  /// The errno of the refused lock.
  package var errno: Int32

  /// Creates a refusal from its parts.
  package init(limitBytes: UInt64?, errno: Int32) {
    self.limitBytes = limitBytes
    self.errno = errno
  }

  /// The refusal as one line of text for users.
  package var description: String {
    let limit = limitBytes.map { "the limit is \($0 / 1024) KiB" } ?? "there is no limit"
    return "memory is not locked: \(ErrnoText.text(errno)), \(limit); "
      + "write \"@audio - memlock unlimited\" into /etc/security/limits.conf and join the group audio, or write "
      + "LimitMEMLOCK=infinity into the systemd unit"
  }
}
