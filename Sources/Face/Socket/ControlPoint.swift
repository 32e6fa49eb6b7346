import Glibc
import LinuxBoard
import Recorder
import TakeFiles
import Varlink

/// The control socket of a running recorder: the server and the look-up queue, on threads of their own, and the mailbox
/// through which they exchange orders and outcomes with the recorder.
package final class ControlPoint {
  /// The place where orders are taken out and outcomes are put in.
  let mailbox: ControlMailbox
  /// A bell that rings when an order arrives.
  package let bell: WakeUpPipe
  /// The feed that sends the live sound to listening programs.
  let feed: SoundFeed
  private let thread: Thread
  private let feedThread: Thread
  private let lookUpThreads: [Thread]
  private let lookUps: LookUpQueue
  private let stop: StopFlag
  private let socketBell: WakeUpPipe

  /// Listens at a path, or on the socket that systemd handed over.
  ///
  /// - Parameters:
  ///   - takes: the recorder's takes, and the drawings of its board.
  ///   - rate: the board's nominal rate in frames per second.
  /// - Throws: ``SocketError``.
  package init(
    path: String, takes: TakeFolder, rate: Int, version: String,
    environment: (String) -> String?
  ) throws(SocketError) {
    guard let bell = WakeUpPipe(), let socketBell = WakeUpPipe() else {
      throw .failed(call: "pipe", path: path, errno: errno)
    }
    let mailbox = ControlMailbox(socket: socketBell, recorder: bell)
    let stop = StopFlag()
    guard let lookUps = LookUpQueue(takes, mailbox: mailbox), let feed = SoundFeed(rate: rate)
    else {
      throw .failed(call: "pipe", path: path, errno: errno)
    }
    let listen: ControlServer.Listening = { feed.add($0) }
    let handed = Listener(environment: environment)
    let server: ControlServer
    if let handed {
      server = ControlServer(
        handed, version: version, mailbox: mailbox, wakeUp: socketBell,
        lookUps: lookUps, listen: listen)
    } else {
      server = ControlServer(
        try Listener(path: path, mode: RecorderInterface.mode, group: RecorderInterface.group),
        version: version, mailbox: mailbox, wakeUp: socketBell,
        lookUps: lookUps, listen: listen)
    }
    let box = HandOver(server)
    do throws(SessionFault) {
      feedThread = try Thread(name: "listen") { feed.run() }
      lookUpThreads = try LookUpQueue.Work.allCases.map { work throws(SessionFault) in
        try Thread(name: work.rawValue, stackBytes: Thread.largeStack) {
          lookUps.run(work) { stop.isRaised }
        }
      }
      thread = try Thread(name: "control", stackBytes: Thread.largeStack) {
        box.remove()?.run(clock: MonotonicClock.now, until: { stop.isRaised })
      }
    } catch {
      throw .failed(call: "pthread_create", path: path, errno: EAGAIN)
    }
    (self.mailbox, self.bell, self.stop, self.socketBell) = (mailbox, bell, stop, socketBell)
    (self.feed, self.lookUps) = (feed, lookUps)
  }

  /// Closes all connections and removes the socket.
  package func end() {
    stop.raise()
    socketBell.ring()
    lookUps.wakeUp()
    thread.join()
    for thread in lookUpThreads { thread.join() }
    feed.end()
    feedThread.join()
  }
}
