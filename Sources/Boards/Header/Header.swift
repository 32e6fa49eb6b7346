/// The 40-pin header of a Raspberry Pi, as far as a board uses it: settings, taken lines, and parts with wires.
public struct Header: Sendable, Equatable {
  /// The lines that `/boot/firmware/config.txt` needs.
  public var config: [String]
  /// The label of the GPIO chip of the computers that the board is for; `nil` when there are several.
  public var chip: String?
  /// Lines that are brought out for others, such as a HAT's sockets: the first to be used for buttons and lights.
  public var free: [Int]
  /// False when it is not known which other lines are free, so that none may be suggested.
  public var suggests: Bool
  /// The computers that it never works on.
  public var notOn: [Computer] = []
  /// Who takes which lines.
  public var uses: [Use]
  /// The parts to be wired.
  public var parts: [Part]

  /// A header from its parts.
  public init(
    config: [String] = [], chip: String? = nil, free: [Int] = [], suggests: Bool = true,
    uses: [Use] = [], parts: [Part] = []
  ) {
    self.config = config
    self.chip = chip
    self.free = free
    self.suggests = suggests
    self.uses = uses
    self.parts = parts
  }

  /// Lines that an overlay, a driver or a HAT takes.
  public struct Use: Sendable, Equatable {
    /// The taker, such as "overlay googlevoicehat-soundcard".
    public var taker: String
    /// The numbers of its lines.
    public var lines: [Int]
    /// True when they are buttons of the taker's own, which buttons of the board file may name.
    public var isButton: Bool
    /// Its address on I2C bus 1.
    public var address: Int?

    /// A use from its parts.
    public init(taker: String, lines: [Int], isButton: Bool = false) {
      self.taker = taker
      self.lines = lines
      self.isButton = isButton
    }
  }

  /// A part to be bought and wired.
  public struct Part: Sendable, Equatable {
    /// Its name in drawings, such as "MIC1".
    public var name: String
    /// The item in a shopping list, with the maker's number; `nil` for none.
    public var item: String?
    /// Its pads and where they go.
    public var wires: [Wire]
    /// Milliamperes that it draws at most.
    public var current: Double?
    /// Its address on I2C bus 1.
    public var address: Int?

    /// A part from its parts.
    public init(name: String, item: String? = nil, wires: [Wire] = []) {
      self.name = name
      self.item = item
      self.wires = wires
    }
  }

  /// A wire from a pad of a part to a line of the header.
  public struct Wire: Sendable, Equatable {
    /// The name printed at the pad.
    public var pad: String
    /// The function of the pin that it goes to.
    public var signal: HeaderPin.Signal

    /// A wire from its ends.
    public init(pad: String, signal: HeaderPin.Signal) {
      self.pad = pad
      self.signal = signal
    }
  }
}
