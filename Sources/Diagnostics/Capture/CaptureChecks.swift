import Realtime
import Recorder

/// The checks that frames arrive without loss, on time, and at the device's nominal rate.
struct CaptureChecks {
  private let record: CaptureRecord
  private let device: String

  init(_ record: CaptureRecord, device: String) {
    self.record = record
    self.device = device
  }

  var findings: [Finding] {
    // A device that delivers nothing is reported by the check device.open alone.
    guard record.sound.frames > 0 else { return [] }
    return [clock, gaps(.captureGaps), wakeUps(.captureWakeup)]
  }

  /// The findings about a capture with busy processors and a busy card.
  var busyFindings: [Finding] {
    guard record.sound.frames > 0 else { return [] }
    return [gaps(.loadGaps), wakeUps(.loadWakeup)]
  }

  // MARK: Loss

  private func gaps(_ check: Check) -> Finding {
    let limit = "none in \(Quantity.tenths(Double(record.wanted) / Double(record.grant.rate))) s"
    if let end = record.end { return ended(check, end, limit) }
    let lost = record.gaps.reduce(0) { $0 + $1.frames }
    guard lost > 0 else {
      return Finding(
        check, device, .pass, "no frame was lost", value: 0, unit: "frames", limit: limit)
    }
    let about = record.gaps.contains(where: \.isEstimated) ? "about " : ""
    return Finding(
      check, device, .fail,
      "lost \(about)\(Quantity.count(lost, "frame")) in \(Quantity.count(record.gaps.count, "gap"))",
      value: Double(lost), unit: "frames", limit: limit,
      remedy: record.gaps.contains { $0.cause == .suspend }
        ? "keep the system from sleeping while it records"
        : "allow realtime priority (\(Check.realtimePriority)), end other programs that use the processor, "
          + "or set a larger buffer in [capture]")
  }

  private func ended(_ check: Check, _ end: CaptureEnd, _ limit: String) -> Finding {
    let (message, remedy) =
      switch end {
      case .disconnected:
        ("the device disappeared during capture", "check its plug, cable and supply")
      case .silent:
        ("the device stopped delivering frames", "check its clock and supply")
      case .failed(let errno):
        ("the device failed (errno \(errno))", "see the kernel log with 'dmesg'")
      case .wrongSpeed(let percent):
        ("the device delivered \(percent) % of the expected frames", "check its rate and clock")
      case .stopped:
        ("capture was stopped", "check again")
      }
    return Finding(check, device, .fail, message, limit: limit, remedy: remedy)
  }

  // MARK: Lateness

  private func wakeUps(_ check: Check) -> Finding {
    guard let lateness = record.lateness else {
      return Finding(
        check, device, .skip, "the device does not report when it wakes the capture thread")
    }
    let buffer = Double(record.grant.buffer) / Double(record.grant.rate)
    let digits = Quantity.digits(
      telling: lateness.largest, from: Self.share * buffer, as: Quantity.milliseconds(_:digits:))
    let limit =
      "at most \(Quantity.milliseconds(Self.share * buffer, digits: digits)), half of the device's "
      + "buffer"
    let words =
      "late by \(Quantity.milliseconds(lateness.median)) (median), "
      + "\(Quantity.milliseconds(lateness.quantile(0.999))) (99.9 %), "
      + "\(Quantity.milliseconds(lateness.largest, digits: digits)) at most"
    let isLate = lateness.largest > Self.share * buffer
    return Finding(
      check, device, lateness.largest > buffer ? .fail : isLate ? .warn : .pass,
      lateness.largest > buffer ? "\(words): longer than the buffer, so sound is lost" : words,
      value: lateness.largest * 1000, unit: "ms", limit: limit,
      remedy: isLate
        ? "allow realtime priority (\(Check.realtimePriority)), and stop programs and drivers that block the "
          + "processor" : nil)
  }

  /// The fraction of the buffer above which lateness causes a warning: at twice that lateness, the thread would
  /// lose frames.
  private static let share = 0.5

  // MARK: Rate

  private var clock: Finding {
    let limit =
      "at most \(Int(Self.tolerance)) ppm: "
      + "the crystals of the device and of the system can each be off by 50 ppm"
    guard let clock = record.clock else {
      return Finding(
        .clockRate, device, .skip,
        record.wakeUps.contains(where: \.hasClock)
          ? "too few wake-ups to measure the device's rate"
          : "the device has no clock of its own: it delivers frames as fast as they are read",
        limit: limit)
    }
    let least = abs(clock.partsPerMillion) - clock.uncertainty
    let digits = Quantity.digits(telling: least, from: Self.tolerance)
    let words =
      "\(Quantity.signed(clock.partsPerMillion, digits: digits)) ppm, give or take "
      + Quantity.decimal(clock.uncertainty, digits: digits)
    if least <= Self.tolerance, clock.uncertainty > Self.tolerance {
      return Finding(
        .clockRate, device, .skip, "\(words): too uncertain to judge",
        value: clock.partsPerMillion, unit: "ppm", limit: limit,
        remedy: "run a longer check, such as --seconds 30")
    }
    guard least > Self.tolerance else {
      return Finding(
        .clockRate, device, .pass, words, value: clock.partsPerMillion, unit: "ppm",
        limit: limit)
    }
    let isOther = least > Self.another
    return Finding(
      .clockRate, device, isOther ? .fail : .warn,
      "runs \(clock.partsPerMillion > 0 ? "fast" : "slow"): \(words)",
      value: clock.partsPerMillion, unit: "ppm", limit: limit,
      remedy: isOther
        ? "it does not run at \(record.grant.rate) Hz: check the clock source of its codec"
        : "if the system's time is being adjusted now, check again later; otherwise takes are that much "
          + (clock.partsPerMillion > 0 ? "longer" : "shorter")
          + " than the recorded time: check the crystal or the clock divider of the board")
  }

  /// The deviation of the rate, in parts per million, above which the check warns.
  ///
  /// - Source: quartz oscillators of sound cards and computers are specified within 20 to 50 ppm
  ///   (AT cut, -20 to 70 degrees).
  private static let tolerance = 100.0
  /// The deviation of the rate, in parts per million, that is too large for a crystal: the device must use a
  /// different divider.
  private static let another = 1000.0
}
