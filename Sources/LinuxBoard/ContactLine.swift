import Boards
import Recorder

/// The GPIO line of one contact, open or not.
///
/// - Thread: one thread at a time.
final class ContactLine {
  private let contact: Contact
  private let wiring: InputLine
  private var line: GPIOLine?
  /// Events that have not been polled yet.
  private var waiting: [ContactEvent] = []
  private var retryAt = 0.0
  /// The reason why the line is unusable now.
  private(set) var problem: HardwareProblem?

  /// Tries to open the line of a contact; `nil` if the board has no such contact.
  init?(_ contact: Contact, of board: Board, _ now: Double) {
    guard let wiring = board.line(of: contact) else { return nil }
    self.contact = contact
    self.wiring = wiring
    open(now)
  }

  /// The descriptor on which to wait for the line's next edge; `nil` while the line is not open.
  var descriptor: Int32? { line?.descriptor }

  /// Returns the events since the last call, in order; if the line is not open, tries to open it again.
  func poll(_ now: Double) -> [ContactEvent] {
    if line == nil, now >= retryAt { open(now) }
    defer { waiting = [] }
    do throws(GPIOError) {
      if let line { try read(line, now) }
    } catch {
      line = nil
      fail(error, now)
    }
    return waiting
  }

  /// The event for a line that is lost because another program has borrowed it.
  func parting(_ now: Double) -> ContactEvent {
    let problem = HardwareProblem(
      what: contact.label, place: "\(wiring.line)", reason: "another program is using the line",
      remedy: "wait until that program ends")
    return ContactEvent(contact, .lost(problem), at: now)
  }

  private func read(_ line: GPIOLine, _ now: Double) throws(GPIOError) {
    let edges = try line.edges()
    guard let last = edges.last else { return }
    waiting += edges.map { ContactEvent(contact, .moved(isClosed: $0.level), at: $0.time) }
    // Version 1 of the kernel's interface drops the newest edges when its 16 places are full, so the present level is
    // what counts.
    let level = try line.level()
    guard level != last.level else { return }
    waiting.append(ContactEvent(contact, .moved(isClosed: level), at: now))
  }

  private func open(_ now: Double) {
    do throws(GPIOError) {
      let line = try GPIOLine(
        input: wiring.line, isActiveLow: wiring.isActiveLow, bias: wiring.bias)
      waiting = [ContactEvent(contact, .found(isClosed: try line.level()), at: now)]
      self.line = line
      problem = nil
    } catch {
      fail(error, now)
    }
  }

  private func fail(_ error: GPIOError, _ now: Double) {
    let problem = error.problem(with: contact.label, at: wiring.line)
    waiting = [ContactEvent(contact, .lost(problem), at: now)]
    self.problem = problem
    retryAt = now + LinuxHands.retrySeconds
  }
}

extension Contact {
  /// The name of the contact, as users see it.
  fileprivate var label: String {
    switch self {
    case .button(.lock): "lock switch"
    case .button(let name): "\(name.rawValue) button"
    case .power: "power line"
    }
  }
}
