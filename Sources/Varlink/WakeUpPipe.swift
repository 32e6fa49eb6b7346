import Glibc

/// A pipe with which any thread can wake up the thread polling its descriptor.
package final class WakeUpPipe: Sendable {
  /// The end of the pipe to poll; it is readable after a ring.
  package let descriptor: Int32
  private let bell: Int32

  /// A pipe that has not been rung; `nil` if the system has no descriptors left.
  package init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, bell) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Wakes up the polling thread; never waits.
  package func ring() {
    var byte: UInt8 = 1
    _ = write(bell, &byte, 1)
  }

  /// Waits at most `seconds` for a ring.
  package func wait(seconds: Double) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&ready, 1, Int32(seconds * 1000)) > 0 { hear() }
  }

  /// Clears all rings so far.
  package func hear() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(descriptor, &bytes, 16) == 16 {}
  }
}
