import Recorder
import TestSupport
import Testing

/// A light as it is seen over a while.
enum SeenLight: Equatable, Sendable {
  case dark, lit, slow, fast, doubleBlink
  /// Something that is not in the table, with the milliseconds of its lit and dark parts.
  case other([Int])

  /// Names what was seen in 2 s, from a level for every millisecond.
  init(_ levels: [Bool]) {
    var lengths: [Int] = []
    for (index, level) in levels.enumerated() {
      if index > 0, level == levels[index - 1] {
        lengths[lengths.count - 1] += 1
      } else {
        lengths.append(1)
      }
    }
    // The first and the last part may be cut.
    let whole = lengths.dropFirst().dropLast()
    let flashes = levels.indices.dropFirst().count { levels[$0] && !levels[$0 - 1] }
    switch (levels.allSatisfy { $0 }, lengths.count) {
    case (true, _): self = .lit
    case (false, 1): self = .dark
    case (false, 4) where whole.allSatisfy { $0 == 500 }: self = .slow
    case (false, 20) where whole.allSatisfy { $0 == 100 }: self = .fast
    case (false, _)
    where flashes == 4 && whole.count { $0 == 100 } == 6
      && whole.filter { $0 != 100 } == [700]:
      self = .doubleBlink
    default: self = .other(lengths)
    }
  }
}

/// A row of the table of the lights.
struct LightRow: Sendable, CustomTestStringConvertible {
  var state: LightState
  var record: SeenLight
  var status: SeenLight

  var testDescription: String {
    "\(state.phase), warning: \(state.isWarning), copying: \(state.isCopying), "
      + "asked: \(state.isAsked)"
  }

  /// The states.
  static let states = [
    LightRow(state: LightState(.starting), record: .dark, status: .slow),
    LightRow(state: LightState(.armed), record: .dark, status: .lit),
    LightRow(state: LightState(.armed, isCopying: true), record: .dark, status: .slow),
    LightRow(state: LightState(.recording, isCopying: true), record: .lit, status: .slow),
    LightRow(state: LightState(.armed, isAsked: true), record: .doubleBlink, status: .lit),
    LightRow(state: LightState(.recording, isAsked: true), record: .lit, status: .lit),
    LightRow(state: LightState(.takeStarting), record: .fast, status: .lit),
    LightRow(state: LightState(.recording), record: .lit, status: .lit),
    LightRow(state: LightState(.paused), record: .slow, status: .lit),
    LightRow(state: LightState(.error), record: .dark, status: .fast),
  ]
  /// The row of the warning, in every state in which there can be one.
  static let warnings = [
    LightRow(
      state: LightState(.armed, isWarning: true), record: .dark, status: .doubleBlink),
    LightRow(
      state: LightState(.takeStarting, isWarning: true), record: .fast, status: .doubleBlink),
    LightRow(
      state: LightState(.recording, isWarning: true), record: .lit, status: .doubleBlink),
    LightRow(
      state: LightState(.paused, isWarning: true), record: .slow, status: .doubleBlink),
    // Not ready and not able say more than a warning.
    LightRow(state: LightState(.starting, isWarning: true), record: .dark, status: .slow),
    LightRow(
      state: LightState(.armed, isWarning: true, isCopying: true), record: .dark, status: .slow),
    LightRow(state: LightState(.error, isWarning: true), record: .dark, status: .fast),
  ]
}

/// Watches both lights, every millisecond in its middle.
func watch(
  _ language: inout LightLanguage, _ state: LightState, from start: Double, milliseconds: Int
) -> (record: [Bool], status: [Bool]) {
  var (record, status): ([Bool], [Bool]) = ([], [])
  for step in 0..<milliseconds {
    let levels = language.levels(state, at: start + (Double(step) + 0.5) / 1000)
    record.append(levels.record)
    status.append(levels.status)
  }
  return (record, status)
}

@Suite("The table of the lights")
struct LightLanguageTests {
  @Test("every state shows its row", arguments: LightRow.states + LightRow.warnings)
  func states(row: LightRow) {
    var language = LightLanguage()
    _ = language.levels(row.state, at: 7.3)
    let seen = watch(&language, row.state, from: 7.3, milliseconds: 2000)
    #expect(SeenLight(seen.record) == row.record)
    #expect(SeenLight(seen.status) == row.status)
  }

