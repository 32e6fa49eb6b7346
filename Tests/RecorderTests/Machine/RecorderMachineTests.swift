import Boards
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

/// Something that happens to a recorder, by its name in the table of transitions.
struct MachineInput: Sendable {
  var name: String
  var happen: @Sendable (inout MachineWorld) -> Void

  init(_ name: String, _ happen: @escaping @Sendable (inout MachineWorld) -> Void) {
    (self.name, self.happen) = (name, happen)
  }

  init(_ name: String, _ input: RecorderInput) { self.init(name) { $0.apply(input) } }

  static let all = [
    MachineInput("record") { $0.press(.record) },
    MachineInput("record held") { $0.press(.record, for: 1.6) },
    MachineInput("record down") { $0.move(.record, isPressed: true) },
    MachineInput("record up") { $0.move(.record, isPressed: false) },
    MachineInput("record lost") { $0.apply(.edge(.lost(.record, at: $0.time), place: nil)) },
    MachineInput("source") { $0.press(.source) },
    MachineInput("source held") { $0.press(.source, for: 1.6) },
    MachineInput("source held long") { $0.press(.source, for: 3.2) },
    MachineInput("marker") { $0.press(.marker) },
    MachineInput("lock closed") { $0.move(.lock, isPressed: true) },
    MachineInput("sensor answers") {
      $0.hold(.portrait)
      $0.proceed()
    },
    MachineInput("a second passes") {
      $0.time += 1.1
      $0.proceed()
    },
    MachineInput("power fails", .power(isFailing: true)),
    MachineInput("power is back", .power(isFailing: false)),
    MachineInput("device ends", .deviceEnded(.disconnected)),
    MachineInput("device closed", .deviceEnded(.stopped)),
    MachineInput("device opened", .deviceOpened),
    MachineInput("device refused", .deviceRefused(.tooManyTakes)),
    MachineInput("channels rotated") {
      guard $0.state.isOpen else { return }
      $0.apply(.rotated(by: 1, at: 0, frames: 0))
      $0.proceed()
    },
    MachineInput("microphones fall silent") {
      guard $0.state.isOpen else { return }
      $0.apply(.fellSilent)
      $0.proceed()
    },
    MachineInput("card fails", .storageFailed(.namesExhausted(directory: "takes"))),
    MachineInput("card is back", .storageRestored),
    MachineInput("card nearly full", .storageNearlyFull),
    MachineInput("take fails", .progress(hasFailed: true)),
    MachineInput("take goes on", .progress(hasFailed: false)),
    MachineInput("microphone dies", .dead([0])),
    MachineInput("schedule") {
      let start = CivilDate(epochSeconds: Int($0.time))
      $0.apply(.due(Schedule.Due(start: start, seconds: 60)))
    },
    MachineInput("program starts", .start),
    MachineInput("program stops", .stop(.stopped)),
    MachineInput("program pauses", .togglePause),
    MachineInput("program wants a pause", .pause(true)),
    MachineInput("program wants no pause", .pause(false)),
    MachineInput("program marks", .mark(text: "here")),
    MachineInput("program borrows", .lend(to: "check")),
    MachineInput("device comes back", .reopenDevice),
    MachineInput("time to sleep", .sleep),
    MachineInput("time to wake", .wake),
  ]
}

@Suite("The recorder as a machine")
struct RecorderMachineTests {
  @Test("every input in every state leads to the state that the table says; a dot is no change")
  func transitions() throws {
    let heads = MachinePhase.allCases.map(\.rawValue).joined(separator: " | ")
    var lines = ["| input | \(heads) |"]
    for input in MachineInput.all {
      let cells = try MachinePhase.allCases.map { phase in
        var world = try phase.world()
        #expect(MachinePhase(world.state) == phase)
        input.happen(&world)
        let next = MachinePhase(world.state)
        return next == phase ? "." : next.rawValue
      }
      lines.append("| \(input.name) | " + cells.joined(separator: " | ") + " |")
    }
    #expect(lines.joined(separator: "\n") == Self.table)
  }

  @Test("a latched take is kept while another one comes between its press and the release")
  func takeBetween() throws {
    var world = try MachinePhase.armed.world()
    world.move(.record, isPressed: true)
    let pressed = world.state.latched
    world.time += 0.2
    world.apply(.start)
    world.time += 0.5
    world.apply(.stop(.stopped))
    #expect(world.state.latched == pressed)
    world.time += 0.1
    _ = world.drain()
    world.move(.record, isPressed: false)
    let places = world.drain().compactMap {
      if case .start(let order) = $0 { order.latched?.place } else { nil as Int? }
    }
    #expect(places == [pressed?.place])
  }

  @Test("a press of marker that was meant for one take does not mark the next")
  func markerBetween() throws {
    var world = try MachinePhase.recording.world()
    world.time += 0.5
    world.move(.marker, isPressed: true)
    world.time += 0.2
    world.apply(.stop(.stopped))
    world.apply(.start)
    world.time += 0.2
    _ = world.drain()
    world.move(.marker, isPressed: false)
    let effects = world.drain()
    #expect(effects.contains(.tell(.refused(.takeRuns))))
    #expect(!effects.contains { if case .mark = $0 { true } else { false } })
    world.press(.marker)
    #expect(world.drain().contains { if case .mark = $0 { true } else { false } })
  }

