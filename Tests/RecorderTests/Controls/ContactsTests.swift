import Boards
import Testing

@testable import Recorder

@Suite("Contacts, from the raw edges of their lines")
struct ContactsTests {
  private static let board = Board(
    id: "contacts", name: "Contacts", source: "made for tests",
    capture: Capture(device: "none", channels: 2), microphones: [], dataSources: [],
    buttons: Dictionary(
      uniqueKeysWithValues: ButtonName.allCases.map {
        ($0, InputLine(line: .named($0.rawValue), debounceMilliseconds: 10))
      }), power: InputLine(line: .named("power"), debounceMilliseconds: 10))

  private static let problem = HardwareProblem(
    what: "line", place: "nowhere", reason: "it was lost", remedy: "find it")

  private func found(_ contact: Contact, isClosed: Bool, at time: Double = 0) -> Contacts {
    var contacts = Contacts(board: Self.board)
    _ = contacts.add([ContactEvent(contact, .found(isClosed: isClosed), at: time)], at: time)
    return contacts
  }

  private func edges(
    _ edges: (Bool, Double)..., of contact: Contact = .button(.record)
  ) -> [ContactEvent] {
    edges.map { ContactEvent(contact, .moved(isClosed: $0.0), at: $0.1) }
  }

  @Test("a press that bounced and settled since the last look is one press, at its edge")
  func bounce() {
    var contacts = found(.button(.record), isClosed: false)
    let waiting = edges((true, 1), (false, 1.001), (true, 1.002), (false, 1.003), (true, 1.004))
    #expect(
      contacts.add(waiting, at: 1.05)
        == [ButtonEdge(button: .record, isPressed: true, time: 1.004)])
    #expect(contacts.settlesAt == nil)
  }

  @Test("a press that is still bouncing says when it will have settled")
  func settling() {
    var contacts = found(.button(.record), isClosed: false)
    #expect(contacts.add(edges((true, 1)), at: 1.002) == [])
    #expect(contacts.settlesAt == 1.01)
    #expect(
      contacts.add([], at: 1.0101) == [ButtonEdge(button: .record, isPressed: true, time: 1)])
  }

  @Test("a press and its release in one look are both there, in order")
  func together() {
    var contacts = found(.button(.record), isClosed: false)
    let edges = contacts.add(edges((true, 1), (false, 1.1)), at: 1.2)
    #expect(edges.map(\.isPressed) == [true, false])
    #expect(edges.map(\.time) == [1, 1.1])
  }

  @Test("edges of several buttons come in the order of their times")
  func order() {
    var contacts = Contacts(board: Self.board)
    let events = edges((true, 2)) + edges((true, 1), of: .button(.marker))
    #expect(contacts.add(events, at: 3).map(\.button) == [.marker, .record])
  }

  @Test("a storm that ends with another level than that of the line counts as the line")
  func dropped() {
    var contacts = found(.button(.record), isClosed: false)
    let storm = (0..<16).map {
      ContactEvent(
        .button(.record), .moved(isClosed: $0.isMultiple(of: 2)), at: 1 + Double($0) / 10000)
    }
    #expect(contacts.add(storm + edges((true, 1.005)), at: 1.005) == [])
    #expect(contacts.add([], at: 1.02).map(\.isPressed) == [true])
    // And the other way.
    #expect(contacts.add(edges((false, 2), (true, 2.001), (false, 2.005)), at: 2.005) == [])
    #expect(contacts.add([], at: 2.02).map(\.isPressed) == [false])
  }

  @Test("a lock switch that is closed at the start counts as closed")
  func lockAtStart() {
    var contacts = found(.button(.lock), isClosed: true)
    #expect(contacts.add([], at: 0.02) == [ButtonEdge(button: .lock, isPressed: true, time: 0)])
    #expect(
      contacts.add(edges((false, 3), of: .button(.lock)), at: 3.1).map(\.isPressed) == [false])
  }

  @Test("a button that is held at the start counts from its next press")
  func heldAtStart() {
    var contacts = found(.button(.record), isClosed: true)
    #expect(contacts.add([], at: 5) == [])
    #expect(contacts.add(edges((false, 6)), at: 6.1) == [])
    #expect(contacts.add(edges((true, 7)), at: 7.1).map(\.isPressed) == [true])
  }

  @Test("a button whose line is lost while it is held is no release")
  func lost() {
    var contacts = found(.button(.record), isClosed: false)
    func lose(_ time: Double) -> [ButtonEdge] {
      contacts.add([ContactEvent(.button(.record), .lost(Self.problem), at: time)], at: time)
    }
    #expect(lose(1) == [])
    _ = contacts.add(edges((true, 2)), at: 2.1)
    #expect(lose(3) == [.lost(.record, at: 3)])
    #expect(lose(4) == [])
  }

  @Test("a lock switch whose line is lost stays as it was, and is found anew")
  func lostLock() {
    for isClosed in [false, true] {
      var contacts = found(.button(.lock), isClosed: true)
      _ = contacts.add([], at: 0.02)
      let lost = ContactEvent(.button(.lock), .lost(Self.problem), at: 1)
      #expect(contacts.add([lost], at: 1) == [])
      #expect(contacts.settlesAt == nil)
      let again = ContactEvent(.button(.lock), .found(isClosed: isClosed), at: 6)
      #expect(contacts.add([again], at: 6) == [])
      let edges = contacts.add([], at: 6.02)
      #expect(edges == (isClosed ? [] : [ButtonEdge(button: .lock, isPressed: false, time: 6)]))
    }
  }

  // MARK: The power line

  @Test("a supply fails when its line has stayed so for the debounce time, and is back likewise")
  func power() {
    var contacts = found(.power, isClosed: false, at: 1)
    #expect(!contacts.isPowerFailing && contacts.settlesAt == nil)
    #expect(contacts.add(edges((true, 2), of: .power), at: 2.001) == [])
    #expect(!contacts.isPowerFailing)
    #expect(contacts.settlesAt == 2.010)
    #expect(contacts.add([], at: 2.011) == [])
    #expect(contacts.isPowerFailing && contacts.settlesAt == nil)
    #expect(contacts.add(edges((false, 3), of: .power), at: 3.02) == [])
    #expect(!contacts.isPowerFailing)
  }

  @Test("a dip shorter than that is nothing")
  func dip() {
    var contacts = found(.power, isClosed: false, at: 1)
    _ = contacts.add(edges((true, 2), (false, 2.004), of: .power), at: 2.005)
    _ = contacts.add([], at: 2.1)
    #expect(!contacts.isPowerFailing)
  }

  @Test("a line that says so when it is opened counts, after it has stayed so")
  func failingAtStart() {
    var contacts = found(.power, isClosed: true, at: 1)
    #expect(!contacts.isPowerFailing && contacts.settlesAt == 1.010)
    _ = contacts.add([], at: 1.02)
    #expect(contacts.isPowerFailing)
  }

  @Test("a line that cannot be read does not say that power is failing")
  func lostPower() {
    var contacts = found(.power, isClosed: true, at: 1)
    _ = contacts.add([], at: 1.02)
    _ = contacts.add([ContactEvent(.power, .lost(Self.problem), at: 2)], at: 2)
    #expect(!contacts.isPowerFailing)
  }
}
