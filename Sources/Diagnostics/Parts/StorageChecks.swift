import Recorder

/// The checks that the storage media are fast and large enough for takes.
struct StorageChecks {
  private let bench: Bench
  /// The folder to check.
  private var directory: String

  init(_ bench: Bench) { (self.bench, directory) = (bench, bench.takes.directory) }

  /// Writes to each medium for a few seconds, and returns the findings.
  func findings(_ progress: (Double) -> Void) -> [Finding] {
    guard let storage = bench.machine.card else {
      return Check.allCases.filter { $0.part == .storage }.map {
        Finding($0, .skip, "this board has no storage of its own")
      }
    }
    let parts = bench.takes.mirror == nil ? 1.0 : 2
    let main = report(storage) { progress($0 / parts) }
    let findings = findings(main)
    guard let mirror = bench.takes.mirror else { return findings }
    var second = self
    second.directory = mirror
    let report = second.report(storage) { progress((1 + $0) / parts) }
    guard report.problem != nil || report.fileSystem == nil || report.fileSystem != main.fileSystem
    else { return findings + [second.together] }
    return findings + second.findings(report)
  }

  /// The verdict on an unusable medium: only a warning for the mirror, without which takes can still be made.
  private var bad: Verdict { isMirror ? .warn : .fail }

  private var isMirror: Bool { directory == bench.takes.mirror }

  private func report(_ storage: any StorageProbe, _ progress: (Double) -> Void) -> StorageReport {
    storage.examineStorage(
      directory: directory, blocks: Self.blocks, blockBytes: Self.blockBytes,
      seconds: Self.longest, progress: progress)
  }

  private func findings(_ report: StorageReport) -> [Finding] {
    if let problem = report.problem {
      return [
        Finding(
          .storageDirectory, directory, bad, problem.reason, limit: Self.directoryLimit,
          remedy: isMirror
            ? "check that the second medium is mounted and accepts files, or correct [take] mirror"
            : problem.remedy)
      ]
    }
    return [
      Finding(
        .storageDirectory, directory, .pass, "can be written to", limit: Self.directoryLimit),
      space(report),
    ] + (report.blockSeconds.isEmpty ? unmeasured : [speed(report), stall(report)])
  }

  /// The finding about a mirror that would be lost together with the takes, because it is on the same medium.
  private var together: Finding {
    Finding(
      .storageDirectory, directory, .warn, "is on the same medium as the takes",
      limit: "on another medium",
      remedy: "mount the second medium, and choose a folder on it as [take] mirror")
  }

  private func space(_ report: StorageReport) -> Finding {
    let rate = bench.takes.rate
    let needed = rate.bytesPerSecond * Self.hour + rate.reserveBytes
    func limit(digits: Int) -> String {
      "at least \(Quantity.bytes(Double(needed), digits: digits)), an hour of takes"
    }
    guard let free = report.freeBytes else {
      return Finding(
        .storageSpace, directory, .skip, "the file system does not report its free space",
        limit: limit(digits: 1))
    }
    let digits = Quantity.digits(
      telling: Double(free), from: Double(needed), as: Quantity.bytes(_:digits:))
    let minutes = max(0, free - rate.reserveBytes) / max(1, rate.bytesPerSecond) / 60
    let hours = Quantity.tenths(Double(minutes) / 60)
    let words =
      "\(Quantity.bytes(Double(free), digits: digits)) free, "
      + (minutes < 120 ? "\(Quantity.count(minutes, "minute"))" : "\(hours) hours") + " of takes"
    let verdict: Verdict =
      free >= needed ? .pass : minutes >= Self.warningMinutes ? .warn : bad
    return Finding(
      .storageSpace, directory, verdict, words, value: Double(free) / 1e6, unit: "MB",
      limit: limit(digits: digits),
      remedy: verdict == .pass ? nil : "remove old takes, or put in a larger card")
  }

  /// The findings if not even a single block fits into the free space: a measurement must not fill up a nearly
  /// full card.
  private var unmeasured: [Finding] {
    [Check.storageSpeed, .storageStall].map {
      Finding($0, directory, .skip, "there is not enough room for a measurement")
    }
  }

