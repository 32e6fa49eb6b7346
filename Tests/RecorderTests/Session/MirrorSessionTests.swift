import Glibc
import Recorder
import Synchronization
import TakeFiles
import TestSupport
import Testing

/// A medium that fails, stands still or is full when a test says so.
private final class MovableMedium: StoragePort {
  /// The errno of writes; 0 while all goes well.
  let errno = Mutex<Int32>(0)
  /// True while writes do not come back.
  let standsStill = Mutex(false)
  let free = Mutex<Int?>(1 << 40)

  func admit(bytes: Int) throws(StorageRefusal) {
    while standsStill.withLock({ $0 }) { letOthersRun() }
    let code = errno.withLock { $0 }
    if code != 0 { throw StorageRefusal(errno: code) }
  }
  func admitConclusion() throws(StorageRefusal) { try admit(bytes: 0) }
  func check(directory: String) throws(StorageRefusal) {
    while standsStill.withLock({ $0 }) { letOthersRun() }
    let code = errno.withLock { $0 }
    if code != 0 { throw StorageRefusal(errno: code) }
    guard access(directory, W_OK) == 0 else { throw StorageRefusal(errno: ENOENT) }
  }
  func freeBytes(directory: String) -> Int? { free.withLock { $0 } }
}

/// Takes on two media at once: either may go without touching the other.
@Suite struct MirrorSessionTests {
  private let folder: TemporaryDirectory
  private let first = MovableMedium()
  private let second = MovableMedium()
  private let recorder: HeldRecorder
  private var mirror: String { folder.file("stick") }

  init() throws { try self.init(ring: 60, patience: 600) }

  private init(ring: Double, patience: Double, preRoll: Double = 0) throws {
    folder = try TemporaryDirectory()
    mkdir(folder.file("stick"), 0o755)
    recorder = try HeldRecorder(
      preRollSeconds: preRoll, first: first, second: second, mirror: folder.file("stick"),
      mirrorRing: ring, mirrorPatience: patience)
    try recorder.arm()
    recorder.wait(3)
  }

  private var state: MirrorStatus.State? {
    recorder.session.snapshot(recorder.now).mirror?.state
  }

  /// Waits until so many losses are told.
  private func waitForLosses(_ count: Int) {
    while lost.count < count {
      recorder.wait(0.05)
      letOthersRun()
    }
  }

  private func waitForState(_ wanted: MirrorStatus.State) {
    while state != wanted {
      recorder.wait(0.05)
      letOthersRun()
    }
  }

  /// Starts a take and lets it go on for some seconds, until both media have its beginning.
  private func start(seconds: Double = 2) throws {
    try recorder.session.startTake(recorder.now)
    recorder.wait(seconds)
    recorder.wait { $0.progress?.isConfirmed == true }
  }

  private func stop() throws -> TakeResult {
    let count = recorder.takes.count
    try recorder.session.stopTake()
    while recorder.takes.count == count { recorder.wait(0.05) }
    return try #require(recorder.takes.last)
  }

  private var mirrored: [TakeSet] {
    get throws { try TakeDirectory(path: mirror).takes() }
  }

  private var lost: [String] {
    recorder.events.compactMap {
      switch $0 {
      case .mirror(.lost, _, let words): "mirror: \(words)"
      case .mainLost(let words): "main: \(words)"
      default: nil
      }
    }
  }

