import Beamforming
import Boards
import Recorder
import TakeFiles
import Testing

@testable import CommandSupport
@testable import pinna

/// Notes of `render` about what keeps its output from being the take again.
@Suite struct RenderNoteTests {
  /// The facts that `render` prints about a take.
  private func facts(
    range: Range<Int>? = nil, _ change: (inout TakeMetadata) -> Void = { _ in }
  ) throws -> RenderResult {
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let store = FilterStore(
      board: pairBoard, ears: .sphere, settings: DesignSettings(taps: 64), cacheDirectory: nil)
    let design = try store.design(which, pattern: .stereo)
    var take = TakeMetadata()
    take.boardID = pairBoard.id
    take.dataSource = pairBoard.dataSources[0].name
    take.orientation = "portrait"
    take.pattern = "stereo"
    take.rate = 48000
    take.filterHash = design.filters.fingerprint
    change(&take)
    var facts = RenderResult(
      "a_raw.wav", "b.wav", pairBoard, design, OfflineRenderer.Summary(rate: 48000),
      range: range)
    facts.compare(design, with: take)
    return facts
  }

  private func notes(_ change: (inout TakeMetadata) -> Void = { _ in }) throws -> [String] {
    try facts(change).notes
  }

  private func boardWarnings(_ id: String) throws -> [String] {
    try facts { $0.boardID = id }.warnings.filter { $0.contains("was recorded with the board") }
  }

  @Test("a part is not warned of turns and of microphones that fall silent only after it")
  func part() throws {
    func warnings(_ range: Range<Int>?) throws -> Int {
      var facts = try facts(range: range)
      var take = TakeMetadata()
      (take.boardID, take.firstFrame) = (pairBoard.id, 1000)
      take.markers = [
        TakeMarker(frame: 3000, kind: .microphone, label: "b silent"),
        TakeMarker(frame: 3000, kind: .turn, label: "turned to landscapeLeft"),
      ]
      facts.channelCount = 2
      facts.tell(of: take, without: [])
      facts.tell(turns: take, followed: nil)
      return facts.warnings.filter { $0.contains("from then on") }.count
    }
    #expect(try warnings(nil) == 2)
    #expect(try warnings(1000..<2001) == 2)
    #expect(try warnings(1000..<2000) == 0)
  }

  @Test("render warns of a file that another board recorded")
  func renderWarnings() throws {
    let warnings = try boardWarnings("phone")
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("a_raw.wav was recorded with the board phone") == true)
    #expect(warnings.first?.contains("for pair") == true)
    #expect(try boardWarnings(pairBoard.id).isEmpty)
    // A file of another recorder says nothing of a board.
    #expect(try boardWarnings("").isEmpty)
  }

  @Test("a take with refined filters cannot be had again, unless they are the same")
  func refined() throws {
    let (stranger, words) = (
      "0123456789abcdef",
      "the take of a_raw.wav was made with refined filters, which this version of Pinna does not have: "
        + "this file was made with other filters, and differs from the take"
    )
    #expect(try notes { ($0.isRefined, $0.filterHash) = (true, stranger) } == [words])
    #expect(try notes { $0.isRefined = true }.isEmpty)
    #expect(try notes { $0.isRefined = false }.isEmpty)
    // Another case is another take, whatever its filters.
    for change: (inout TakeMetadata) -> Void in [
      { $0.orientation = "landscapeLeft" }, { $0.pattern = "omni" }, { $0.boardID = "phone" },
    ] {
      let found = try notes {
        ($0.isRefined, $0.filterHash) = (true, stranger)
        change(&$0)
      }
      #expect(found.isEmpty)
    }
  }

  @Test("render says which option gives the take again")
  func options() throws {
    #expect(try notes().isEmpty)
    #expect(
      try notes { $0.rendering = "directional" } == [
        "the take of a_raw.wav was rendered by direction, but this file with the filters alone: "
          + "with --rendering directional and no other change, the result is identical to the take"
      ])
    #expect(try notes { $0.rendering = "linear" }.isEmpty)
    #expect(
      try notes { $0.wind = "auto, 15 dB" } == [
        "wind in the take of a_raw.wav: auto, 15 dB, and in this file: off; "
          + "with --wind auto, the take's wind-strength in the settings and no other change, "
          + "the result is identical to the take"
      ])
    #expect(try notes { $0.wind = "off" }.isEmpty)
    let emphasis = try notes { $0.frontEmphasis = 7.5 }
    #expect(
      emphasis.count == 1
        && emphasis[0].contains("with --front-emphasis 7.5 and no other change,")
    )
    func strangers(_ hash: String, rate: Int = 48000) throws -> [String] {
      try notes { ($0.filterHash, $0.rate) = (hash, rate) }
    }
    #expect(
      try strangers("0123456789abcdef") == [
        "this file and the take of a_raw.wav have different filters, because the settings (width, ears), "
          + "--noise-floor, --without, the board file or the version of Pinna differ"
      ])
    #expect(try strangers("").isEmpty)
    #expect(try strangers("0123456789abcdef", rate: 96000).isEmpty)
  }
}
