import Glibc
import Realtime
import Recorder
import Synchronization
import Varlink

/// The live sound of a recorder on its way from the tap of the rendering to the sockets of the listening programs.
///
/// The thread of the feed has ordinary priority, and the rendering never waits for it: frames that the thread does not
/// take in time are dropped and counted.
final class SoundFeed: Sendable {
  /// The seconds of sound that the tap can hold, so that the thread may be late by that much.
  private static let tapSeconds = 1
  /// The time in milliseconds between two reads of the tap: long enough for blocks of about two thousand frames and few
  /// wake-ups.
  private static let turnMilliseconds: Int32 = 40
  /// The most frames taken out of the tap at once.
  private static let mostFrames = 16_384

  /// The ring into which the session renders while the feed is wanted.
  let tap: LiveTap
  private let bell: WakeUpPipe
  private let stop = StopFlag()
  private let arrivals = Mutex<[Int32]>([])
  private let listening = Atomic<Int>(0)

  /// Creates a feed without listeners; `nil` if the system cannot create a pipe.
  ///
  /// - Parameter rate: the nominal rate in frames per second.
  init?(rate: Int) {
    guard let bell = WakeUpPipe() else { return nil }
    self.bell = bell
    tap = LiveTap(capacity: max(1, rate) * Self.tapSeconds)
  }

  /// The number of listeners.
  ///
  /// - Thread: any.
  var count: Int { listening.load(ordering: .acquiring) }

  /// True while any program listens.
  ///
  /// - Thread: any.
  var isWanted: Bool { count > 0 }

  /// Takes over the socket of a listening program.
  ///
  /// - Thread: any.
  func add(_ descriptor: Int32) {
    arrivals.withLock { $0.append(descriptor) }
    bell.ring()
  }

  /// Makes ``run()`` close all sockets and return.
  ///
  /// - Thread: any.
  func end() {
    stop.raise()
    bell.ring()
  }

  /// Sends the rendered sound until ``end()`` is called.
  ///
  /// - Thread: a thread of its own.
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
