import Boards
import Testing

@testable import Recorder

/// Presses a button for a while and gives what it meant, looking at the clock every 10 ms.
private func press(
  _ button: ButtonName, at start: Double, for seconds: Double, _ grammar: inout ButtonGrammar
) -> [ButtonAction] {
  var actions = grammar.handle(ButtonEdge(button: button, isPressed: true, time: start))
  var now = start
  while now < start + seconds {
    actions += grammar.tick(now)
    now += 0.01
  }
  return actions
    + grammar.handle(ButtonEdge(button: button, isPressed: false, time: start + seconds))
}

@Suite struct ButtonGrammarTests {
  @Test("short presses are told when the button goes down, and act when it is released")
  func short() {
    var grammar = ButtonGrammar()
    #expect(press(.record, at: 0, for: 0.1, &grammar) == [.down(.record), .record])
    #expect(press(.source, at: 1, for: 0.1, &grammar) == [.down(.source), .source])
    #expect(press(.marker, at: 2, for: 0.1, &grammar) == [.down(.marker), .marker])
  }

  @Test("source held 1.5 s and 3 s are two other words")
  func sourceHeld() {
    var grammar = ButtonGrammar()
    #expect(press(.source, at: 0, for: 1.49, &grammar) == [.down(.source), .source])
    #expect(press(.source, at: 5, for: 1.6, &grammar) == [.down(.source), .sourceHeld])
    #expect(press(.source, at: 10, for: 3.2, &grammar) == [.down(.source), .sourceHeldLong])
  }

  @Test("where a hold of 10 s is defined, one of 3 s acts when the button is released before")
  func heldForWiFi() {
    var grammar = ButtonGrammar(hasWiFiHold: true)
    #expect(press(.source, at: 0, for: 1.6, &grammar) == [.down(.source), .sourceHeld])
    #expect(press(.source, at: 5, for: 3.2, &grammar) == [.down(.source), .sourceHeldLong])
    #expect(press(.source, at: 10, for: 9.9, &grammar) == [.down(.source), .sourceHeldLong])
    #expect(press(.source, at: 30, for: 10.2, &grammar) == [.down(.source), .sourceHeldForWiFi])
    #expect(press(.source, at: 50, for: 60, &grammar) == [.down(.source), .sourceHeldForWiFi])
    #expect(press(.record, at: 120, for: 11, &grammar) == [.down(.record), .locked(true)])
    #expect(press(.source, at: 140, for: 11, &grammar) == [.refusedLocked])
    var plain = ButtonGrammar()
    #expect(press(.source, at: 0, for: 12, &plain) == [.down(.source), .sourceHeldLong])
  }

  @Test("record held locks at 1.5 s, everything else is refused, and the same hold unlocks")
  func lock() {
    var grammar = ButtonGrammar()
    #expect(press(.record, at: 0, for: 2, &grammar) == [.down(.record), .locked(true)])
    #expect(press(.record, at: 3, for: 0.1, &grammar) == [.refusedLocked])
    #expect(press(.source, at: 4, for: 4, &grammar) == [.refusedLocked])
    #expect(press(.marker, at: 9, for: 0.1, &grammar) == [.refusedLocked])
    #expect(press(.record, at: 10, for: 1.6, &grammar) == [.locked(false)])
    #expect(press(.record, at: 12, for: 0.1, &grammar) == [.down(.record), .record])
  }

  @Test("the lock switch locks while it is closed")
  func lockSwitch() {
    var grammar = ButtonGrammar()
    #expect(
      grammar.handle(ButtonEdge(button: .lock, isPressed: true, time: 0)) == [.locked(true)])
    #expect(press(.record, at: 1, for: 0.1, &grammar) == [.refusedLocked])
    #expect(
      grammar.handle(ButtonEdge(button: .lock, isPressed: false, time: 2)) == [.locked(false)])
  }

  @Test(
    "a press whose line is lost means nothing, however long it was", arguments: [0.1, 1.6, 3.2])
  func lost(after seconds: Double) {
    var grammar = ButtonGrammar()
    for button in [ButtonName.record, .source, .marker] {
      #expect(
        grammar.handle(ButtonEdge(button: button, isPressed: true, time: 0)) == [.down(button)])
      #expect(grammar.handle(.lost(button, at: seconds)) == [])
      #expect(grammar.tick(9) == [])
    }
    #expect(press(.record, at: 10, for: 0.1, &grammar) == [.down(.record), .record])
  }

  @Test("a lock switch whose line is lost keeps the buttons locked")
  func lostLock() {
    var grammar = ButtonGrammar()
    _ = grammar.handle(ButtonEdge(button: .lock, isPressed: true, time: 0))
    #expect(grammar.handle(.lost(.lock, at: 1)) == [])
    #expect(grammar.isLocked)
  }

  @Test("a bouncing contact is one press, and a burst shorter than the debounce time is none")
  func debounce() {
    var contact = Debounce(seconds: 0.01)
    var edges: [Bool] = []
    var level = true
    for time in [0.0, 0.001, 0.003, 0.004, 0.006] {
      if let change = contact.edge(level, at: time) { edges.append(change.isPressed) }
      level.toggle()
    }
    #expect(edges.isEmpty)
    let change = contact.tick(0.017)
    #expect(change?.isPressed == true)
    #expect(change?.time == 0.006)
    _ = contact.edge(false, at: 0.1)
    _ = contact.edge(true, at: 0.105)
    #expect(contact.tick(0.2) == nil)
    #expect(contact.isPressed)
  }
}
