import Beamforming
import Boards
import Glibc
import Recorder
import SimulatedBoard
import TakeFiles
import TestSupport
import Testing

/// Random presses over random faults, and what must hold whatever comes of them.
@Suite("Random sequences of presses and faults") struct RandomSequenceTests {
  /// Runs of the short form, and of the long one.
  private static let runs = TestForm.isLong ? 2000 : 80
  private static let groups = 8

  @Test(
    "a stop is never a start, files stay side by side and sound, gaps have their length, all is closed",
    arguments: 0..<groups)
  func sequences(group: Int) throws {
    let bench = try SequenceBench()
    for seed in stride(from: group, to: Self.runs, by: Self.groups) {
      // `deploy/test-long walks` takes others for every commit.
      let seed = Int(TestForm.seed) - 1 + seed
      let sequence = RandomSequence(seed: UInt64(seed))
      for problem in try bench.problems(of: sequence) {
        Issue.record("seed \(seed): \(problem)\n\(sequence.scenario)\(sequence.settings)")
      }
    }
  }

  @Test("the bench sees a shifted frame, a gap that is too short and another order of channels")
  func bench() {
    let reference = (0..<40).flatMap { frame in (0..<2).map { Int32(100 * frame + $0 + 1) } }
    let labels = FrameLabels(reference, channels: 2)
    func part(_ frames: Range<Int>) -> [Int32] {
      Array(reference[frames.lowerBound * 2..<frames.upperBound * 2])
    }
    let gap = [Int32](repeating: 0, count: 10)
    func problem(_ words: [Int32], gaps: [Range<Int>] = [5..<10]) -> String? {
      labels.problem(words, gaps: gaps, joints: [])
    }
    #expect(problem(part(3..<8) + gap + part(13..<20)) == nil)
    #expect(problem(part(3..<8) + gap + part(12..<20)) != nil)
    #expect(problem(part(3..<8) + part(9..<20), gaps: []) != nil)
    #expect(problem(part(3..<8) + gap + part(13..<20), gaps: []) != nil)
    #expect(problem([2, 1], gaps: []) != nil)
  }
}

/// One sequence: hands and faults of ten seconds, and settings.
private struct RandomSequence {
  /// A press of a button.
  struct Press {
    var button: String
    var start: Double
    var seconds: Double
    var end: Double { start + seconds }
  }