  @Test(
    "clipping is one dark flash of the status light within a second, and the record light goes on",
    arguments: [LightState.Phase.armed, .takeStarting, .recording, .paused])
  func clip(phase: LightState.Phase) {
    let state = LightState(phase)
    var language = LightLanguage()
    _ = language.levels(state, at: 0)
    var silent = language
    language.handle(.clip, at: 0.25)
    // More samples that clip within the second change nothing.
    language.handle(.clip, at: 0.6)
    let seen = watch(&language, state, from: 0.25, milliseconds: 2000)
    #expect(dark(seen.status) == [100..<300])
    #expect(seen.record == watch(&silent, state, from: 0.25, milliseconds: 2000).record)
  }

  @Test("who clips all the time sees one dark flash a second, and a warning between two of them")
  func lastingClip() {
    for (isWarning, darkFlashes) in [(false, 4), (true, 2)] {
      let state = LightState(.recording, isWarning: isWarning)
      var language = LightLanguage()
      _ = language.levels(state, at: 0)
      var levels: [Bool] = []
      for step in 0..<40 {
        language.handle(.clip, at: Double(step) / 10)
        levels += watch(&language, state, from: Double(step) / 10, milliseconds: 100).status
      }
      #expect(dark(levels).count { $0.count == 200 } == darkFlashes)
    }
  }

  @Test(
    "a press on locked buttons is one dark flash of a lit record light",
    arguments: [LightState.Phase.recording, .paused])
  func locked(phase: LightState.Phase) {
    let state = LightState(phase)
    var language = LightLanguage()
    _ = language.levels(state, at: 0)
    language.handle(.locked, at: 2.1)
    let seen = watch(&language, state, from: 2.1, milliseconds: 400)
    #expect(dark(seen.record) == [100..<300])
    #expect(seen.status.allSatisfy { $0 })
  }

  @Test("a press on locked buttons while armed is told as a refused one: the record light is dark")
  func lockedWhileArmed() {
    let state = LightState(.armed)
    var (locked, refused) = (LightLanguage(), LightLanguage())
    _ = locked.levels(state, at: 0)
    _ = refused.levels(state, at: 0)
    locked.handle(.locked, at: 1)
    refused.handle(.refused, at: 1)
    let seen = watch(&locked, state, from: 1, milliseconds: 1000)
    #expect(seen == watch(&refused, state, from: 1, milliseconds: 1000))
    #expect(dark(seen.status) == [0..<100, 200..<300, 400..<500])
  }

  @Test(
    "a refused press blinks the error pattern once, then the state is shown again",
    arguments: [LightState.Phase.starting, .armed, .takeStarting, .recording, .paused])
  func refused(phase: LightState.Phase) {
    let state = LightState(phase)
    var language = LightLanguage()
    _ = language.levels(state, at: 0)
    var silent = language
    language.handle(.refused, at: 1.03)
    let seen = watch(&language, state, from: 1.03, milliseconds: 1600)
    let usual = watch(&silent, state, from: 1.03, milliseconds: 1600)
    #expect(!seen.record[..<600].contains(true))
    // The first blink shows at once.
    #expect(seen.status[0] != usual.status[0])
    #expect((1..<600).count { seen.status[$0] != seen.status[$0 - 1] } == 5)
    #expect(Array(seen.record[600...]) == Array(usual.record[600...]))
    #expect(Array(seen.status[600...]) == Array(usual.status[600...]))
  }

  @Test("events change nothing in the error state, whose pattern is there already")
  func error() {
    let state = LightState(.error)
    var language = LightLanguage()
    _ = language.levels(state, at: 0)
    var silent = language
    for event in [LightEvent.clip, .refused, .locked] { language.handle(event, at: 0.35) }
    #expect(
      watch(&language, state, from: 0.4, milliseconds: 2000)
        == watch(&silent, state, from: 0.4, milliseconds: 2000))
  }

  @Test("lights that are switched off by configuration are dark in every state and at every event")
  func disabled() {
    for row in LightRow.states + LightRow.warnings {
      var language = LightLanguage(isEnabled: false)
      for (index, event) in [LightEvent.clip, .refused, .locked].enumerated() {
        language.handle(event, at: Double(index))
        let seen = watch(&language, row.state, from: Double(index), milliseconds: 1000)
        #expect(!seen.record.contains(true) && !seen.status.contains(true))
        #expect(language.nextChange(row.state, after: Double(index)) == nil)
      }
    }
  }

  /// The dark parts of a light, in milliseconds.
  private func dark(_ levels: [Bool]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for (index, level) in levels.enumerated() where !level {
      if let last = parts.last, last.upperBound == index {
        parts[parts.count - 1] = last.lowerBound..<(index + 1)
      } else {
        parts.append(index..<(index + 1))
      }
    }
    return parts
  }
}
