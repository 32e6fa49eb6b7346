/// One thing that a checkup looks at.
public struct Check: Sendable, Equatable {
  /// What of the board has to be touched for a check.
  public enum Part: String, CaseIterable, Sendable {
    /// The capture device, for some seconds of sound.
    case capture
    /// The capture device, while the processors and the card are kept busy.
    case load
    /// The mixer of its card.
    case mixer
    /// The medium of the takes.
    case storage
    /// The accelerometer.
    case motion
    /// The buttons.
    case buttons
    /// The line that says that power is failing.
    case power
    /// The lights.
    case lights
    /// Facts of the system.
    case system
    /// The filters that were designed for it; nothing is touched.
    case geometry
    /// A person with two hands.
    case person
  }

  /// The name, the same in every version: "sound.alive".
  public var name: String
  /// What it says about the board, in one line without a full stop.
  public var summary: String
  /// What of the board it touches.
  public var part: Part

  /// Whether somebody has to do something for it.
  public var needsPerson: Bool { part == .person }

  /// A check from its parts.
  init(_ name: String, _ part: Part, _ summary: String) {
    self.name = name
    self.part = part
    self.summary = summary
  }

  /// Every check, in the order in which findings are shown.
  public static let all: [Check] = [
    Check("device.inputs", .capture, "what capture devices there are"),
    Check("device.open", .capture, "the capture device opens and gives frames"),
    Check("device.grant", .capture, "it grants what the board file asks for"),
    Check("sound.alive", .capture, "every microphone delivers sound"),
    Check("sound.level", .capture, "no microphone is much quieter or louder than the others"),
    Check("sound.offset", .capture, "no microphone has a mean that takes headroom"),
    Check("sound.clipping", .capture, "no microphone reaches full scale"),
    Check("sound.depth", .capture, "as many bits move as I2S microphones have"),
    Check("sound.bits", .capture, "no bit of a word is stuck"),
    Check("sound.hum", .capture, "no hum of the mains"),
    Check("sound.noise", .capture, "no microphone has more self-noise than the others"),
    Check("sound.spare", .capture, "channels without a microphone are silent"),
    Check("sound.copy", .capture, "no two channels carry the same microphone"),
    Check("sound.polarity", .capture, "all microphones have the polarity of the board file"),
    Check("sound.gain", .capture, "all microphones have the gain of the board file"),
    Check("sound.phase", .capture, "all microphones have the same phase and delay"),
    Check("sound.order", .capture, "channels come in the order of the board file"),
    Check("clock.rate", .capture, "the sample rate is true to the system's clock"),
    Check("capture.gaps", .capture, "no frame is lost"),
    Check("capture.wakeup", .capture, "the capture thread is woken in time"),
    Check("load.gaps", .load, "no frame is lost while processors and card are busy"),
    Check("load.wakeup", .load, "the capture thread is woken in time even then"),
    Check("mixer.switch", .mixer, "no capture switch of the card is off"),
    Check("mixer.gain", .mixer, "gains of the card are those of the board file"),
    Check("storage.directory", .storage, "the folder of takes can be written to"),
    Check("storage.space", .storage, "an hour of takes has room"),
    Check("storage.speed", .storage, "the medium is faster than the takes"),
    Check("storage.stall", .storage, "the medium never makes a sync wait for long"),
    Check("motion.identity", .motion, "the accelerometer is the chip of the board file"),
    Check("motion.length", .motion, "at rest it reads 1 g"),
    Check("motion.noise", .motion, "at rest its readings stay the same"),
    Check("motion.axes", .motion, "which edge is up now"),
    Check("button.idle", .buttons, "no button is pressed that nobody touches"),
    Check("button.bounce", .buttons, "no button closes by itself"),
    Check("power.line", .power, "the line that says that power is failing is at rest"),
    Check("led.drive", .lights, "every light can be switched; each blinks once"),
    Check("realtime.priority", .system, "capture may have realtime priority"),
    Check("realtime.memory", .system, "memory may be locked"),
    Check("realtime.kernel", .system, "which kernel runs"),
    Check("realtime.throttle", .system, "realtime threads are not held back"),
    Check("system.clock", .system, "the clock shows the time of day"),
    Check("system.power", .system, "the supply holds (Raspberry Pi)"),
    Check("system.temperature", .system, "nothing is too hot"),
    Check("geometry.filters", .geometry, "every case has filters, refined or in closed form"),
    Check("geometry.sides", .geometry, "how far left and right are apart in every case"),
    Check("geometry.front", .geometry, "by how much sounds behind are softer in every case"),
    Check("geometry.bandwidth", .geometry, "up to where directions are unambiguous"),
    Check("geometry.noise", .geometry, "what directions cost in self-noise"),
    Check("guided.press", .person, "every button answers, and no other with it"),
    Check("guided.hold", .person, "the accelerometer knows how the board is held"),
    Check("guided.tap", .person, "every microphone is on its own channel"),
    Check("guided.clap", .person, "left is left and right is right, in every case"),
  ]
}