  private func speed(_ report: StorageReport) -> Finding {
    let needed = Double(bench.takes.rate.bytesPerSecond)
    func limit(digits: Int) -> String {
      "at least \(Quantity.bytes(needed * Self.margin, digits: digits))/s, "
        + "\(Int(Self.margin)) times the rate of the takes"
    }
    // The slowest block is judged separately.
    let blocks = report.blockSeconds.sorted().dropLast(report.blockSeconds.count > 1 ? 1 : 0)
    let speed = Double(blocks.count * Self.blockBytes) / blocks.reduce(0, +)
    guard speed.isFinite else {
      return Finding(
        .storageSpeed, directory, .pass, "too fast to measure", limit: limit(digits: 1))
    }
    let digits = Quantity.digits(
      telling: speed, from: needed * Self.margin, as: Quantity.bytes(_:digits:))
    // A card that is a little slower than the takes is not as fast as the takes.
    let times = speed / max(1, needed)
    let places = Quantity.digits(telling: times, from: times < 2 ? 1 : Self.margin)
    let verdict: Verdict =
      speed >= needed * Self.margin ? .pass : speed >= needed * Self.leastMargin ? .warn : bad
    return Finding(
      .storageSpeed, directory, verdict,
      "\(Quantity.bytes(speed, digits: digits))/s, "
        + "\(Quantity.decimal(times, digits: places)) times the rate of the takes",
      value: speed / 1e6, unit: "MB/s", limit: limit(digits: digits),
      remedy: verdict == .pass
        ? nil
        : "use a faster card (class A1 or better), a compressed format, or no raw files")
  }

  /// The finding about the longest stall of a write.
  ///
  /// - Precondition: blocks were written.
  private func stall(_ report: StorageReport) -> Finding {
    let sorted = report.blockSeconds.sorted()
    // The usual time for a block is part of the speed, not of the stall.
    let usual = sorted[(sorted.count - 1) / 2]
    let longest = sorted[sorted.count - 1] - usual
    let digits = Quantity.digits(
      telling: longest, from: Self.longestSync, as: Quantity.milliseconds(_:digits:))
    let limit =
      "at most \(Quantity.milliseconds(Self.longestSync, digits: digits)): with syncs up to this length, a power cut "
      + "costs at most a second"
    let isLong = longest > Self.longestSync
    let isTooLong = longest > Self.longestStall
    return Finding(
      .storageStall, directory, isTooLong ? bad : isLong ? .warn : .pass,
      "a write with its sync took at most \(Quantity.milliseconds(longest, digits: digits)) longer "
        + "than usual",
      value: longest * 1000, unit: "ms", limit: limit,
      remedy: isTooLong
        ? "use another card: \(isMirror ? "the mirror is lost when it stalls" : "takes lose sound while it stalls")"
        : isLong
          ? "use another card; with this one, a power cut can cost more than the last second" : nil)
  }

  private static let directoryLimit = "a folder in which a file can be written and synced"
  /// The number of blocks to write, which add up to several MB.
  private static let blocks = 64
  /// The number of bytes in a block: half a second of four channels.
  private static let blockBytes = 256 << 10
  /// The time, in seconds, after which the measurement is sufficient even for a slow card.
  private static let longest = 5.0
  /// The seconds in an hour.
  private static let hour = 3600
  /// The remaining recording time, in minutes, below which the recorder warns.
  private static let warningMinutes = 10
  /// The speed required for a pass, as a multiple of the takes' data rate; other programs and the card's housekeeping
  /// also need some of it.
  private static let margin = 3.0
  /// The speed below which the ring fills up, as a multiple of the takes' data rate.
  private static let leastMargin = 1.2
  /// The longest acceptable sync in seconds: a sync starts every half second, and at most the last second may be lost.
  private static let longestSync = 0.4
  /// The longest stall, in seconds, that the ring can bridge, apart from the frames that wait in it already.
  private static let longestStall = 25.0
}
