import Recorder

/// The checks that the capture device opens, and that it grants a usable form.
struct DeviceChecks {
  private let bench: Bench
  private let outcome: SoundCapture.Outcome

  init(_ bench: Bench, _ outcome: SoundCapture.Outcome) {
    self.bench = bench
    self.outcome = outcome
  }

  private var device: String { bench.board.capture.device }

  /// True if the device opened and delivered frames, or if it refused only the requested form.
  var isOpen: Bool {
    switch outcome {
    case .refused(.channels), .refused(.capture(.refused)): true
    case .refused: false
    case .captured(let record): record.sound.frames > 0
    }
  }

  var findings: [Finding] {
    switch outcome {
    case .refused(let fault): refusal(fault) + [inputs]
    case .captured(let record): [opened(record), grant(record), inputs]
    }
  }

  private var inputs: Finding {
    let names = bench.machine.inputs()
    guard !names.isEmpty else {
      return Finding(.deviceInputs, .skip, "this system has no list of capture devices")
    }
    return Finding(
      .deviceInputs, .pass,
      "\(Quantity.count(names.count, "capture device")): \(names.joined(separator: ", "))",
      value: Double(names.count))
  }

  // MARK: The device did not open

  private func refusal(_ fault: SessionFault) -> [Finding] {
    switch fault {
    case .capture(let fault): refusal(fault)
    case .channels(let wanted, let granted):
      [
        opens,
        Finding(
          .deviceGrant, device, .fail,
          "delivers \(Quantity.count(granted, "channel")), but the board needs \(wanted)",
          value: Double(granted), unit: "channels",
          limit: "exactly \(wanted), as in the board file",
          remedy: firmware ?? "correct [capture] channels in the board file"),
      ]
    default:
      [
        Finding(
          .deviceOpen, device, .fail, "\(fault)", limit: Self.openLimit,
          remedy: "end other programs and check again")
      ]
    }
  }

  /// A remedy for boards with a firmware in their file: a device that offers a different form may lack that
  /// firmware.
  private var firmware: String? {
    bench.board.capture.firmware.map {
      "install the firmware that the board file expects, \($0); for other firmware, set an offered value in "
        + "[capture] of a separate board file"
    }
  }

  private var opens: Finding {
    Finding(.deviceOpen, device, .pass, "opens", limit: Self.openLimit)
  }

  private func refusal(_ fault: CaptureFault) -> [Finding] {
    switch fault {
    case .absent(let name):
      [
        failed(
          name, "there is no such capture device",
          "plug the board in and load its driver or device tree overlay; or correct [capture] device: "
            + thereAre)
      ]
    case .busy(let name, let holder):
      [
        failed(
          name, "is in use" + (holder.map { " by \($0)" } ?? ""),
          "end that program and check again")
      ]
    case .refused(let name, let asked, let offered):
      [
        opens,
        Finding(
          .deviceGrant, name, .fail, "does not offer \(asked); it offers \(offered)",
          limit: Self.grantLimit,
          remedy: firmware ?? "set an offered value in [capture] of the board file"),
      ]
    case .failed(let name, let call, let errno):
      [
        failed(
          name, "\(call) failed (errno \(errno))",
          Self.isForbidden(errno)
            ? "add the user to the group that owns /dev/snd, usually audio, and log in again"
            : "see the kernel log with 'dmesg'")
      ]
    }
  }

  private func failed(_ name: String, _ message: String, _ remedy: String) -> Finding {
    Finding(.deviceOpen, name, .fail, message, limit: Self.openLimit, remedy: remedy)
  }

  private var thereAre: String {
    let names = bench.machine.inputs()
    return names.isEmpty
      ? "this machine has none" : "this machine has \(names.joined(separator: ", "))"
  }

  /// True for the values of Linux's EPERM and EACCES.
  private static func isForbidden(_ errno: Int32) -> Bool { errno == 1 || errno == 13 }

  // MARK: The device opened

  private func opened(_ record: CaptureRecord) -> Finding {
    guard record.sound.frames == 0 else { return opens }
    return failed(
      device, "opens, but delivers no frames",
      "check its bit clock and word clock: on I2S boards the driver or the codec must generate them"
    )
  }

  private func grant(_ record: CaptureRecord) -> Finding {
    let (asked, got) = (record.request, record.grant)
    let bufferSeconds = Double(got.buffer) / Double(got.rate)
    let digits = Quantity.digits(
      telling: bufferSeconds, from: Self.leastBuffer, as: Quantity.milliseconds(_:digits:))
    let words =
      "\(got.format.rawValue), \(Quantity.count(got.channels, "channel")), \(got.rate) Hz, "
      + "periods of \(got.period) frames, "
      + "buffer of \(Quantity.milliseconds(bufferSeconds, digits: digits))"
    guard (asked.format, asked.channels, asked.rate) == (got.format, got.channels, got.rate) else {
      return Finding(
        .deviceGrant, device, .fail,
        "was asked for \(asked.format.rawValue), \(Quantity.count(asked.channels, "channel")), "
          + "\(asked.rate) Hz, but grants \(words)",
        limit: Self.grantLimit, remedy: "write the granted values into [capture] of the board file")
    }
    guard bufferSeconds >= Self.leastBuffer else {
      let isAsked = Double(asked.buffer) / Double(asked.rate) < Self.leastBuffer
      return Finding(
        .deviceGrant, device, .warn,
        (isAsked ? "was asked for a small buffer: " : "grants only a small buffer: ") + words,
        value: bufferSeconds * 1000, unit: "ms",
        limit:
          "at least \(Quantity.milliseconds(Self.leastBuffer)): threads can be delayed by that much",
        remedy: isAsked
          ? "remove buffer from [capture] of the board file, or write a longer one"
          : "set a longer period in [capture], so that the driver grants a larger buffer")
    }
    return Finding(
      .deviceGrant, device, .pass, words, value: bufferSeconds * 1000, unit: "ms",
      limit: Self.grantLimit)
  }

  private static let openLimit = "opens and delivers frames"
  private static let grantLimit = "format, channels and rate in the board file"
  /// The minimum length of the buffer in seconds: stalls of tens of milliseconds are normal on a
  /// busy system.
  private static let leastBuffer = 0.05
}
