/// The 40-pin header of a Raspberry Pi, as far as a board uses it: settings, lines that are taken, and parts with
/// wires.
public struct Header: Sendable, Equatable {
  /// The lines that `/boot/firmware/config.txt` needs.
  public var config: [String]
  /// The label of the GPIO chip of the computers that the board fits; `nil` if their chips have different labels.
  public var chip: String?
  /// The lines that are brought out, for example on a HAT's sockets; they are the first choice for buttons and lights.
  public var free: [Int]
  /// False if it is not known which lines are free, so that none may be suggested.
  public var suggests: Bool
  /// The computers on which the board never works.
  public var notOn: [Computer] = []
  /// The lines that are taken, and by what.
  public var uses: [Use]
  /// The parts that must be wired.
  public var parts: [Part]

  /// Creates a header from its parts.
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

  /// The lines that an overlay, a driver or a HAT takes.
  public struct Use: Sendable, Equatable {
    /// The overlay, driver or HAT, such as "overlay googlevoicehat-soundcard".
    public var taker: String
    /// The numbers of the lines that it takes.
    public var lines: [Int]
    /// True if the lines are its own buttons, which the buttons in the board file may name.
    public var isButton: Bool
    /// The address that it uses on I2C bus 1.
    public var address: Int?

    /// Creates a use from its taker and its lines.
    public init(taker: String, lines: [Int], isButton: Bool = false) {
      self.taker = taker
      self.lines = lines
      self.isButton = isButton
    }
  }

  /// A part that must be bought and wired.
  public struct Part: Sendable, Equatable {
    /// Its name in drawings, such as "MIC1".
    public var name: String
    /// The part's entry in a shopping list, with the manufacturer's number; `nil` if it is not listed.
    public var item: String?
    /// The wires from the part's pads to their destinations.
    public var wires: [Wire]
    /// The part's maximum current in milliamperes.
    public var current: Double?
    /// The part's address on I2C bus 1.
    public var address: Int?

    /// Creates a part from its name, its item and its wires.
    public init(name: String, item: String? = nil, wires: [Wire] = []) {
      self.name = name
      self.item = item
      self.wires = wires
    }
  }

  /// A wire from a pad of a part to a pin of the header.
  public struct Wire: Sendable, Equatable {
    /// The name printed next to the pad.
    public var pad: String
    /// The function of the pin to which the wire leads.
    public var signal: HeaderPin.Signal

    /// Creates a wire from its two ends.
    public init(pad: String, signal: HeaderPin.Signal) {
      self.pad = pad
      self.signal = signal
    }
  }
}