  @Test("both media have the same take: name, identity, sound, raw channels and markers")
  func both() throws {
    waitForState(.ready)
    try start()
    #expect(state == .writing)
    try recorder.session.mark("owl")
    recorder.wait(1)
    let take = try stop()
    #expect(take.end == .stopped && take.mirrorFiles.count == 2)
    let copy = try #require(try mirrored.first)
    for path in take.files + take.rawFiles {
      let (own, other) = (
        try TakeFile.read(path: path),
        try #require(copy.files.first { $0.fileName == TakeName.fileName(of: path) })
      )
      #expect(own.metadata == other.metadata && own.frames == other.frames)
      #expect(
        own.metadata.audioChecksum != nil && own.metadata.markers.contains { $0.label == "owl" })
    }
    #expect(TakeVerifier.verify(copy).findings.isEmpty)
    #expect(lost.isEmpty)
    waitForState(.ready)
  }

  @Test("a take has the same number on both media, also when a new card meets a mirror that stayed")
  func numbers() throws {
    try folder.write([1], to: "stick/20261101_050000_041.wav")
    waitForState(.ready)
    try start()
    let take = try stop()
    #expect(take.files.count + take.rawFiles.count == 2 && take.mirrorFiles.count == 2)
    for path in take.files + take.rawFiles + take.mirrorFiles {
      #expect(TakeName(fileName: TakeName.fileName(of: path))?.number == 42, "\(path)")
    }
  }

  @Test(
    "takes that wait for a medium that stands still get their numbers in order, on both",
    arguments: [false, true])
  func numbersInOrder(isMirror: Bool) throws {
    waitForState(.ready)
    recorder.wait { !$0.isAskingStorage }
    let medium = isMirror ? second : first
    medium.standsStill.withLock { $0 = true }
    for _ in 0..<3 {
      try recorder.session.startTake(recorder.now)
      recorder.wait(0.5)
      try recorder.session.stopTake()
    }
    medium.standsStill.withLock { $0 = false }
    recorder.wait { $0.isSettled }
    let takes = recorder.takes.sorted { $0.timelineStart < $1.timelineStart }
    for (index, take) in takes.enumerated() {
      let files = take.files + take.rawFiles + take.mirrorFiles
      let numbers = files.map { TakeName(fileName: TakeName.fileName(of: $0))?.number }
      #expect(numbers == [Int?](repeating: index + 1, count: 4))
    }
    #expect(takes.count == 3)
  }

  @Test("a mirror that fails in a take leaves it alone, keeps what it has, and gets the next one")
  func mirrorFails() throws {
    waitForState(.ready)
    try start()
    second.errno.withLock { $0 = EIO }
    recorder.wait(3)
    waitForLosses(1)
    #expect(state == .lost && lost.count == 1 && lost[0].hasPrefix("mirror: storage failed"))
    let take = try stop()
    #expect(take.end == .stopped && take.seconds > 4.5)
    waitForState(.away)
    second.errno.withLock { $0 = 0 }
    waitForState(.ready)
    #expect(recorder.events.contains { if case .mirror(.ready, _, _) = $0 { true } else { false } })
    try start()
    let next = try stop()
    #expect(next.mirrorFiles.count == 2 && lost.count == 1)
    // What it had of the first take has the number of the take.
    let numbers = try mirrored.map(\.number)
    #expect(Set(numbers.compactMap { $0 }) == [1, 2])
  }

  @Test(
    "a first medium that fails in a take leaves it to the mirror, whole, and is a fault afterwards")
  func mainFails() throws {
    waitForState(.ready)
    try start()
    first.errno.withLock { $0 = EIO }
    recorder.wait(3)
    waitForLosses(1)
    #expect(lost.count == 1 && lost[0].hasPrefix("main: storage failed"), "\(lost)")
    guard case .recording = recorder.session.state else {
      Issue.record("it does not record: \(recorder.session.state)")
      return
    }
    let take = try stop()
    #expect(take.end == .stopped && take.seconds > 4.5)
    #expect(take.files.allSatisfy { $0.hasPrefix(mirror) } && take.rawFiles.count == 1)
    #expect(TakeVerifier.verify(try #require(try mirrored.first)).findings.isEmpty)
    recorder.wait(1)
    guard case .faulted = recorder.session.state else {
      Issue.record("it is not faulted: \(recorder.session.state)")
      return
    }
    first.errno.withLock { $0 = 0 }
    while recorder.session.state != .armed {
      recorder.wait(0.05)
      letOthersRun()
    }
    waitForState(.ready)
    try start()
    #expect(try stop().mirrorFiles.count == 2)
  }

  @Test("a mirror that stands still is left behind, and the take loses nothing")
  func standsStill() throws {
    let few = try Self(ring: 5, patience: 600)
    few.waitForState(.ready)
    try few.start()
    few.second.standsStill.withLock { $0 = true }
    few.waitForLosses(1)
    #expect(few.state == .lost && few.lost.count == 1, "\(few.lost)")
    few.second.standsStill.withLock { $0 = false }
    few.recorder.wait(1)
    let take = try few.stop()
    #expect(take.end == .stopped && take.gapTotals.frames == 0 && take.seconds > 6)
    let copy = try #require(try few.mirrored.first)
    #expect(copy.frames > 48_000 * 4 && copy.frames < take.frames)
    #expect(copy.main.last?.metadata.isCutOff == true)
  }

  @Test("a mirror that stands still at the start gets a pre-roll that is longer than its ring")
  func standsStillInPreRoll() throws {
    let long = try Self(ring: 2, patience: 600, preRoll: 3)
    long.waitForState(.ready)
    long.second.standsStill.withLock { $0 = true }
    try long.recorder.session.startTake(long.recorder.now)
    long.recorder.wait(1)
    long.recorder.wait { $0.unwrittenFrames < 48_000 }
    #expect(long.state == .writing && long.lost.isEmpty, "\(long.lost)")
    long.second.standsStill.withLock { $0 = false }
    let take = try long.stop()
    #expect(take.preRollFrames > 140_000 && take.mirrorFiles.count == 2)
    #expect(try long.mirrored.first?.frames == take.frames)
  }

  @Test("a mirror that stands still keeps no take from ending, and is used again when it goes on")
  func standsStillAtTheEnd() throws {
    let short = try Self(ring: 60, patience: 0.2)
    short.waitForState(.ready)
    try short.start()
    short.second.standsStill.withLock { $0 = true }
    let take = try short.stop()
    #expect(take.end == .stopped && take.mirrorFiles.isEmpty && take.files.count == 1)
    #expect(short.state == .away && short.lost.last == "mirror: it has stalled", "\(short.lost)")
    try short.start()
    #expect(try short.stop().mirrorFiles.isEmpty)
    short.second.standsStill.withLock { $0 = false }
    short.waitForState(.ready)
    try short.start()
    _ = try short.stop()
    short.waitForState(.ready)
    let copies = try short.mirrored
    #expect(copies.count == 2 && copies.allSatisfy { $0.main.last?.metadata.isCutOff == false })
  }

  @Test("a mirror without room for a take is told, and gets none until it has room")
  func small() throws {
    waitForState(.ready)
    second.free.withLock { $0 = 1000 }
    waitForState(.away)
    #expect(
      recorder.events.contains { event in
        if case .mirror(.away, _, let words) = event {
          words.contains("enough room")
        } else {
          false
        }
      })
    try start()
    #expect(try stop().mirrorFiles.isEmpty)
    second.free.withLock { $0 = 1 << 40 }
    waitForState(.ready)
    try start()
    #expect(try stop().mirrorFiles.count == 2)
  }

  @Test("a folder that is another one at the end of a take is told")
  func replaced() throws {
    waitForState(.ready)
    try start()
    #expect(rename(mirror, folder.file("moved")) == 0)
    mkdir(mirror, 0o755)
    let take = try stop()
    #expect(take.end == .stopped && take.mirrorFiles.isEmpty)
    #expect(lost.count == 1, "\(lost)")
  }

  @Test("one of two media that is full is closed, and the take goes on, on the other")
  func full() throws {
    waitForState(.ready)
    try start()
    second.free.withLock { $0 = 1000 }
    recorder.wait(4)
    waitForLosses(1)
    #expect(lost.count == 1 && lost[0].contains("storage nearly full"), "\(lost)")
    #expect(try stop().seconds > 5)
    let ended = try #require(try mirrored.first)
    #expect(ended.end?.words == "storage nearly full")
    #expect(ended.files.count == 2 && TakeVerifier.verify(ended).findings.isEmpty)
    second.free.withLock { $0 = 1 << 40 }
    recorder.wait(3)
    waitForState(.ready)
    // Not before it had room again.
    #expect(recorder.events.count { $0 == .mirror(.ready, mirror, "") } == 1)
    try start()
    first.free.withLock { $0 = 1000 }
    recorder.wait(4)
    waitForLosses(2)
    #expect(lost.count == 2 && lost[1] == "main: storage nearly full", "\(lost)")
    // From now on, what is not safe yet is what the mirror lacks.
    recorder.wait(2)
    recorder.wait { $0.unsyncedSeconds == 0 && $0.unwrittenFrames < 48_000 }
    let take = try stop()
    #expect(take.end == .stopped && take.files.allSatisfy { $0.hasPrefix(mirror) })
    let closed = try TakeDirectory(path: TakeName.directory(of: recorder.takes[0].files[0])).takes()
    let cut = try #require(closed.last)
    #expect(cut.end?.words == "storage nearly full" && cut.frames < take.frames)
    #expect(cut.files.count == 2 && TakeVerifier.verify(cut).findings.isEmpty)
  }

  @Test("a take on the mirror alone is whole there after a shutdown", arguments: [false, true])
  func shutDown(isFull: Bool) throws {
    waitForState(.ready)
    try start()
    if isFull { first.free.withLock { $0 = 1000 } } else { first.errno.withLock { $0 = EIO } }
    recorder.wait(3)
    waitForLosses(1)
    recorder.wait(1)
    recorder.session.shutDown()
    let takes = recorder.session.drainEvents().compactMap {
      if case .takeFinished(let take) = $0 { take } else { nil }
    }
    let take = try #require(takes.first)
    #expect(take.end == .shutdown && take.seconds > 5 && !take.files.isEmpty)
    #expect(take.files.allSatisfy { $0.hasPrefix(mirror) })
    let copy = try #require(try mirrored.first)
    #expect(copy.frames == take.frames && TakeVerifier.verify(copy).findings.isEmpty)
  }

  @Test("a first medium that is full during a pause does not hold the raw ring up")
  func fullInPause() throws {
    waitForState(.ready)
    try start()
    try recorder.session.setPaused(true)
    recorder.wait(0.5)
    first.free.withLock { $0 = 1000 }
    recorder.wait(3)
    waitForLosses(1)
    // This is longer than the ring.
    let seconds = Double(recorder.session.ringFrames) / 48_000 + 5
    for _ in 0..<Int((seconds / 5).rounded(.up)) {
      recorder.wait(5)
      for _ in 0..<1000 * TestForm.patienceSeconds where recorder.session.backlog > 48_000 {
        letOthersRun()
      }
      try #require(recorder.session.backlog <= 48_000)
    }
    try recorder.session.setPaused(false)
    recorder.wait(2)
    let take = try stop()
    #expect(take.gaps.isEmpty && take.files.allSatisfy { $0.hasPrefix(mirror) })
  }

  @Test("a take whose first medium was closed ends with the mirror, also when there is room again")
  func fullThenLost() throws {
    waitForState(.ready)
    try start()
    first.free.withLock { $0 = 1000 }
    recorder.wait(3)
    waitForLosses(1)
    first.free.withLock { $0 = 1 << 40 }
    recorder.wait(3)
    #expect(recorder.takes.isEmpty && state == .writing)
    #expect(recorder.session.snapshot(recorder.now).isMainLost)
    second.errno.withLock { $0 = EIO }
    while recorder.takes.isEmpty {
      recorder.wait(0.05)
      letOthersRun()
    }
    #expect(recorder.takes.map(\.end) == [.storageFull] && recorder.takes[0].files.count == 1)
  }

  @Test("a mirror that gets room while a take is made is away until that ends")
  func room() throws {
    waitForState(.ready)
    second.free.withLock { $0 = 1000 }
    waitForState(.away)
    try start()
    second.free.withLock { $0 = 1 << 40 }
    recorder.wait(5)
    #expect(state == .away)
    #expect(try stop().mirrorFiles.isEmpty)
    waitForState(.ready)
  }

  @Test("a take that starts before the mirror has answered is on both media", arguments: [0, 0.05])
  func early(seconds: Double) throws {
    let other = folder.file("other")
    mkdir(other, 0o755)
    waitForState(.ready)
    second.standsStill.withLock { $0 = true }
    let early = try HeldRecorder(first: first, second: second, mirror: other)
    try early.arm()
    early.wait(seconds)
    try early.session.startTake(early.now)
    early.wait(1)
    #expect(early.session.snapshot(early.now).mirror?.state == .writing)
    #expect(try TakeDirectory(path: other).fileNames().isEmpty)
    second.standsStill.withLock { $0 = false }
    try early.session.stopTake()
    while early.takes.isEmpty {
      early.wait(0.05)
      letOthersRun()
    }
    #expect(early.takes.first?.mirrorFiles.count == 2)
    #expect(try TakeDirectory(path: other).takes().first?.frames == early.takes.first?.frames)
    #expect(!early.events.contains { if case .mirror = $0 { true } else { false } })
  }

  @Test("a mirror that does not answer at the start is told, and a take is not said to have it")
  func silent() throws {
    waitForState(.ready)
    second.standsStill.withLock { $0 = true }
    let silent = try HeldRecorder(
      first: first, second: second, mirror: mirror, mirrorPatience: 0.2)
    try silent.arm()
    silent.wait(2)
    #expect(silent.events.contains(.mirror(.away, mirror, "it does not respond")))
    try silent.session.startTake(silent.now)
    second.standsStill.withLock { $0 = false }
    while !silent.events.contains(.mirror(.ready, mirror, "")) {
      silent.wait(0.05)
      letOthersRun()
    }
    #expect(silent.session.snapshot(silent.now).mirror?.state == .away)
    try silent.session.stopTake()
    while silent.takes.isEmpty {
      silent.wait(0.05)
      letOthersRun()
    }
    #expect(silent.takes.first?.mirrorFiles.isEmpty == true)
  }

  @Test("a mirror that is not there keeps nothing from being recorded, and is used when it comes")
  func late() throws {
    let gone = try HeldRecorder(first: first, second: second, mirror: folder.file("later"))
    func wait(until isSo: () -> Bool) {
      while !isSo() {
        gone.wait(0.05)
        letOthersRun()
      }
    }
    func wait(for state: MirrorStatus.State) {
      wait { gone.session.snapshot(gone.now).mirror?.state == state }
    }
    try gone.arm()
    gone.wait(3)
    wait(for: .away)
    try gone.session.startTake(gone.now)
    gone.wait(1)
    // It is plugged in while a take is made: the next one has it.
    mkdir(folder.file("later"), 0o755)
    gone.wait(2)
    try gone.session.stopTake()
    wait { !gone.takes.isEmpty }
    #expect(gone.takes.first?.mirrorFiles.isEmpty == true)
    wait(for: .ready)
    try gone.session.startTake(gone.now)
    gone.wait(1)
    try gone.session.stopTake()
    wait { gone.takes.count == 2 }
    #expect(gone.takes.last?.mirrorFiles.count == 2)
    // One number on both media.
    let names = try TakeDirectory(path: folder.file("later")).takes().map(\.number)
    #expect(names == [2])
  }
}
