import Boards
import TakeFiles

/// The contacts and the accelerometer of a session, and the choices that people or programs make.
///
/// - Thread: control.
final class SessionHands {
  /// The choices, and how the board is held.
  private(set) var controls: Controls
  /// The number of presses of the source button that changed the source.
  private(set) var sourcePresses = 0
  /// True while someone is asked to press the source button, to give a browser access.
  var isAsked = false
  /// True if the last reading of the accelerometer was a bump.
  private(set) var isBumped = false
  private var bumps = BumpDetector()
  /// The time of the last reading of the accelerometer; `nil` while it is silent.
  private var readAt: Double?
  private let port: any HandPort
  private let isHandHeld: Bool
  private var contacts: Contacts
  private let battery: @Sendable () -> BatteryCharge?
  private var batteryAlarm: BatteryAlarm

  /// Creates the state in which nothing has been pressed or chosen yet.
  ///
  /// - Throws: ``SessionRefusal`` if the preferred data source or pattern does not exist, or if an orientation is
  ///   requested for a board whose orientation is fixed.
  init(_ configuration: SessionConfiguration, _ machine: Machine) throws(SessionRefusal) {
    port = machine.hands
    battery = machine.battery
    batteryAlarm = BatteryAlarm(configuration.board.battery ?? BatteryRule())
    isHandHeld = configuration.board.orientation == .handHeld
    contacts = Contacts(board: configuration.board)
    controls = try Controls(configuration)
  }

  // MARK: - Contacts and accelerometer

  /// Reads the contacts, and returns the presses and releases that count by now.
  func readContacts(_ now: Double) -> [ButtonEdge] { contacts.add(port.pollContacts(), at: now) }

  /// Reads the accelerometer, and returns any change of how the board is held.
  func readMotion(_ now: Double) -> [SessionEvent] {
    let reading = isHandHeld ? port.motion() : nil
    isBumped = false
    // A port repeats its last reading until there is another one; a repetition says nothing about the time since.
    if let reading, reading.time == readAt { return [] }
    readAt = reading?.time
    isBumped = bumps.hear(reading?.acceleration, reading?.time ?? now)
    return controls.hear(reading?.acceleration, reading?.time ?? now)
  }

  /// Reads the charge of the battery if that is due, and returns any news.
  func readBattery(_ now: Double) -> BatteryNews? {
    batteryAlarm.isDue(now) ? batteryAlarm.add(battery()) : nil
  }

  /// The last reading of the battery's charge; `nil` if there is none.
  var charge: BatteryCharge? { batteryAlarm.charge }

  /// True while the charge of the battery is low.
  var isBatteryLow: Bool { batteryAlarm.isLow }

  /// True while the board reports that its supply is about to end, or the battery is nearly empty.
  var isPowerFailing: Bool { contacts.isPowerFailing || batteryAlarm.isEmpty }

  /// The time at which a moved contact will have settled, in seconds on the control clock; `nil` if all contacts are
  /// settled.
  var settlesAt: Double? { contacts.settlesAt }

  /// Returns the time, at most `now`, up to which it is certain which buttons are pressed.
  func known(at now: Double) -> Double { contacts.known(at: now) }

  // MARK: - Choices

  /// Notes a press of the source button; returns the name of the next source.
  func pressSource() -> String {
    sourcePresses += 1
    return controls.nextDataSource
  }

  /// Changes a choice.
  ///
  /// - Throws: the ``SessionRefusal`` that the change throws; nothing changes then.
  func choose(
    _ change: (inout Controls) throws(SessionRefusal) -> Void
  ) throws(SessionRefusal) {
    try change(&controls)
  }

  /// Chooses the data source and the pattern of an earlier take.
  func choose(dataSource: Int, _ pattern: PolarPattern) {
    controls.choose(dataSource: dataSource, pattern)
  }
}
