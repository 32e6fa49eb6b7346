import Beamforming
import Boards
import Glibc
import Recorder
import TakeFiles

/// A take of 8 paced microphones with realtime priorities: nothing may be missing, whatever else the machine does.
let realtimeBenchmark = Benchmark(
  name: "realtime",
  title: """
    A take of 8 microphones at 48 kHz in real time, periods of 256 frames, a buffer of 250 ms, SCHED_FIFO 80 and 70,
    stereo and raw file on disk
    """,
  seconds: 20,
  table: { realtimeTable(seconds: $0, taps: nil, keepsRaw: true) })

/// The same with filters as long as those that deploy/benchmark-realtime gives to jconvolver, and no raw file.
let stereoBenchmark = Benchmark(
  name: "stereo",
  title: """
    A take of 8 microphones through 512 taps in real time, as above but without the raw file
    """,
  seconds: 20,
  table: { realtimeTable(seconds: $0, taps: 512, keepsRaw: false) })

/// The same recorder armed, as it is nearly all the time: nobody presses, and nobody looks.
let armedBenchmark = Benchmark(
  name: "armed",
  title: "8 microphones at 48 kHz, armed, without a take and without an accelerometer",
  seconds: 10,
  table: { seconds in
    inFolder { folder in
      let (session, _) = try makeSession(folder, taps: nil, keepsRaw: false)
      let seen = try work(session, seconds: seconds, withTake: false)
      return Table(cells: [["", "", "limit"]] + seen.wakeRows(limit: 60))
    }
  })

private func realtimeTable(seconds: Double, taps: Int?, keepsRaw: Bool) -> Table {
  inFolder {
    Table(cells: try realtimeRows($0, seconds: seconds, taps: taps, keepsRaw: keepsRaw))
  }
}

/// The table of a measurement in a folder of its own, or the reason why there is none.
private func inFolder(_ measure: (String) throws -> Table) -> Table {
  let folder = "/var/tmp/pinna-benchmark-\(getpid())"
  mkdir(folder, 0o700)
  defer { removeFolder(folder) }
  do {
    return try measure(folder)
  } catch {
    return Table(lines: [["failed: \(error)"]])
  }
}

/// Hands that touch nothing.
private struct NoHands: HandPort {
  func pollContacts() -> [ContactEvent] { [] }
  func motion() -> MotionReading? { nil }
}

/// The observations of the control thread in a run.
private struct Observations {
  var takes: [TakeResult] = []
  var refusals: [String] = []
  var fullest = 0
  var slowest = 0.0
  /// Wake-ups of all threads, CPU of all threads and CPU of the looks of the control thread, a second.
  var wakes = 0.0
  var cpu = 0.0
  var control = 0.0

  /// Wake-ups beside their limit, and CPU.
  func wakeRows(limit: Double) -> [[Table.Cell]] {
    let mark: Table.Mark = wakes <= limit ? .met : .missed
    return [
      ["wake-ups of all threads a second", .init(fixed(wakes, 1), mark), .init(fixed(limit, 0))],
      ["CPU of all threads, % of a core", .init(fixed(cpu * 100, 2))],
      ["CPU of the control thread's looks, % of a core", .init(fixed(control * 100, 3))],
    ]
  }
}

private func makeSession(
  _ folder: String, taps: Int?, keepsRaw: Bool
) throws -> (Session, PacedDevice) {
  let board = circleBoard()
  let device = PacedDevice(buffer: board.capture.rate / 4)
  let filters = FilterStore(
    board: board, ears: .sphere, settings: DesignSettings(rate: board.capture.rate, taps: taps),
    cacheDirectory: nil)
  try filters.prepare()
  var configuration = SessionConfiguration(board: board, directory: folder)
  configuration.form.keepsRaw = keepsRaw
  configuration.capturePriority = 80
  configuration.renderPriority = 70
  let session = try Session(
    configuration: configuration, filters: filters,
    machine: Machine(
      capture: device, hands: NoHands(), storage: PlainStorage(),
      wallTime: { _ in WallTime(epochSeconds: 0, isSet: false) }))
  return (session, device)
}

