import Boards
import Recorder
import Testing

@Suite struct InputDescriptionTests {
  private func board(microphones count: Int) -> Board {
    let microphones = (0..<count).map {
      Microphone(name: "M\($0)", channel: $0, position: Vector3(0.02 * Double($0), 0, 0))
    }
    return Board(
      id: "b", name: "B", source: "made for tests",
      capture: Capture(device: "hw:CARD=b", channels: count), microphones: microphones,
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, location: .upper, forward: DeviceFace.back.direction,
          patterns: [.stereo, .omni], microphones: Array(0..<count)),
        DataSource(
          name: "Front", orientation: .front, forward: DeviceFace.front.direction,
          patterns: [.omni], microphones: Array(0..<count)),
      ])
  }

  @Test("data sources come in their order with location, orientation and patterns")
  func sources() {
    let input = InputDescription(board(microphones: 2))
    #expect(input.dataSources.map(\.name) == ["Back", "Front"])
    #expect(input.dataSources[0].location == .upper)
    #expect(input.dataSources[0].orientation == .back)
    #expect(input.dataSources.map(\.isStereoPossible) == [true, false])
    #expect(input.hasOrientations)
  }

  @Test("one microphone, or one that is left, can do no stereo")
  func fallback() {
    #expect(!InputDescription(board(microphones: 1)).dataSources[0].isStereoPossible)
    #expect(!InputDescription(board(microphones: 2), unusable: [0]).dataSources[0].isStereoPossible)
  }
}