  static let seconds = 10.0
  private(set) var presses: [Press] = []
  private(set) var faults: [(at: Double, text: String, until: Double)] = []
  private var turns = ""
  let restarts: Bool
  let preRoll: Double
  let splits: Bool
  /// The second at which the schedule starts a take of four seconds.
  let due: Int?
  /// True when takes begin because it is loud.
  private(set) var isTriggered = false
  /// True when the sound comes and goes; otherwise it never ends.
  private(set) var isBursts = false
  /// The times of ``isBursts``.
  static let bursts = [1.0...2.2, 5.6...6.9]
  /// Markers that are asked for, with texts of strangers.
  private(set) var marks: [(at: Double, text: String)] = []
  /// When the clock is set, by how much, and how far local time is moved: `nil` for a clock that only goes on.
  private(set) var clock: (at: Double, by: Double, zone: Int)?
  /// True when all takes of a sequence begin by the sound.
  var isOfSound: Bool { isTriggered && due == nil && !presses.contains { $0.button == "record" } }
  /// The kind of the rendered files; that of MPEG-4, whose encoder is a process, in the long form only.
  private(set) var kind = TakeFileKind.wav

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 1)
    restarts = random.bool()
    preRoll = random.of([0, 0.5, 2])
    splits = random.below(4) == 0
    due = random.below(3) == 0 ? 1 + random.below(6) : nil
    var times = ["record": 0.3, "source": 0.4, "marker": 0.5]
    for _ in 0..<(2 + random.below(7)) {
      let button = random.of(["record", "record", "record", "source", "marker"])
      let start = (times[button] ?? 0) + random.time(upTo: 2.5)
      let press = Press(
        button: button, start: start, seconds: random.of([0.06, 0.1, 0.3, 0.9, 1.2, 1.7]))
      guard press.end < Self.seconds - 0.5 else { continue }
      times[button] = press.end + 0.1
      presses.append(press)
    }
    presses.sort { $0.start < $1.start }
    for _ in 0..<random.below(3) {
      let pose = random.of(InputOrientation.allCases).rawValue
      turns += SimulatedTakes.hand(random.time(upTo: 9), "turn = \"\(pose)\"")
    }
    for _ in 0..<random.below(4) { addFault(&random) }
    isTriggered = random.below(4) == 0
    kind = random.of([.wav, .flac, .opus, TestForm.isLong ? .m4a : .wav])
    isBursts = isTriggered && random.below(3) > 0
    if isBursts, random.bool() { presses.removeAll { $0.button == "record" } }
    for _ in 0..<random.below(3) {
      marks.append((0.5 + random.time(upTo: 9), random.of(Self.texts)))
    }
    if random.below(3) == 0 {
      clock = (
        random.time(upTo: 9), random.of([-7200, -3, -0.4, 2, 90, 86400]),
        random.of([0, 3600, -3600])
      )
    }
  }

  /// Texts that begin, end or are made in ways that files and readers trip over.
  private static let texts = [
    "owl", "\u{301}accent first", "\u{FFFE}", "a, b; c = \"d\"", "]]> <!-- &", "line\nline",
    "\u{202E}turned", "\u{1F3FD}\u{200D}", String(repeating: "long ", count: 60), "\u{1B}[31mred",
  ]

  /// The time of day, from midnight on.
  var wallTime: @Sendable (Double) -> WallTime {
    let (clock, midnight) = (clock, SequenceBench.midnight)
    return { now in
      guard let clock, now >= clock.at else { return WallTime(epochSeconds: midnight + now) }
      return WallTime(epochSeconds: midnight + now + clock.by, utcOffsetSeconds: clock.zone)
    }
  }

  private mutating func addFault(_ random: inout SeededGenerator) {
    // Half of them while a button is down, or just behind it.
    let press =
      random.bool()
      ? presses.first { $0.button == "record" && $0.start > random.time(upTo: 8) } : nil
    let at =
      press.map { $0.start + random.time(upTo: $0.seconds + 0.2) } ?? 0.5 + random.time(upTo: 8)
    let length = 0.1 + random.time(upTo: 1.9)
    let isRotated = faults.contains { $0.text.contains("rotated") }
    let text =
      switch random.below(isRotated ? 5 : 6) {
      case 0: "overrun = \(50 + random.below(6000))"
      case 1: "unplug = \(length)"
      case 2: "storage-stall = \(length)"
      case 3: "storage-gone = \(length)"
      case 4: "power-fails = \(length)"
      default: "channels-rotated = 2"
      }
    faults.append((at, text, at + length))
  }

  /// The scenario without its first lines.
  var scenario: String {
    presses.map {
      SimulatedTakes.hand($0.start, "press = \"\($0.button)\"\nfor = \($0.seconds)")
    }.joined() + turns + faults.map { SimulatedTakes.fault($0.at, $0.text) }.joined()
  }

  /// The settings, for a person who looks for a problem.
  var settings: String {
    "restarts: \(restarts), pre-roll: \(preRoll), splits: \(splits), due: \(due.map { "\($0)" } ?? "-"), "
      + "trigger: \(isTriggered), bursts: \(isBursts), \(kind.rawValue), "
      + "clock: \(clock.map { "\($0)" } ?? "-"), marks: \(marks)"
  }
}

/// Runs sequences on a board of four microphones and two channels to spare, and looks at what came out.
private struct SequenceBench {
  private let takes: SimulatedTakes
  private let labels: [FrameLabels]
  /// The first second of a day.
  static let midnight = 1_795_132_800.0
  /// Seconds of quiet after which a take of a sound that comes and goes ends.
  private static let hold = 0.5
  /// Seconds in which the level falls by 30 dB, as means with a time constant of 0.3 s do, and a little more.
  private static let fall = 2.2

  /// The noise of a scene is the same in every run, so every frame of it tells its place.
  private static func scene(isBursts: Bool) -> String {
    func source(_ level: Double, _ times: String) -> String {
      "[[source]]\nnoise = \"pink\"\ndevice = [0.5, 0.3, -0.8]\ndistance = \"far\"\n"
        + "level = \(level)\n\(times)\n"
    }
    return "board = \"test\"\nduration = \(RandomSequence.seconds)\n"
      + source(isBursts ? -75 : -30, "start = 0.0")
      + (isBursts ? RandomSequence.bursts : []).map {
        source(-30, "start = \($0.lowerBound)\nuntil = \($0.upperBound)")
      }.joined()
  }

