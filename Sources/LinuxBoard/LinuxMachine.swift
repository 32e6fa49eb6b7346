import Boards
import Recorder

/// The machine of a real board: ALSA, GPIO lines, I2C, and this system's memory, storage and clock.
public struct LinuxMachine: Sendable {
  /// Its buttons, its accelerometer and its power line.
  public let hands: LinuxHands
  /// What captures its microphones.
  public let capture: AlsaCapture

  /// The machine of a board.
  ///
  /// Buttons and sensor are opened as far as they are there, the capture device when it is asked for.
  public init(_ board: Board) {
    hands = LinuxHands(board: board)
    capture = AlsaCapture(mixer: board.capture.mixer)
  }

  /// What a recorder sees of it.
  public var ports: Machine {
    Machine(
      capture: capture, hands: hands, storage: PlainStorage(), playback: AlsaPlayback(),
      freeMemory: FreeMemory.bytes,
      wallTime: { now in
        // The clock may be set while the recorder runs: it is asked anew, and taken back to the moment in question.
        var time = WallClock.now()
        time.epochSeconds -= MonotonicClock.now() - now
        return time
      })
  }
}
