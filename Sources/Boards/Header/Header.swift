/// The 40-pin header of a Raspberry Pi, as far as a board uses it: settings, taken lines, and parts with wires.
public struct Header: Sendable, Equatable {
  /// The lines that `/boot/firmware/config.txt` needs.
  public var config: [String]
  /// The GPIO chip label of the board's computers; `nil` if they have different ones.
  public var chip: String?
  /// Lines that are brought out, for example on a HAT's sockets: the first choice for buttons and lights.
  public var free: [Int]
  /// False if the free lines are unknown, so that none may be suggested.
  public var suggests: Bool
  /// The computers that the board never works on.
  public var notOn: [Computer] = []
  /// The taken lines, with their takers.
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

  /// Lines taken by an overlay, a driver or a HAT.
  public struct Use: Sendable, Equatable {
    /// The taker, such as "overlay googlevoicehat-soundcard".
    public var taker: String
    /// The numbers of its lines.
    public var lines: [Int]
    /// True if they are the taker's own buttons, which buttons of the board file may name.
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
    /// Its pads and their destinations.
    public var wires: [Wire]
    /// Its maximum current in milliamperes.
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
    /// The name printed next to the pad.
    public var pad: String
    /// The function of the destination pin.
    public var signal: HeaderPin.Signal

    /// A wire from its ends.
    public init(pad: String, signal: HeaderPin.Signal) {
      self.pad = pad
      self.signal = signal
    }
  }
}