  init() throws {
    var board = SimulatedTakes.board(channels: 6)
    board.capture.rate = 16000
    let takes = try SimulatedTakes(board: board)
    labels = try [false, true].map { isBursts in
      let whole = try Self.run(
        takes, Self.scene(isBursts: isBursts) + SimulatedTakes.hand(0.2, "press = \"record\""),
        preRoll: 1)
      let take = try #require(whole.takes.first)
      try #require(take.timelineStart == 0)
      return FrameLabels(try takes.words(take.rawFiles[0]), channels: 6)
    }
    self.takes = takes
  }

  private static func run(
    _ takes: SimulatedTakes, _ text: String, preRoll: Double,
    wallTime: (@Sendable (Double) -> WallTime)? = nil,
    configure: (inout SessionConfiguration) -> Void = { _ in },
    onTick: (Double, Session) -> Void = { _, _ in }
  ) throws -> Simulator.Outcome {
    var configuration = SessionConfiguration(board: takes.board, directory: takes.folder.path)
    configuration.form.preRollSeconds = preRoll
    configuration.form.keepsRaw = true
    configure(&configuration)
    var simulator = try Simulator(
      scenario: Scenario.parse(text: text, name: takes.folder.file("scenario.toml")),
      board: takes.board)
    simulator.start = WallTime(epochSeconds: midnight)
    simulator.wallTime = wallTime
    return try simulator.run(
      configuration: configuration, filters: takes.filters, onTick: onTick)
  }

  /// The rules that a run has broken.
  func problems(of sequence: RandomSequence) throws -> [String] {
    var watch = StopWatch(sequence)
    var marks = sequence.marks
    let outcome = try Self.run(
      takes, Self.scene(isBursts: sequence.isBursts) + sequence.scenario,
      preRoll: sequence.preRoll, wallTime: sequence.wallTime
    ) {
      $0.settings.take.restart = sequence.restarts
      $0.form.kind = sequence.kind
      if sequence.isTriggered { $0.settings.trigger = LevelRules(level: -60) }
      if sequence.isBursts {
        $0.settings.trigger?.attackSeconds = 0.1
        $0.settings.trigger?.holdSeconds = Self.hold
      }
      $0.form.split = sequence.splits ? .seconds(1.5) : .off
      if let due = sequence.due {
        $0.schedule = Schedule([
          ScheduledTake(start: .daily(secondOfDay: due, days: []), seconds: 4)
        ])
      }
    } onTick: { now, session in
      watch.look(now, session)
      while let mark = marks.first(where: { $0.at <= now }) {
        marks.removeAll { $0.at == mark.at }
        // Refused when no take is made.
        try? session.mark(mark.text)
      }
    }
    var problems = watch.problems(outcome.events)
    let started = outcome.events.count { if case .takeStarted = $0.event { true } else { false } }
    if outcome.takes.count > started { problems.append("more takes end than start") }
    let files = outcome.takes.flatMap { $0.files + $0.rawFiles }
    if Set(files).count != files.count { problems.append("two takes share a file") }
    for take in outcome.takes { problems += try self.problems(of: take, sequence) }
    problems += soundProblems(outcome.takes, sequence)
    for (take, next) in zip(outcome.takes, outcome.takes.dropFirst())
    where sequence.isTriggered && !sequence.isBursts && take.end == .quiet {
      problems.append(
        "a take ends by quiet in a sound that never ends, before \(next.timelineStart)")
    }
    let isAway = sequence.faults.contains {
      $0.text.hasPrefix("storage") && $0.until > RandomSequence.seconds - 1.5
    }
    let names = try TakeDirectory(path: takes.folder.path).fileNames()
    if !isAway, let open = names.first(where: { $0.contains(".recording.") }) {
      problems.append("\(open) is not closed")
    }
    for take in try TakeDirectory(path: takes.folder.path).takes() where !take.isInProgress {
      problems += TakeVerifier.verify(take).findings.map { "\($0.path): \($0.problem)" }
    }
    for name in names where TakeFileKind(path: name) != nil { unlink(takes.folder.file(name)) }
    return problems
  }

