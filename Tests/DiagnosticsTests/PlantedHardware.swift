import Diagnostics

/// Something that is wrong with a board, as a scenario says it, and what a checkup must find.
struct PlantedHardware: Sendable, CustomStringConvertible {
  let name: String
  /// "check subject" of every complaint; there must be no others.
  let found: Set<String>
  /// A part of a scenario.
  let text: String
  /// True when the board is one that never turns.
  var isFixed = false
  /// True when the room must be quiet for the fault to be heard.
  var isQuiet = false

  var description: String { name }

  private init(_ name: String, _ found: String..., text: () -> String) {
    self.name = name
    self.found = Set(found)
    self.text = text()
  }

  static let all = sound + device + parts + system

  // MARK: - The table

  private static func microphone(_ number: Int, _ keys: String) -> String {
    "[[hardware.microphone]]\nname = \"MIC\(number)\"\n\(keys)\n"
  }

  private static func capture(_ keys: String) -> String { "[hardware.capture]\n\(keys)\n" }

  private static func all(_ check: Check) -> Set<String> {
    Set((1...4).map { "\(check) MIC\($0)" })
  }

  private init(_ name: String, all check: Check, text: () -> String) {
    self.name = name
    found = Self.all(check)
    self.text = text()
  }

  private static let sound: [PlantedHardware] = [
    PlantedHardware("dead", "sound.alive MIC2") { microphone(2, "dead = true") },
    PlantedHardware("held data line", "sound.alive MIC3") { microphone(3, "constant = -0.001") },
    PlantedHardware("covered port", "sound.level MIC2") { microphone(2, "gain = -30.0") },
    PlantedHardware("too soft", "sound.gain MIC4") { microphone(4, "gain = -3.0") },
    PlantedHardware("too loud", "sound.gain MIC1") { microphone(1, "gain = 3.0") },
    PlantedHardware("inverted", "sound.polarity MIC1") { microphone(1, "inverted = true") },
    PlantedHardware("duplicated", "sound.copy MIC1, MIC2") { microphone(2, "copy-of = \"MIC1\"") },
    PlantedHardware("offset of 3 %", "sound.offset MIC3") { microphone(3, "offset = 0.03") },
    PlantedHardware("offset of 20 %", "sound.offset MIC3") { microphone(3, "offset = -0.2") },
    PlantedHardware("bit held low", "sound.bits MIC2") { microphone(2, "stuck-bit = 14") },
    PlantedHardware("bit held high", "sound.bits MIC4") {
      microphone(4, "stuck-bit = 15\nstuck-at = 1")
    },
    hiss,
    PlantedHardware("hum of one microphone", "sound.hum MIC1") { microphone(1, "hum = -40.0") },
    PlantedHardware("hum of 60 Hz everywhere", all: .soundHum) {
      capture("hum = -40.0\nmains = 60")
    },
    PlantedHardware("16 bits in 32", all: .soundDepth) { capture("bits = 16") },
    PlantedHardware("gain at the end of the scale", all: .soundClipping) {
      capture("gain = 40.0")
    },
    PlantedHardware("late by 300 us", "sound.phase MIC1") {
      microphone(1, "delay = 300.0")
    },
    PlantedHardware("two channels swapped", "sound.order MIC1, MIC2, MIC3, MIC4") {
      capture("channels = [2, 1, 0, 3]")
    },
    PlantedHardware("channels rotated by one", "sound.order MIC1, MIC2, MIC3, MIC4") {
      capture("channels = [1, 2, 3, 0]")
    },
  ]

  /// In a loud room self-noise is not heard, and the check says that it cannot tell.
  private static var hiss: PlantedHardware {
    var planted = PlantedHardware("hiss", "sound.noise MIC3") { microphone(3, "noise = -75.0") }
    planted.isQuiet = true
    return planted
  }

