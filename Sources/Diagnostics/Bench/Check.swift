/// One check of a checkup; the raw value is the check's name, which never changes between versions.
///
/// The cases are in the order in which findings are shown.
package enum Check: String, CaseIterable, Sendable, CustomStringConvertible {
  case boardWiring = "board.wiring"
  case deviceInputs = "device.inputs"
  case deviceOpen = "device.open"
  case deviceGrant = "device.grant"
  case soundAlive = "sound.alive"
  case soundLevel = "sound.level"
  case soundOffset = "sound.offset"
  case soundClipping = "sound.clipping"
  case soundDepth = "sound.depth"
  case soundBits = "sound.bits"
  case soundHum = "sound.hum"
  case soundNoise = "sound.noise"
  case soundPressure = "sound.pressure"
  case soundSpare = "sound.spare"
  case soundCopy = "sound.copy"
  case soundPolarity = "sound.polarity"
  case soundGain = "sound.gain"
  case soundPhase = "sound.phase"
  case soundOrder = "sound.order"
  case clockRate = "clock.rate"
  case captureGaps = "capture.gaps"
  case captureWakeup = "capture.wakeup"
  case loadGaps = "load.gaps"
  case loadWakeup = "load.wakeup"
  case mixerSwitch = "mixer.switch"
  case mixerGain = "mixer.gain"
  case storageDirectory = "storage.directory"
  case storageSpace = "storage.space"
  case storageSpeed = "storage.speed"
  case storageStall = "storage.stall"
  case motionIdentity = "motion.identity"
  case motionLength = "motion.length"
  case motionNoise = "motion.noise"
  case motionAxes = "motion.axes"
  case buttonIdle = "button.idle"
  case buttonBounce = "button.bounce"
  case powerLine = "power.line"
  case ledDrive = "led.drive"
  case realtimePriority = "realtime.priority"
  case realtimeMemory = "realtime.memory"
  case realtimeKernel = "realtime.kernel"
  case realtimeThrottle = "realtime.throttle"
  case systemClock = "system.clock"
  case systemPower = "system.power"
  case systemTemperature = "system.temperature"
  case geometryFilters = "geometry.filters"
  case geometrySides = "geometry.sides"
  case geometryFront = "geometry.front"
  case geometryBandwidth = "geometry.bandwidth"
  case geometryNoise = "geometry.noise"
  case guidedPress = "guided.press"
  case guidedHold = "guided.hold"
  case guidedTap = "guided.tap"
  case guidedClap = "guided.clap"

  /// A part of the board that a check uses.
  package enum Part: String, CaseIterable, Sendable {
    /// The board file; these checks use no hardware.
    case file
    /// The capture device, which records a few seconds of sound.
    case capture
    /// The capture device while the processors and the card are kept busy.
    case load
    /// The mixer of the capture device's card.
    case mixer
    /// The storage medium for takes.
    case storage
    /// The accelerometer.
    case motion
    /// The buttons.
    case buttons
    /// The line that reports a power failure.
    case power
    /// The lights.
    case lights
    /// The facts about the system.
    case system
    /// The filters designed for the board; these checks use no hardware.
    case geometry
    /// A person who handles the board.
    case person
  }

  /// The part of the board that this check uses.
  package var part: Part {
    switch self {
    case .boardWiring: .file
    case .deviceInputs, .deviceOpen, .deviceGrant, .soundAlive, .soundLevel, .soundOffset,
      .soundClipping, .soundDepth, .soundBits, .soundHum, .soundNoise, .soundPressure,
      .soundSpare, .soundCopy, .soundPolarity, .soundGain, .soundPhase, .soundOrder, .clockRate,
      .captureGaps,
      .captureWakeup:
      .capture
    case .loadGaps, .loadWakeup: .load
    case .mixerSwitch, .mixerGain: .mixer
    case .storageDirectory, .storageSpace, .storageSpeed, .storageStall: .storage
    case .motionIdentity, .motionLength, .motionNoise, .motionAxes: .motion
    case .buttonIdle, .buttonBounce: .buttons
    case .powerLine: .power
    case .ledDrive: .lights
    case .realtimePriority, .realtimeMemory, .realtimeKernel, .realtimeThrottle, .systemClock,
      .systemPower, .systemTemperature:
      .system
    case .geometryFilters, .geometrySides, .geometryFront, .geometryBandwidth, .geometryNoise:
      .geometry
    case .guidedPress, .guidedHold, .guidedTap, .guidedClap: .person
    }
  }

  /// The part of the name before the dot, which all checks of the same kind share.
  package var group: Substring { rawValue.prefix { $0 != "." } }

  /// True for a check of the microphones' sound.
  var isOfSound: Bool { group == Self.soundAlive.group }

  /// True if the check needs a person.
  package var needsPerson: Bool { part == .person }

  /// The name of the check.
  package var description: String { rawValue }
}
