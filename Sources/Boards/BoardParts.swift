/// The capture device of a board, and the settings asked of it.
public struct Capture: Sendable, Equatable {
  /// An ALSA name with a stable card id.
  public var device: String
  /// Channels of the device, which may be more than there are microphones.
  public var channels: Int
  /// The format of one sample on the wire.
  public var format: CaptureFormat
  /// Frames per second.
  public var rate: Int
  /// Frames per period.
  public var period: Int
  /// The hardware buffer that is wanted, in milliseconds.
  public var bufferMilliseconds: Double
  /// Mixer controls to set, by name.
  public var mixer: [String: Int]
  /// Mixer controls that are its input gain, all set alike.
  public var gainControls: [String] = []
  /// The input gain that is wanted, decibels; `nil` to leave it as it is.
  public var inputGain: Double?

  /// A capture device from its parts.
  public init(
    device: String, channels: Int, format: CaptureFormat = .s32, rate: Int = 48000,
    period: Int = 256, bufferMilliseconds: Double = 500, mixer: [String: Int] = [:]
  ) {
    self.device = device
    self.channels = channels
    self.format = format
    self.rate = rate
    self.period = period
    self.bufferMilliseconds = bufferMilliseconds
    self.mixer = mixer
  }
}

/// The sample formats that I2S boards give, by their ALSA names.
public enum CaptureFormat: String, CaseIterable, Sendable, Codable {
  /// 32 bits, signed, little endian.
  case s32 = "S32_LE"
  /// 24 bits in the low three bytes of four.
  case s24 = "S24_LE"
  /// 24 bits in three bytes.
  case s24Packed = "S24_3LE"
  /// 16 bits.
  case s16 = "S16_LE"
  /// 32-bit floating point, full scale 1.
  case float = "FLOAT_LE"
}

/// One capsule: a position in the device frame and a channel of the capture device.
public struct Microphone: Sendable, Equatable {
  /// The name printed on the board.
  public var name: String
  /// Channel of the capture device, from 0.
  public var channel: Int
  /// Metres, device frame.
  public var position: Vector3
  /// Metres by which the position may be off.
  public var tolerance: Double
  /// The direction its port looks in, unit length, device frame.
  public var normal: Vector3?
  /// Decibels added to the channel.
  public var gain: Double
  /// True when the channel's polarity is inverted.
  public var isInverted: Bool
  /// Seconds by which the channel is late.
  public var delay: Double
  /// dBFS at 94 dB SPL.
  public var sensitivity: Double?

  /// A microphone from its parts.
  public init(
    name: String, channel: Int, position: Vector3, tolerance: Double = 0.0005,
    normal: Vector3? = nil, gain: Double = 0, isInverted: Bool = false, delay: Double = 0,
    sensitivity: Double? = nil
  ) {
    self.name = name
    self.channel = channel
    self.position = position
    self.tolerance = tolerance
    self.normal = normal
    self.gain = gain
    self.isInverted = isInverted
    self.delay = delay
    self.sensitivity = sensitivity
  }
}

/// The origin of a board's gains, delays and positions: its design, or a measurement of this very board.
public enum Calibration: String, CaseIterable, Sendable, Codable {
  /// As designed; every specimen differs within its tolerances.
  case nominal
  /// Measured on this specimen.
  case calibrated
}

/// The body that shadows the sound, and that the layout picture draws.
public struct Body: Sendable, Equatable {
  /// Metres along x, y and z: a box around the origin.
  public var size: Vector3
  /// The model of the body.
  public var model: BodyModel

  /// A body from its parts.
  public init(size: Vector3, model: BodyModel = .freeField) {
    self.size = size
    self.model = model
  }
}

/// The way the body of a board changes the sound at its microphones.
public enum BodyModel: Sendable, Equatable {
  /// No change.
  case freeField
  /// A rigid sphere of this radius in metres around the origin; microphones lie on it in the direction of their
  /// positions.
  case sphere(radius: Double)
  /// The rigid box of ``Body/size``.
  case box
  /// Measured responses of every microphone, in a SOFA file (a path relative to the board file).
  case measured(file: String)
}

/// A virtual microphone with a direction.
public struct DataSource: Sendable, Equatable {
  /// The name, as users type it.
  public var name: String
  /// The face it looks out of.
  public var orientation: DeviceFace
  /// Upper or lower part of the device.
  public var location: DataSourceLocation?
  /// The direction it looks in, device frame, unit length.
  public var forward: Vector3
  /// The patterns it supports, in the order of the file; the first is not a default.
  public var patterns: [PolarPattern]
  /// Indices into ``Board/microphones`` of those that a mono pattern uses.
  public var microphones: [Int]
  /// The microphones on the left and right for plain stereo, if the file names them.
  public var pair: MicrophonePair?

