import Recorder

/// A checkup of a board on the bench.
package struct Checkup: Sendable {
  private let bench: Bench
  private let selection: CheckSelection
  /// The duration of sound to capture in seconds.
  package var seconds = Checkup.standardSeconds
  /// The time limit for a person in each step, in seconds.
  package var patience = Checkup.standardPatience

  /// The default for ``seconds``.
  package static let standardSeconds = 5.0
  /// The default for ``patience``.
  package static let standardPatience = 20.0

  /// The allowed values of ``seconds``.
  package static let secondsRange = 2.5...60.0
  /// The allowed values of ``patience``.
  package static let patienceRange = 2.0...600.0

  /// Creates a checkup of a board with all checks, or with the selected ones.
  package init(_ bench: Bench, _ selection: CheckSelection = .all) {
    self.bench = bench
    self.selection = selection
  }

  /// Makes the checks, using only the hardware that they need.
  ///
  /// - Parameters:
  ///   - time: the time of day to state in the report.
  ///   - guide: leads a person through the checks that the board cannot make alone; `nil` leaves them out.
  ///   - progress: called with a description of the current work, and with the finished part of it, 0 to 1.
  /// - Thread: control; it waits.
  package func run(
    at time: WallTime, guide: Guide? = nil,
    progress: (String, Double) -> Void = { _, _ in }
  ) -> CheckReport {
    var report = CheckReport(board: bench.board, time: time, seconds: seconds, findings: [])
    report.isSimulated = bench.machine.isSimulated
    var isOpen = true
    var heard = HeardMicrophones()
    for part in Check.Part.allCases where selection.needs(part) {
      switch part {
      case .file: report.findings += WiringChecks(bench.board).findings
      case .capture: (isOpen, heard) = listen(&report, progress)
      // If the device has just failed to open, a second report would be redundant.
      case .load: if isOpen { listenBusily(&report, progress) }
      case .mixer:
        if !selection.needs(.capture) && !selection.needs(.load) { setMixer() }
        report.findings += MixerChecks(bench).findings
      case .storage:
        report.findings += StorageChecks(bench).findings { progress("Writing to the card", $0) }
      case .motion:
        progress("Reading the accelerometer", 0)
        report.findings += MotionChecks(bench).findings
      case .buttons:
        progress("Watching the buttons", 0)
        report.findings += ButtonChecks(bench).findings
      case .power:
        progress("Watching the power line", 0)
        report.findings.append(PowerChecks(bench).finding)
      case .lights:
        progress("Blinking the lights", 0)
        report.findings += LightChecks(bench).findings
      case .system: report.findings += SystemChecks(bench).findings
      case .geometry: studyGeometry(heard, &report, progress)
      case .person:
        if let guide { lead(guide, &report) }
      }
    }
    report.findings = ordered(report.findings)
    return report
  }

  /// Runs the guided steps, and adds a finding for each check that does not apply to the board.
  private func lead(_ guide: Guide, _ report: inout CheckReport) {
    let plan = GuidedPlan(bench.board, selection)
    let guided = GuidedCheckup(bench, plan: plan, guide: guide, patience: patience)
    report.findings += guided.run()
    report.claps = guided.claps
    let empty = selection.checks.filter { check in
      check.needsPerson && !plan.steps.contains { $0.check == check }
    }
    report.findings += empty.map { Finding($0, .skip, "this board has no such part") }
  }

  /// Opens and closes the capture device, which sets the gains in the board file, as before a take.
  ///
  /// If the device cannot be opened, the mixer keeps its gains, and the check device.open reports the failure.
  private func setMixer() {
    do throws(CaptureFault) {
      _ = try bench.machine.capture.open(CaptureRequest(bench.board.capture))
      bench.machine.capture.close()
    } catch {}
  }

  /// Captures sound, and adds the findings about the device and the microphones.
  ///
  /// - Returns: true if the device opened, and the values of the microphones that later checks need.
  private func listen(
    _ report: inout CheckReport, _ progress: (String, Double) -> Void
  ) -> (isOpen: Bool, heard: HeardMicrophones) {
    let capture = SoundCapture(bench, seconds: seconds)
    let outcome = capture.record { progress("Listening", $0) }
    report.record = outcome.record
    let device = DeviceChecks(bench, outcome)
    report.findings += device.findings
    guard let record = outcome.record else { return (device.isOpen, HeardMicrophones()) }
    report.findings += CaptureChecks(record, device: bench.board.capture.device).findings
    guard selection.checks.contains(where: \.isOfSound) else {
      return (device.isOpen, HeardMicrophones())
    }
    progress("Analysing the sound", 1)
    let (findings, heard) = record.soundFindings(bench.board)
    report.findings += findings
    if selection.contains(.soundNoise) { report.ownNoise = heard.ownNoise }
    return (device.isOpen, heard)
  }

  /// Captures again, while the processors and the card are kept busy.
  private func listenBusily(_ report: inout CheckReport, _ progress: (String, Double) -> Void) {
    guard let load = bench.machine.load else {
      report.findings += [Check.loadGaps, .loadWakeup].map {
        Finding($0, .skip, "a simulated board has no processor to keep busy")
      }
      return
    }
    let capture = SoundCapture(bench, seconds: Self.busySeconds)
    load.whileBusy(directory: bench.takes.directory) {
      report.busyRecord = capture.record { progress("Listening while busy", $0) }.record
    }
    guard let record = report.busyRecord else { return }
    report.findings +=
      CaptureChecks(record, device: bench.board.capture.device).busyFindings
  }

  /// The duration of the capture under load in seconds: enough for a few hundred wake-ups, and a short wait for
  /// the tester.
  private static let busySeconds = 3.0

  private func studyGeometry(
    _ heard: HeardMicrophones, _ report: inout CheckReport, _ progress: (String, Double) -> Void
  ) {
    guard let filters = bench.filters else {
      report.findings += GeometryChecks.skipped()
      return
    }
    let study = GeometryStudy(filters, heard) { progress("Analysing the geometry", $0) }
    report.cases = study.cases
    report.findings += GeometryChecks(study, board: bench.board).findings
  }

  /// The findings of the chosen checks, in the order of all checks, with a finding for each skipped check.
  private func ordered(_ findings: [Finding]) -> [Finding] {
    selection.checks.flatMap { check in
      let found = findings.filter { $0.check == check }
      return found.isEmpty
        ? [Finding(check, .skip, "could not run: see the failed checks")] : found
    }
  }
}
