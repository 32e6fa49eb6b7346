import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// A device that loses frames all the time: more gaps than any log or head of a file has room for.
@Suite("Takes of a device that loses frames all the time") struct ManyGapsTests {
  /// 100 gaps of 24 frames a second for 13 s, and two presses.
  private static let scenario =
    SimulatedTakes.take(from: 0.5, to: 13.5) + SimulatedTakes.hand(2, "press = \"marker\"")
    + SimulatedTakes.hand(13, "press = \"marker\"")
    + "[hardware.capture]\ngap-every = 0.01\ngap-length = 0.5\n"

  /// Records them; gives the result, and what the files say.
  private func record(
    configure: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> (TakeResult, TakeSet, SimulatedTakes) {
    let takes = try SimulatedTakes()
    let outcome = try takes.run(Self.scenario, duration: 14, configure: configure)
    let take = try #require(outcome.takes.first)
    let set = try #require(try TakeDirectory(path: takes.folder.path).takes().first)
    return (take, set, takes)
  }

  @Test("every gap is counted, and the file, its comment and the list say the same")
  func totals() throws {
    let (take, set, takes) = try record { $0.form.keepsRaw = true }
    // Frames that are not captured pass as well: a gap after every 480 that are.
    let all = take.gapTotals
    #expect(all.count > 1200 && all.frames > 1200 * 24 - 24 && all.frames <= all.count * 24)
    #expect(take.gaps.count == all.count)
    #expect(set.gapTotals == all)
    #expect(set.gaps.count == all.count && set.omittedEvents == 0)
    #expect(set.gaps.reduce(0) { $0 + $1.frames } == all.frames)
    let text = String(
      decoding: try takes.folder.read(TakeName.fileName(of: take.files[0])).suffix(1 << 20),
      as: UTF8.self)
    #expect(text.contains("; \(all.count) gaps, \(all.frames) frames; ended: stopped"))
  }

  @Test("a gap is no button: only presses are")
  func kinds() throws {
    let (take, set, takes) = try record()
    let buttons = set.markers.filter { $0.kind == .button }
    #expect(buttons.map(\.label) == ["marker 1", "marker 2"])
    #expect(set.markers.filter { $0.kind == .gap }.count == take.gapTotals.count)
    #expect(buttons == take.markers.filter { $0.kind == .button })
    // The folder goes with what recorded into it.
    #expect(withExtendedLifetime(takes) { TakeVerifier.verify(set).findings } == [])
  }

  @Test("the parts of a split take have all gaps together, each once")
  func split() throws {
    let (take, set, takes) = try record { $0.form.split = .seconds(3.333) }
    #expect(set.main.count == 4)
    #expect(set.gapTotals == take.gapTotals)
    #expect(set.gaps.reduce(0) { $0 + $1.frames } == take.gapTotals.frames)
    // The folder goes with what recorded into it.
    #expect(withExtendedLifetime(takes) { TakeVerifier.verify(set).findings } == [])
  }

  @Test("a file with little room says how many gaps there are, and lists gaps before presses")
  func tags() throws {
    let (take, set, _) = try record { $0.form.kind = .flac }
    #expect(set.gapTotals == take.gapTotals)
    #expect(set.gaps.count > 50 && set.gaps.count < take.gapTotals.count)
    #expect(set.markers.allSatisfy { $0.kind == .gap })
    #expect(set.gaps.count + set.omittedEvents == take.gapTotals.count + 2)
  }
}