  @Test("a take that waits for the sensor also waits for a device that is away")
  func deviceAway() throws {
    var world = try MachineWorld(isOrientationKnown: false)
    world.apply(.deviceOpened)
    world.press(.record)
    world.hasDevice = false
    world.apply(.deviceEnded(.disconnected))
    _ = world.drain()
    // By now an orientation is assumed.
    for _ in 0..<4 {
      world.time += 1
      world.proceed()
    }
    #expect(!world.drain().contains { $0.isHandStart })
    #expect(world.state.isAboutToStart)
    world.hasDevice = true
    world.time += 1
    world.proceed()
    #expect(world.drain().contains { $0.isHandStart })
    #expect(world.violations == [])
  }

  @Test("the README shows the buttons as the machine has them")
  func readme() throws {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let readme = try #require(ChildProcess.run(["cat", "\(root)/README.md"])).output
    let shown = readme.split(separator: "\n").map { String($0) }
      .drop { $0 != "<!-- buttons: begin -->" }.dropFirst()
      .prefix { $0 != "<!-- buttons: end -->" }
    #expect(try Array(shown) == ButtonPage.lines())
    let wifi = try ButtonPage.wifiHold()
    #expect(readme.contains("hold source for 10 s (\(wifi))."))
  }

  /// Steps of all walks together.
  private static let steps = TestForm.isLong ? 10_000_000 : 2_000_000

  @Test(
    "random walks never stop what does not run, start two, or turn a stop into a start",
    arguments: 0..<8)
  func walk(seed: UInt64) throws {
    var walker = try MachineWalker(seed: seed)
    for number in 0..<(Self.steps / 8) {
      if number % 700 == 0 {
        try #require(walker.world.violations == [])
        try walker.restart()
      }
      walker.step()
    }
    #expect(walker.world.violations == [])
    // The walk has been everywhere.
    #expect(walker.visited == Set(MachinePhase.allCases))
  }

  private static let table = """
    | input | closed | armed | held | waiting | interrupted | recording | paused | locked | powerless | cardless | \
    deviceless | lent | asleep |
    | record | . | recording | recording | armed | deviceless | armed | armed | . | . | . | . | . | recording |
    | record held | . | locked | locked | . | . | . | . | armed | . | . | . | . | locked |
    | record down | . | held | . | . | . | . | . | . | . | . | . | . | armed |
    | record up | . | . | recording | . | . | . | . | . | . | . | . | . | . |
    | record lost | . | . | armed | . | . | . | . | . | . | . | . | . | . |
    | source | . | . | . | . | . | . | . | . | . | . | . | . | armed |
    | source held | . | . | locked | . | . | paused | recording | . | . | . | . | . | armed |
    | source held long | . | . | locked | . | . | . | . | . | . | . | . | . | armed |
    | marker | . | . | . | . | . | . | . | . | . | . | . | . | armed |
    | lock closed | . | locked | locked | . | . | . | . | . | . | . | . | . | . |
    | sensor answers | . | . | . | recording | . | . | . | . | . | . | . | . | . |
    | a second passes | . | . | . | . | recording | . | . | . | . | . | armed | . | . |
    | power fails | powerless | powerless | powerless | powerless | . | powerless | powerless | powerless | . | \
    powerless | powerless | powerless | powerless |
    | power is back | . | . | . | . | . | . | . | . | armed | . | . | . | . |
    | device ends | deviceless | deviceless | . | . | . | interrupted | deviceless | deviceless | . | deviceless | \
    . | deviceless | deviceless |
    | device closed | . | closed | . | . | . | closed | closed | closed | . | . | . | closed | closed |
    | device opened | armed | . | . | . | . | . | . | . | . | . | . | armed | armed |
    | device refused | deviceless | deviceless | . | . | . | . | . | deviceless | . | deviceless | . | deviceless | \
    deviceless |
    | channels rotated | . | . | . | . | . | . | armed | . | . | . | . | . | . |
    | microphones fall silent | . | . | . | . | . | . | armed | . | . | . | . | . | . |
    | card fails | cardless | cardless | . | . | . | . | . | cardless | . | . | . | . | . |
    | card is back | . | . | . | . | . | . | . | . | . | armed | . | . | . |
    | card nearly full | . | . | . | . | . | armed | armed | . | . | . | . | . | . |
    | take fails | . | . | . | . | . | interrupted | armed | . | . | . | . | . | . |
    | take goes on | . | . | . | . | . | . | . | . | . | . | . | . | . |
    | microphone dies | . | . | . | . | . | . | . | . | . | . | . | . | . |
    | schedule | . | recording | recording | recording | . | . | . | recording | . | . | . | . | . |
    | program starts | . | recording | recording | recording | . | . | . | recording | . | . | . | . | . |
    | program stops | . | . | . | armed | deviceless | armed | armed | . | . | . | . | . | . |
    | program pauses | . | . | . | . | . | paused | recording | . | . | . | . | . | . |
    | program wants a pause | . | . | . | . | . | paused | . | . | . | . | . | . | . |
    | program wants no pause | . | . | . | . | . | . | recording | . | . | . | . | . | . |
    | program marks | . | . | . | . | . | . | . | . | . | . | . | . | . |
    | program borrows | lent | lent | . | . | . | . | . | lent | . | lent | lent | . | lent |
    | device comes back | . | . | . | . | . | . | . | . | . | . | . | armed | . |
    | time to sleep | . | asleep | . | . | . | . | . | asleep | . | asleep | . | . | . |
    | time to wake | . | . | . | . | . | . | . | . | . | . | . | . | armed |
    """
}
