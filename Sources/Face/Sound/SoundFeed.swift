import Glibc
import Realtime
import Recorder
import Synchronization
import Varlink

/// The live sound of a recorder on its way to programs: from the tap of the rendering to the socket of each.
///
/// Its thread has an ordinary priority. The rendering never waits for it: frames that it does not take in time are
/// dropped and counted.
final class SoundFeed: Sendable {
  /// Seconds that the tap holds: the thread may be late by that much.
  private static let tapSeconds = 1
  /// Milliseconds between two looks at the tap: blocks of two thousand frames, and few wake-ups.
  private static let turnMilliseconds: Int32 = 40
  /// The most frames taken out at once.
  private static let mostFrames = 16_384

  /// The ring that the session renders into while the feed is wanted.
  let tap: LiveTap
  private let bell: WakeUpPipe
  private let stop = StopFlag()
  private let arrivals = Mutex<[Int32]>([])
  private let listening = Atomic<Int>(0)

  /// A feed without listeners; `nil` if the system cannot create a pipe.
  ///
  /// - Parameter rate: frames per second, nominally.
  init?(rate: Int) {
    guard let bell = WakeUpPipe() else { return nil }
    self.bell = bell
    tap = LiveTap(capacity: max(1, rate) * Self.tapSeconds)
  }

  /// The number of listeners.
  ///
  /// - Thread: any.
  var count: Int { listening.load(ordering: .acquiring) }

  /// True while a program listens.
  ///
  /// - Thread: any.
  var isWanted: Bool { count > 0 }

  /// Takes over the socket of a program that listens.
  ///
  /// - Thread: any.
  func add(_ descriptor: Int32) {
    arrivals.withLock { $0.append(descriptor) }
    bell.ring()
  }

  /// Asks ``run()`` to close all sockets and to return.
  ///
  /// - Thread: any.
  func end() {
    stop.raise()
    bell.ring()
  }

  /// Sends the rendered sound until ``end()`` is called.
  ///
  /// - Thread: its own.
  func run() {
    var listeners = SoundListeners()
    var lost = tap.dropped
    while !stop.isRaised {
      wait(isIdle: listeners.count == 0)
      let news = arrivals.withLock { arrivals in
        defer { arrivals = [] }
        return arrivals
      }
      if listeners.count == 0, !news.isEmpty {
        tap.discard()
        lost = tap.dropped
      }
      for descriptor in news { listeners.add(descriptor) }
      let dropped = tap.dropped
      listeners.send(tap.drain(limit: Self.mostFrames), rate: tap.rate, missed: dropped - lost)
      lost = dropped
      listening.store(listeners.count, ordering: .releasing)
    }
  }

  /// Waits for the next turn, or for the bell.
  private func wait(isIdle: Bool) {
    var ring = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&ring, 1, isIdle ? -1 : Self.turnMilliseconds)
    bell.hear()
  }
}