  private static let device: [PlantedHardware] = [
    PlantedHardware("busy", "device.open simulated bench") {
      capture("opening = \"busy\"\nholder = \"arecord (812)\"")
    },
    PlantedHardware("absent", "device.open simulated bench") { capture("opening = \"absent\"") },
    PlantedHardware("another device", "device.grant simulated bench") {
      capture("opening = \"refuses\"")
    },
    PlantedHardware("small buffer", "device.grant hw:CARD=bench") { capture("buffer = 20.0") },
    PlantedHardware("clock 300 ppm fast", "clock.rate hw:CARD=bench") { capture("clock = 300.0") },
    PlantedHardware("clock 300 ppm slow", "clock.rate hw:CARD=bench") { capture("clock = -300.0") },
    PlantedHardware("lost frames", "capture.gaps hw:CARD=bench") { capture("gap-every = 2.6") },
    PlantedHardware("unplugged", "capture.gaps hw:CARD=bench") {
      "[[fault]]\nat = 3.0\nunplug = 5.0\n"
    },
    PlantedHardware("late wake-ups", "capture.wakeup hw:CARD=bench") { capture("late = 300.0") },
    PlantedHardware("wake-ups later than the buffer is long", "capture.wakeup hw:CARD=bench") {
      capture("late = 700.0")
    },
    PlantedHardware("late wake-ups while the machine is busy", "load.wakeup hw:CARD=bench") {
      capture("late-busy = 300.0")
    },
    PlantedHardware("capture switch off", "mixer.switch Mic Capture Switch") {
      "[hardware.mixer]\n\"Mic Capture Switch\" = 0\n"
    },
    PlantedHardware("gain that the card does not keep", "mixer.gain ADC Capture Volume") {
      "[hardware.mixer]\n\"ADC Capture Volume\" = 12\n"
    },
  ]

  private static func sensor(_ keys: String) -> String { "[hardware.accelerometer]\n\(keys)\n" }

  private static let parts: [PlantedHardware] = [
    PlantedHardware("another accelerometer", "motion.identity lis3dh") {
      sensor("identity = 0x68")
    },
    PlantedHardware("silent accelerometer", "motion.identity lis3dh") { sensor("silent = true") },
    PlantedHardware("noisy accelerometer", "motion.noise lis3dh") { sensor("noise = 0.1") },
    PlantedHardware("1 g too long", "motion.length lis3dh") { sensor("scale = 1.4") },
    turnedMount,
    PlantedHardware("button that is stuck", "button.idle record") {
      "[hardware.buttons.record]\nstuck = \"closed\"\n"
    },
    PlantedHardware("line of a button taken", "button.idle source") {
      "[hardware.buttons.source]\nunreadable = true\n"
    },
    PlantedHardware("line of a button that floats", "button.bounce source") {
      "[hardware.buttons.source]\nfloating = true\n"
    },
    PlantedHardware("power that fails", "power.line ") {
      "[[fault]]\nat = 0\npower-fails = true\n"
    },
    PlantedHardware("light that cannot be driven", "led.drive record") {
      "[hardware.leds.record]\nrefused = true\n"
    },
    PlantedHardware("light that stays dark", "led.drive status") {
      "[hardware.leds.status]\nstuck = \"dark\"\n"
    },
  ]

  /// Only a board that says itself which way is up can be wrong about it without any help.
  private static var turnedMount: PlantedHardware {
    var planted = PlantedHardware("mount turned by 90 degrees", "motion.axes lis3dh") {
      sensor("turned = 90")
    }
    planted.isFixed = true
    return planted
  }

  private static func card(_ keys: String) -> String { "[hardware.storage]\n\(keys)\n" }

  private static func host(_ keys: String) -> String { "[hardware.system]\n\(keys)\n" }

  private static let system: [PlantedHardware] = [
    PlantedHardware("card that is read-only", "storage.directory /takes") {
      card("read-only = true")
    },
    PlantedHardware("card that is nearly full", "storage.space /takes") { card("free = 100.0") },
    PlantedHardware("slow card", "storage.speed /takes") { card("write-rate = 0.75") },
    // Every block takes more than a second then: that is its speed, and none of them stalls.
    PlantedHardware("card that is far too slow", "storage.speed /takes") {
      card("write-rate = 0.2")
    },
    PlantedHardware("card that stalls", "storage.stall /takes") { card("stall = 2.0") },
    PlantedHardware("no realtime right", "realtime.priority ") { host("no-realtime = true") },
    PlantedHardware("no memory lock", "realtime.memory ") { host("no-memory-lock = true") },
    PlantedHardware("realtime threads held back", "realtime.throttle ") {
      host("realtime-share = 0.5")
    },
    PlantedHardware("clock that was never set", "system.clock ") { host("clock-unset = true") },
    PlantedHardware("under-voltage", "system.power ") { host("throttled = 0x50005") },
    PlantedHardware("heat", "system.temperature processor") { host("temperature = 85.0") },
  ]
}
