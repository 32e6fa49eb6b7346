import Recorder
import Testing

@testable import LinuxBoard

@Suite("The contact of a button, from kernel edges")
struct ButtonContactTests {
  private func contact(_ button: ButtonName = .record, isClosed: Bool = false) -> ButtonContact {
    ButtonContact(button: button, debounceSeconds: 0.01, isClosed: isClosed, at: 0)
  }

  private func edges(_ edges: (Bool, Double)...) -> [GPIOLine.Edge] {
    edges.map { GPIOLine.Edge(level: $0.0, time: $0.1) }
  }

  @Test("a press that bounced and settled since the last look is one press, at its edge")
  func bounce() {
    var contact = contact()
    let waiting = edges((true, 1), (false, 1.001), (true, 1.002), (false, 1.003), (true, 1.004))
    #expect(
      contact.take(waiting, level: true, at: 1.05)
        == [ButtonEdge(button: .record, isPressed: true, time: 1.004)])
    #expect(contact.settlesAt == nil)
  }

  @Test("a press that is still bouncing says when it will have settled")
  func settling() {
    var contact = contact()
    #expect(contact.take(edges((true, 1)), level: true, at: 1.002) == [])
    #expect(contact.settlesAt == 1.01)
    #expect(
      contact.take([], level: nil, at: 1.0101)
        == [ButtonEdge(button: .record, isPressed: true, time: 1)])
  }

  @Test("a press and its release in one look are both there, in order")
  func together() {
    var contact = contact()
    let found = contact.take(edges((true, 1), (false, 1.1)), level: false, at: 1.2)
    #expect(found.map(\.isPressed) == [true, false])
    #expect(found.map(\.time) == [1, 1.1])
  }

  @Test("when the last edges of a storm were dropped, the level of the line decides")
  func dropped() {
    var contact = contact()
    let storm = (0..<16).map {
      GPIOLine.Edge(level: $0.isMultiple(of: 2), time: 1 + Double($0) / 10000)
    }
    #expect(contact.take(storm, level: true, at: 1.005) == [])
    #expect(contact.take([], level: nil, at: 1.02).map(\.isPressed) == [true])
    // And the other way: the storm ends with a level that is not that of the line.
    #expect(contact.take(edges((false, 2), (true, 2.001)), level: false, at: 2.005) == [])
    #expect(contact.take([], level: nil, at: 2.02).map(\.isPressed) == [false])
  }

  @Test("a lock switch that is closed at the start counts as closed")
  func lockAtStart() {
    var contact = contact(.lock, isClosed: true)
    #expect(
      contact.take([], level: nil, at: 0.02)
        == [ButtonEdge(button: .lock, isPressed: true, time: 0)])
    #expect(contact.take(edges((false, 3)), level: false, at: 3.1).map(\.isPressed) == [false])
  }

  @Test("a button that is held at the start counts from its next press")
  func heldAtStart() {
    var contact = contact(isClosed: true)
    #expect(contact.take([], level: nil, at: 5) == [])
    #expect(contact.take(edges((false, 6)), level: false, at: 6.1) == [])
    #expect(contact.take(edges((true, 7)), level: true, at: 7.1).map(\.isPressed) == [true])
  }

  @Test("a button whose line is lost while it is held is no release")
  func lost() {
    var contact = contact()
    #expect(contact.lose(at: 1) == [])
    _ = contact.take(edges((true, 2)), level: true, at: 2.1)
    #expect(contact.lose(at: 3) == [.lost(.record, at: 3)])
    #expect(contact.lose(at: 4) == [])
  }

  @Test("a lock switch whose line is lost stays as it was, and is found anew")
  func lostLock() {
    var contact = contact(.lock, isClosed: true)
    _ = contact.take([], level: nil, at: 0.02)
    #expect(contact.lose(at: 1) == [])
    #expect(contact.isDown)
    var open = ButtonContact(
      button: .lock, debounceSeconds: 0.01, isClosed: false, wasLocked: true, at: 6)
    #expect(
      open.take([], level: nil, at: 6.02)
        == [ButtonEdge(button: .lock, isPressed: false, time: 6)])
    var closed = ButtonContact(
      button: .lock, debounceSeconds: 0.01, isClosed: true, wasLocked: true, at: 6)
    #expect(closed.take([], level: nil, at: 6.02) == [])
  }
}
