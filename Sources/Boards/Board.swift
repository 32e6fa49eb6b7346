/// The description of one board, as stated in its board file.
///
/// Lengths are in metres and angles in degrees.
public struct Board: Sendable, Equatable {
  /// The name of the file without its extension, as users type it.
  public var id: String
  /// The name of the product.
  public var name: String
  /// The origin of the numbers in the file, and their conversion to the device frame.
  public var source: String
  /// The device that captures the microphones.
  public var capture: Capture
  /// The microphones, in the order of the file.
  public var microphones: [Microphone]
  /// Calibrated if the gains and delays of this unit were measured, otherwise nominal.
  public var calibration: Calibration
  /// The spread of the microphones around their nominal values, if the file states it.
  public var statedMismatch: Mismatch?
  /// The body that shadows the sound; `nil` if the file does not describe one (free field).
  public var body: Body?
  /// The virtual microphones, in the order of the file; the first is the default.
  public var dataSources: [DataSource]
  /// The way in which the board is used: held in the hand, or fixed.
  public var orientation: OrientationMode
  /// The sensor that shows which way is up.
  public var accelerometer: Accelerometer?
  /// The buttons of the board.
  public var buttons: [ButtonName: InputLine]
  /// The lights of the board.
  public var leds: [LightName: LED]
  /// The playback device of the headphone monitor.
  public var playback: Playback?
  /// The line that signals a power failure.
  public var power: InputLine?
  /// The battery levels at which the recorder acts; `nil` to use the default levels.
  public var battery: BatteryRule?
  /// The board's use of the 40-pin header; `nil` if the file does not describe the header.
  public var header: Header?
  /// The errors that the simulated board adds to the values above.
  public var simulation: SimulatedSpread

  /// Creates a board from its parts.
  public init(
    id: String, name: String, source: String, capture: Capture, microphones: [Microphone],
    calibration: Calibration = .nominal, statedMismatch: Mismatch? = nil, body: Body? = nil,
    dataSources: [DataSource],
    orientation: OrientationMode = .handHeld, accelerometer: Accelerometer? = nil,
    buttons: [ButtonName: InputLine] = [:], leds: [LightName: LED] = [:], playback: Playback? = nil,
    power: InputLine? = nil, battery: BatteryRule? = nil, header: Header? = nil,
    simulation: SimulatedSpread = SimulatedSpread()
  ) {
    self.id = id
    self.name = name
    self.source = source
    self.capture = capture
    self.microphones = microphones
    self.calibration = calibration
    self.statedMismatch = statedMismatch
    self.body = body
    self.dataSources = dataSources
    self.orientation = orientation
    self.accelerometer = accelerometer
    self.buttons = buttons
    self.leds = leds
    self.playback = playback
    self.power = power
    self.battery = battery
    self.header = header
    self.simulation = simulation
  }

  /// The spread of the microphones around their nominal values: the spread in the file, or else the default for
  /// ``calibration``.
  public var mismatch: Mismatch { statedMismatch ?? .standard(for: calibration) }

  /// A case of a board: a data source and an orientation.
  public struct Case: Sendable, Hashable {
    /// The index of the data source in ``Board/dataSources``.
    public var dataSource: Int
    /// The orientation; `nil` on a board whose up direction is fixed.
    public var orientation: InputOrientation?

    /// Creates a case from its parts.
    public init(dataSource: Int, orientation: InputOrientation?) {
      self.dataSource = dataSource
      self.orientation = orientation
    }
  }

  /// Every case of this board: each data source in each orientation, or one case per data source if the up direction is
  /// fixed.
  public var cases: [Case] {
    dataSources.indices.flatMap { source -> [Case] in
      switch orientation {
      case .handHeld:
        InputOrientation.allCases.map { Case(dataSource: source, orientation: $0) }
      case .fixed:
        [Case(dataSource: source, orientation: nil)]
      }
    }
  }

  /// The directions forward, up, left and right in a case; `nil` if forward and up are parallel.
  ///
  /// - Precondition: the case names a data source of this board. On a hand-held board, a case without an orientation
  ///   means portrait.
  public func layout(_ which: Case) -> Layout? {
    let forward = dataSources[which.dataSource].forward
    switch orientation {
    case .handHeld:
      return Layout(forward: forward, up: (which.orientation ?? .portrait).up)
    case .fixed(let up):
      return Layout(forward: forward, up: up)
    }
  }

  /// The index of the data source with this name, or else of the data source that points out of the face with this
  /// name; upper and lower case count as equal.
  public func dataSource(named name: String) -> Int? {
    let wanted = name.lowercased()
    return dataSources.firstIndex { $0.name == name }
      ?? dataSources.firstIndex { $0.name.lowercased() == wanted }
      ?? dataSources.firstIndex { $0.orientation.rawValue == wanted }
  }

  /// The name of a case: "Back landscapeLeft", or just "Front" on a board whose up direction is fixed.
  public func name(of which: Case) -> String {
    let source = dataSources[which.dataSource].name
    guard let orientation = which.orientation else { return source }
    return "\(source) \(orientation.rawValue)"
  }
}