  /// Takes of a sound that comes and goes, which nothing else begins or ends.
  private func soundProblems(_ takes: [TakeResult], _ sequence: RandomSequence) -> [String] {
    guard sequence.isBursts else { return [] }
    var problems: [String] = []
    func seconds(_ frames: Int) -> Double { Double(frames) / 16000 }
    for take in takes {
      let end = seconds(take.timelineStart + take.frames)
      let isHeard = RandomSequence.bursts.contains { $0.contains(end - 0.1) }
      // A device that was opened anew has a time line of its own.
      if take.end == .quiet, isHeard, sequence.faults.isEmpty {
        problems.append("quiet at \(end) s, inside a sound")
      }
      guard sequence.isOfSound, sequence.faults.isEmpty else { continue }
      let ends = RandomSequence.bursts.map(\.upperBound)
      let behind = end - (ends.last { $0 < end } ?? 0)
      if take.end != .quiet || !(Self.hold...Self.hold + Self.fall).contains(behind) {
        problems.append("\(take.end) at \(end) s, \(behind) s behind the sound")
      }
    }
    guard sequence.isOfSound else { return problems }
    if let last = takes.last, last.end == .shutdown {
      let loud = max(6.9, sequence.faults.map(\.until).max() ?? 0)
      if loud + Self.hold + Self.fall < RandomSequence.seconds {
        problems.append("a take of a sound is never ended by quiet")
      }
    }
    if sequence.faults.isEmpty, takes.count != RandomSequence.bursts.count {
      problems.append("\(takes.count) takes of \(RandomSequence.bursts.count) sounds")
    }
    return problems
  }

  /// The texts of markers, in the take and in its files.
  private func markerProblems(of take: TakeResult) throws -> [String] {
    let told = take.markers.filter { $0.kind == .button }
    let files = try take.files.map { try TakeFile.read(path: $0) }
    let kept = files.flatMap(\.metadata.markers).filter { $0.kind == .button }
    guard !files.isEmpty, told.map(\.label) != kept.map(\.label) else { return [] }
    let parts = files.map { $0.metadata.firstFrame..<$0.metadata.firstFrame + $0.frames }
    return ["markers \(told) are \(kept) in the files \(parts)"]
  }

  /// The ends of a take that are no press of record, where nothing else can begin or end it.
  private func lengthProblems(of take: TakeResult, _ sequence: RandomSequence) -> [String] {
    let hasPause = sequence.presses.contains { $0.button == "source" && $0.seconds > 1.5 }
    guard sequence.faults.isEmpty, !hasPause, take.end == .stopped else { return [] }
    func isPress(_ place: Int) -> Bool {
      sequence.presses.contains {
        $0.button == "record" && abs($0.start - Double(place) / 16000) < 0.02
      }
    }
    // A stop that is held for longer than 0.4 s ends the take up to 1.1 s after the press.
    let end = Double(take.timelineStart + take.frames) / 16000
    let isEnd = sequence.presses.contains {
      $0.button == "record" && (-0.02...($0.seconds > 0.4 ? 1.12 : 0.02)).contains(end - $0.start)
    }
    var problems: [String] = []
    if !isEnd { problems.append("the end is no press") }
    if sequence.due == nil, !sequence.isTriggered {
      let press = take.timelineStart + take.preRollFrames
      if !isPress(press) { problems.append("the take does not begin at a press") }
      if take.preRollFrames != min(press, Int(sequence.preRoll * 16000)) {
        problems.append("\(take.preRollFrames) frames of pre-roll before \(press)")
      }
    }
    return problems
  }

  private func problems(of take: TakeResult, _ sequence: RandomSequence) throws -> [String] {
    if case .storageFailed = take.end { return [] }
    var problems = lengthProblems(of: take, sequence)
    let stereo = try take.files.reduce(0) { try $0 + TakeFile.read(path: $1).frames }
    let raw = try take.rawFiles.flatMap { try takes.words($0) }
    if stereo != take.frames || raw.count != 6 * take.frames {
      problems.append("\(take.frames) frames, \(stereo) in the take, \(raw.count / 6) raw")
    }
    problems += try markerProblems(of: take)
    let gaps = try take.files.flatMap { try TakeFile.read(path: $0).metadata.gaps }
      .map { $0.frame..<($0.frame + $0.frames) }
    let joints = take.markers.filter { $0.kind == .resume }.map(\.frame)
    // A take that is stopped within a tenth of a second of a rotation, or half a second after the device came back in
    // another order, ends before anything can tell it.
    let isYoung =
      take.end != .channelsRotated(by: 2)
      && sequence.faults.contains { $0.text.contains("rotated") }
    let labels = labels[sequence.isBursts ? 1 : 0]
    if let problem = labels.problem(
      raw, gaps: gaps, joints: joints, tail: !isYoung ? 0 : take.frames < 8000 ? take.frames : 1920)
    {
      problems.append("\(take.end): \(problem)")
    }
    return problems
  }
}

