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

private func realtimeTable(seconds: Double, taps: Int?, keepsRaw: Bool) -> Table {
  let folder = "/var/tmp/pinna-benchmark-\(getpid())"
  mkdir(folder, 0o700)
  defer { removeFolder(folder) }
  do {
    return Table(
      lines: try realtimeRows(folder, seconds: seconds, taps: taps, keepsRaw: keepsRaw))
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
}

private func realtimeRows(
  _ folder: String, seconds: Double, taps: Int?, keepsRaw: Bool
) throws -> [[String]] {
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
  let lock = mlockall(MCL_CURRENT | MCL_FUTURE) == 0
  let before = processSeconds()
  let seen = try record(session, seconds: seconds)
  let cpu = processSeconds() - before
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
  rows.append(["CPU of all threads, % of a core", fixed(cpu / seconds * 100, 2)])
  rows.append([
    "memory locked, priorities",
    (lock ? "yes" : "refused") + ", " + (seen.refusals.first ?? "granted"),
  ])
  rows.append(["worst wake-up of the capture thread, ms", fixed(device.wakes.worst / 1000, 2)])
  return rows + device.wakes.rows.map { ["  wake-ups late by \($0.range)", "\($0.count)"] }
}

/// Records for so long, looking at the session as the control thread does.
private func record(_ session: Session, seconds: Double) throws -> Observations {
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
  try session.startTake(0)
  while monotonicSeconds() - start < seconds {
    session.tick(monotonicSeconds() - start)
    look()
    usleep(50_000)
  }
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

private func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// CPU time of this process in seconds, all threads.
private func processSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
