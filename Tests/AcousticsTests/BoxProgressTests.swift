import Acoustics
import Boards
import Testing

@Suite("Boxes take time")
struct BoxProgressTests {
  private static let microphones = [
    Microphone(name: "Front", channel: 0, position: Vector3(0.1, 0.05, 0.01)),
    Microphone(name: "Back", channel: 1, position: Vector3(-0.05, 0.1, -0.01)),
  ]

  @Test("Progress rises to 1, and ends the work when it says so")
  func progress() throws {
    let small = BoxShape(size: Vector3(0.12, 0.01, 0.01))
    var seen: [Double] = []
    let finished = SurfaceWeights.box(small, microphones: Self.microphones) { part in
      seen.append(part)
      return true
    }
    let frequencies = try #require(finished).frequencies
    #expect(seen.count == frequencies && seen.last == 1)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    var calls = 0
    let cancelled = SurfaceWeights.box(small, microphones: Self.microphones) { _ in
      calls += 1
      return calls < 3
    }
    #expect(cancelled == nil && calls == 3)
  }
}