private func realtimeRows(
  _ folder: String, seconds: Double, taps: Int?, keepsRaw: Bool
) throws -> [[Table.Cell]] {
  let (session, device) = try makeSession(folder, taps: taps, keepsRaw: keepsRaw)
  let lock = mlockall(MCL_CURRENT | MCL_FUTURE) == 0
  let seen = try work(session, seconds: seconds, withTake: true)
  munlockall()
  guard let take = seen.takes.first else { return [["there was no take"]] }
  var rows = [["", ""]]
  rows.append(["length of the take, s", fixed(take.seconds, 1)])
  rows.append([
    "gaps, frames lost", "\(take.gapTotals.count), \(take.gapTotals.frames)",
  ])
  if keepsRaw {
    let wrong = try wrongFrames(take)
    rows.append(["frames of the raw file that are not what was captured", "\(wrong)"])
  }
  rows.append(["end of the take", take.end.words])
  rows.append([
    "most of the ring that waited for the storage, s", fixed(Double(seen.fullest) / 48_000, 2),
  ])
  rows.append(["longest wait for the medium, s", fixed(seen.slowest, 2)])
  rows.append([
    "memory locked, priorities",
    (lock ? "yes" : "refused") + ", " + (seen.refusals.first ?? "granted"),
  ])
  rows.append(["worst wake-up of the capture thread, ms", fixed(device.wakes.worst / 1000, 2)])
  rows += device.wakes.rows.map { ["  wake-ups late by \($0.range)", "\($0.count)"] }
  return rows.map { row in row.map { .init($0) } } + seen.wakeRows(limit: 150)
}

/// Lets a recorder work for so long, looking at the session as the control thread does.
private func work(
  _ session: Session, seconds: Double, withTake: Bool
) throws -> Observations {
  var seen = Observations()
  func look() {
    for event in session.drainEvents() {
      if case .takeFinished(let take) = event { seen.takes.append(take) }
      if case .priorityRefused(let thread, let code) = event {
        seen.refusals.append("\(thread.rawValue) refused (errno \(code))")
      }
    }
    seen.fullest = max(seen.fullest, session.backlog)
    seen.slowest = max(seen.slowest, session.unsyncedSeconds)
  }
  let start = monotonicSeconds()
  try session.arm(0)
  if withTake { try session.startTake(0) }
  let (cpu, switches, before) = (time(of: CLOCK_PROCESS_CPUTIME_ID), waits(), monotonicSeconds())
  while monotonicSeconds() - start < seconds {
    let begun = time(of: CLOCK_THREAD_CPUTIME_ID)
    session.tick(monotonicSeconds() - start)
    look()
    seen.control += time(of: CLOCK_THREAD_CPUTIME_ID) - begun
    usleep(50_000)
  }
  let passed = monotonicSeconds() - before
  seen.wakes = Double(waits() - switches) / passed
  seen.cpu = (time(of: CLOCK_PROCESS_CPUTIME_ID) - cpu) / passed
  seen.control /= passed
  session.shutDown()
  look()
  return seen
}

/// Frames of the raw files that differ from what the device gave in the same place.
private func wrongFrames(_ take: TakeResult) throws -> Int {
  let channels = 8
  let block = 4096
  let words = UnsafeMutablePointer<Int32>.allocate(capacity: block * channels)
  defer { words.deallocate() }
  var (wrong, place) = (0, take.timelineStart)
  for path in take.rawFiles {
    var reader = try WAVReader.open(path: path)
    while true {
      let count = try reader.read(samples: words, frames: block)
      if count == 0 { break }
      for n in 0..<count {
        let isRight = (0..<channels).allSatisfy {
          words[n * channels + $0] == PacedDevice.word(frame: place + n, channel: $0)
        }
        if !isRight { wrong += 1 }
      }
      place += count
    }
  }
  return wrong + abs(place - take.timelineStart - take.frames)
}

private func monotonicSeconds() -> Double { time(of: CLOCK_MONOTONIC) }

private func time(of clock: clockid_t) -> Double {
  var read = timespec()
  clock_gettime(clock, &read)
  return Double(read.tv_sec) + Double(read.tv_nsec) * 1e-9
}

/// The number of times that threads of this process went to sleep, and so were woken.
private func waits() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_nvcsw
}
