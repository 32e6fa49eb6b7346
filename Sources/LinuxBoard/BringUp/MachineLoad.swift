import Glibc
import Realtime
import Recorder

/// A load of ordinary threads that keeps the processors and the card of this machine busy.
///
/// A recorder shares its computer with other programs, and with its own filter design. These can use all remaining
/// processor time, but must not delay the capture.
package struct MachineLoad: LoadProbe {
  /// The number of busy threads per processor: more than one, so that the scheduler has to choose between them.
  private static let threadsPerProcessor = 2
  /// The number of bytes per write and sync, and the file size at which writing starts over.
  private static let (blockBytes, fileBytes) = (64 << 10, 8 << 20)
  /// The name of the test file during the instant before its name is removed.
  static let fileName = ".pinna-check.load"

  /// The load of this machine.
  package init() {}

  /// Runs `body` while every processor has two busy threads, and another thread writes and syncs.
  package func whileBusy(directory: String, _ body: () -> Void) {
    let stop = StopFlag()
    let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) * Self.threadsPerProcessor
    var threads = (0..<count).compactMap { _ in
      Self.thread("busy") { Self.compute(until: stop) }
    }
    if let writer = Self.thread("write", { Self.write(in: directory, until: stop) }) {
      threads.append(writer)
    }
    body()
    stop.raise()
    threads.forEach { $0.join() }
  }

  /// Starts a thread; `nil` if the system has no thread left, and the load is then smaller.
  private static func thread(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) -> Thread? {
    do throws(SessionFault) {
      return try Thread(name: name, body: body)
    } catch {
      return nil
    }
  }

  private static func compute(until stop: StopFlag) {
    var state: UInt64 = 1
    while !stop.isRaised {
      for _ in 0..<10_000 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      }
      // The compiler cannot know the value, so it cannot remove the work.
      if state == 0 { return }
    }
  }

  private static func write(in directory: String, until stop: StopFlag) {
    let file: Int32
    do throws(StorageRefusal) {
      file = try NamelessFile.open(directory + "/" + fileName)
    } catch {
      return
    }
    defer { close(file) }
    let block = [UInt8](repeating: 0x5A, count: blockBytes)
    var place = 0
    while !stop.isRaised {
      let written = block.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(place)) }
      guard written > 0, fdatasync(file) == 0 else { return }
      place = (place + written) % fileBytes
    }
  }
}
