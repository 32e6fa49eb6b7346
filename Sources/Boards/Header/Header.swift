import TOML

/// A board's use of the 40-pin header of a Raspberry Pi: settings, occupied lines, and parts with wires.
public struct Header: Sendable, Equatable {
  /// The lines that `/boot/firmware/config.txt` needs.
  public var config: [String]
  /// The label of the GPIO chip on the compatible computers; `nil` if their chips have different labels.
  @Key("chip", .label(example: "\"pinctrl-rp1\"")) public var chip: String?
  /// The lines with accessible contacts, for example on a HAT's sockets; they are the first choice for buttons and
  /// lights.
  public var free: [Int]
  /// False if the free lines are unknown, so that none can be suggested.
  @Key("suggest", .flag) public var suggests = true
  /// The computers that the board does not work with.
  public var notOn: [Computer] = []
  /// The occupied lines, and their users.
  public var uses: [Use]
  /// The parts that need wiring.
  public var parts: [Part]

  /// Creates a header from its parts.
  public init(
    config: [String] = [], chip: String? = nil, free: [Int] = [], suggests: Bool? = nil,
    uses: [Use] = [], parts: [Part] = []
  ) {
    self.config = config
    self.free = free
    self.uses = uses
    self.parts = parts
    self.chip = chip
    if let suggests { self.suggests = suggests }
  }

  /// The lines that an overlay, a driver or a HAT uses.
  public struct Use: Sendable, Equatable {
    /// The overlay, driver or HAT, such as "overlay googlevoicehat-soundcard".
    public var taker: String
    /// The numbers of these lines.
    public var lines: [Int]
    /// True if the lines belong to buttons on a HAT, which the buttons in the board file can name.
    @Key("button", .flag) public var isButton = false
    /// The address of the device on I2C bus 1.
    @Key("address", .whole(Accelerometer.addresses)) public var address: Int?

    /// Creates a use from its user and its lines.
    public init(taker: String, lines: [Int], isButton: Bool? = nil) {
      self.taker = taker
      self.lines = lines
      if let isButton { self.isButton = isButton }
    }
  }

  /// A part to buy and wire.
  public struct Part: Sendable, Equatable {
    /// The part's name in drawings, such as "MIC1".
    public var name: String
    /// The part's entry in a shopping list, with the manufacturer's number; `nil` if it is not listed.
    @Key("item", .label(most: 200, example: "\"Adafruit 6049\"")) public var item: String?
    /// The wires from the part's pads to their destinations.
    public var wires: [Wire]
    /// The part's maximum current in milliamperes.
    @Key("current", LED.currents, "mA") public var current: Double?
    /// The part's address on I2C bus 1.
    @Key("address", .whole(Accelerometer.addresses)) public var address: Int?

    /// Creates a part from its name, its item and its wires.
    public init(name: String, item: String? = nil, wires: [Wire] = []) {
      self.name = name
      self.wires = wires
      self.item = item
    }
  }

  /// A wire from a pad of a part to a pin of the header.
  public struct Wire: Sendable, Equatable {
    /// The name printed next to the pad.
    public var pad: String
    /// The function of the header pin at the other end of the wire.
    public var signal: HeaderPin.Signal

    /// Creates a wire between a pad and a pin.
    public init(pad: String, signal: HeaderPin.Signal) {
      self.pad = pad
      self.signal = signal
    }
  }
}