/// Frames that are known again: those of one long recording without any fault.
private struct FrameLabels {
  private let reference: [Int32]
  private let channels: Int
  private var places: [UInt64: Int] = [:]

  init(_ reference: [Int32], channels: Int) {
    self.reference = reference
    self.channels = channels
    for frame in 0..<(reference.count / channels) {
      places[key(reference, frame), default: frame] = frame
    }
  }

  private func key(_ words: [Int32], _ frame: Int) -> UInt64 {
    let place = frame * channels
    // Two channels of a soft sound are the same now and then; four are not.
    return words[place..<min(place + 4, place + channels)].reduce(0) {
      ($0 ^ UInt64(UInt32(bitPattern: $1))) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// The place where the frames are not those of one stretch of the reference with silence in the gaps.
  ///
  /// - Parameters:
  ///   - joints: frames at which the take went on after a pause: the stretch may begin anew.
  ///   - tail: frames at the end that need not be right.
  func problem(_ words: [Int32], gaps: [Range<Int>], joints: [Int], tail: Int = 0) -> String? {
    let frames = words.count / channels
    var offset: Int?
    for frame in 0..<max(0, frames - tail) {
      if joints.contains(frame) { offset = nil }
      let sound = words[frame * channels..<(frame + 1) * channels]
      if gaps.contains(where: { $0.contains(frame) }) {
        if sound.contains(where: { $0 != 0 }) { return "frame \(frame) of a gap is not silent" }
        continue
      }
      guard let shift = offset ?? places[key(words, frame)].map({ $0 - frame }) else {
        return "frame \(frame) of \(frames) is none that was captured"
      }
      offset = shift
      let place = (frame + shift) * channels
      guard place >= 0, place + channels <= reference.count,
        reference[place..<(place + channels)].elementsEqual(sound)
      else { return "frame \(frame) of \(frames) is shifted or in another order" }
    }
    return nil
  }
}

/// Follows which presses of record stop a take, and what starts behind them.
private struct StopWatch {
  private let presses: [RandomSequence.Press]
  private let isBursts: Bool
  private var isMaking: [(time: Double, isMaking: Bool, isLocked: Bool)] = []

  init(_ sequence: RandomSequence) {
    presses = sequence.presses.filter { $0.button == "record" }
    isBursts = sequence.isBursts
  }

  mutating func look(_ now: Double, _ session: Session) {
    isMaking.append((now, session.progress != nil, session.snapshot(now).isLocked))
  }

  private func look(at time: Double) -> (time: Double, isMaking: Bool, isLocked: Bool)? {
    isMaking.last { $0.time <= time }
  }

  func problems(_ events: [(time: Double, event: SessionEvent)]) -> [String] {
    var problems: [String] = []
    for (index, press) in presses.enumerated() {
      // Short presses of free buttons in a take that was there before and behind the edge.
      guard press.seconds < 1.5, let before = look(at: press.start - 0.02),
        let after = look(at: press.start + 0.04), before.isMaking, after.isMaking,
        !before.isLocked, !after.isLocked,
        // One and the same take.
        !events.contains(where: {
          if case .takeStarted = $0.event {
            return ($0.time - press.start).magnitude < 0.05
          }
          return false
        })
      else { continue }
      let next = presses.dropFirst(index + 1).first?.start ?? .infinity
      let range = (press.start + 0.03)..<max(press.start + 0.03, next)
      // What the schedule or another sound starts then is no answer to the press, and goes on by itself after a fault.
      let scheduled = events.first {
        switch $0.event {
        case .scheduleStarted: range.contains($0.time)
        case .levelReached: isBursts && range.contains($0.time)
        default: false
        }
      }
      let start = events.first {
        if case .takeStarted = $0.event { range.contains($0.time) } else { false }
      }
      if let start, start.time < scheduled?.time ?? .infinity {
        problems.append("a take starts at \(start.time) s behind the stop at \(press.start) s")
      }
      if scheduled == nil, let released = look(at: press.end + 0.1), released.isMaking,
        released.time < next
      {
        problems.append("the stop at \(press.start) s stops nothing")
      }
    }
    return problems
  }
}

extension SeededGenerator {
  fileprivate mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
  fileprivate mutating func bool() -> Bool { below(2) == 0 }
  fileprivate mutating func of<T>(_ values: [T]) -> T { values[below(values.count)] }
  /// Seconds, to the hundredth.
  fileprivate mutating func time(upTo seconds: Double) -> Double {
    Double(below(Int(seconds * 100) + 1)) / 100
  }
}
