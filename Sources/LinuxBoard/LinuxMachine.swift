import Boards
import Recorder

/// The machine of a real board: ALSA, GPIO lines, I2C, and the memory, storage and clocks of this system.
package struct LinuxMachine: Sendable {
  /// The board's contacts and accelerometer.
  package let hands: LinuxHands
  /// The board's lights.
  package let lights: GPIOLights
  /// The capture device of the board's microphones.
  package let capture: AlsaCapture
  private let supplies: PowerSupplies
  private let batteryName: String?
  private let receiver: ReceiverFile?
  private let pulse: PulseClock?

  /// The machine of a board; each part is opened at first use.
  ///
  /// - Parameters:
  ///   - supplies: the batteries and power supplies of the computer.
  ///   - receiver: the GPS receiver that the clock follows; `nil` for none.
  ///   - pulse: the device of a pulse per second, such as `/dev/pps0`; `nil` for none.
  package init(
    _ board: Board, supplies: PowerSupplies = PowerSupplies(),
    receiver: Settings.Receiver? = nil, pulse: String? = nil
  ) {
    self.supplies = supplies
    self.receiver = receiver.map { ReceiverFile($0) }
    self.pulse = pulse.map { PulseClock($0) }
    batteryName = board.battery?.supply
    hands = LinuxHands(board: board)
    lights = GPIOLights(board: board)
    capture = AlsaCapture(mixer: board.capture.mixer)
  }

  /// The reason why the pulse per second is unusable; `nil` if it is usable, or if none is configured.
  package var pulseProblem: HardwareProblem? {
    guard case .unusable(let problem) = pulse?.state(MonotonicClock.now()) else { return nil }
    return problem
  }

  /// The ports of the machine, as sessions and checkups need them.
  package var ports: Machine {
    var machine = Machine(
      capture: capture, hands: hands, storage: PlainStorage(), playback: AlsaPlayback(),
      freeMemory: FreeMemory.bytes,
      wallTime: { now in
        // The clock may be set while the recorder runs, so this call reads it again, and converts its time back to
        // `now`.
        WallClock.time(at: now)
      })
    machine.programs = AlsaPlayback()
    machine.clockQuality = { WallClock.quality() }
    machine.sleptSeconds = { ReceiverFile.secondsSinceStart() - MonotonicClock.now() }
    machine.battery = { [supplies, batteryName] in supplies.battery(named: batteryName) }
    machine.clock = MachineClock()
    if let pulse { machine.follow(pulse) }
    if let receiver {
      machine.follow({ receiver.word() }, utcOffset: { WallClock.utcOffset(at: $0) })
    }
    machine.lights = lights
    machine.inputs = { AlsaInputs.list().map(\.device) }
    machine.card = CardProbe()
    machine.load = MachineLoad()
    machine.system = LinuxSystem()
    return machine
  }
}