  /// A data source from its parts.
  public init(
    name: String, orientation: DeviceFace, location: DataSourceLocation? = nil, forward: Vector3,
    patterns: [PolarPattern], microphones: [Int], pair: MicrophonePair? = nil
  ) {
    self.name = name
    self.orientation = orientation
    self.location = location
    self.forward = forward
    self.patterns = patterns
    self.microphones = microphones
    self.pair = pair
  }
}

/// The place of a data source on the device.
public enum DataSourceLocation: String, CaseIterable, Sendable, Codable {
  /// The upper half.
  case upper
  /// The lower half.
  case lower
}

/// The way a board is used: held in the hand, or lying still.
public enum OrientationMode: Sendable, Equatable {
  /// Four orientations, told apart by gravity.
  case handHeld
  /// Always this way up: a direction in the device frame, unit length.
  case fixed(up: Vector3)
}

/// The accelerometer of a board.
public struct Accelerometer: Sendable, Equatable {
  /// The part's name in lower case.
  public var chip: String
  /// The I2C bus number.
  public var bus: Int
  /// The 7-bit address.
  public var address: Int
  /// Rows of the matrix that turns chip axes into device axes; determinant +1.
  public var mount: [Vector3]

  /// An accelerometer from its parts.
  public init(chip: String, bus: Int, address: Int, mount: [Vector3]) {
    self.chip = chip
    self.bus = bus
    self.address = address
    self.mount = mount
  }
}

/// A GPIO line: by chip label and offset, or by its own name.
public enum Line: Sendable, Equatable {
  /// A chip's label and the offset of the line on it.
  case offset(chip: String, line: Int)
  /// The line's own name.
  case named(String)
}

/// The resistor of an input line.
public enum Bias: String, CaseIterable, Sendable, Codable {
  /// Pulled to the supply.
  case pullUp = "pull-up"
  /// Pulled to ground.
  case pullDown = "pull-down"
  /// None.
  case disabled
  /// Left as it is.
  case asIs = "as-is"
}

/// A push button.
public struct Button: Sendable, Equatable {
  /// Milliseconds of a contact of which nothing is said.
  public static let standardDebounceMilliseconds = 10.0

  /// The GPIO line it is connected to.
  public var line: Line
  /// True when a low level means pressed.
  public var isActiveLow: Bool
  /// The resistor.
  public var bias: Bias
  /// Milliseconds within which edges are one press.
  public var debounceMilliseconds: Double

  /// A button from its parts.
  public init(
    line: Line, isActiveLow: Bool = true, bias: Bias = .pullUp,
    debounceMilliseconds: Double = Button.standardDebounceMilliseconds
  ) {
    self.line = line
    self.isActiveLow = isActiveLow
    self.bias = bias
    self.debounceMilliseconds = debounceMilliseconds
  }
}

/// A line that signals failing power, while the supply still holds for a moment.
public struct PowerLine: Sendable, Equatable {
  /// The GPIO line it is connected to.
  public var line: Line
  /// True when a low level means failing power, as supply monitors with an open drain signal it.
  public var isActiveLow: Bool
  /// The resistor.
  public var bias: Bias
  /// Milliseconds for which a level must stay.
  public var debounceMilliseconds: Double

  /// A line from its parts.
  public init(
    line: Line, isActiveLow: Bool = true, bias: Bias = .pullUp,
    debounceMilliseconds: Double = Button.standardDebounceMilliseconds
  ) {
    self.line = line
    self.isActiveLow = isActiveLow
    self.bias = bias
    self.debounceMilliseconds = debounceMilliseconds
  }
}

/// An LED.
public struct LED: Sendable, Equatable {
  /// The GPIO line it is connected to.
  public var line: Line
  /// True when a low level lights it.
  public var isActiveLow: Bool

  /// An LED from its parts.
  public init(line: Line, isActiveLow: Bool = false) {
    self.line = line
    self.isActiveLow = isActiveLow
  }
}

/// The headphone monitor's device.
public struct Playback: Sendable, Equatable {
  /// An ALSA name with a stable card id.
  public var device: String

  /// A playback device by its name.
  public init(device: String) {
    self.device = device
  }
}

/// The deviations of a simulated board from a perfect one.
///
/// All errors are one sigma, drawn from a seed.
public struct Simulation: Sendable, Equatable {
  /// dBFS(A) of self-noise per microphone.
  public var noise: Double
  /// Decibels.
  public var gainError: Double
  /// Degrees, the same at all frequencies.
  public var phaseError: Double
  /// Metres per axis.
  public var positionError: Double

  /// A simulation from its parts.
  public init(
    noise: Double = -91, gainError: Double = 0, phaseError: Double = 0, positionError: Double = 0
  ) {
    self.noise = noise
    self.gainError = gainError
    self.phaseError = phaseError
    self.positionError = positionError
  }
}
