import Face

/// A recorder's figures in Prometheus' text format.
///
/// - Source: Prometheus, "Exposition formats", version 0.0.4, and "Metric and label naming".
struct PrometheusText {
  private enum Kind: String { case gauge, counter }

  private let labels: [(String, String)]
  private(set) var text = ""

  /// Writes a recorder's figures; if the recorder does not answer, only `up` and the count of takes.
  ///
  /// - Parameters:
  ///   - status: the newest status; `nil` before the first one.
  ///   - isUp: true while the recorder answers.
  ///   - takes: the number of takes finished since this program started.
  init(_ status: RecorderStatus?, isUp: Bool, takes: Int) {
    labels = [
      ("unit", status?.name ?? status?.serial ?? ""), ("serial", status?.serial ?? ""),
    ]
    add("up", "True while the recorder answers.", isUp ? 1 : 0)
    add("takes_finished_total", "Takes finished since the bridge started.", takes, .counter)
    guard isUp, let status else { return }
    addSession(status)
    addLevels(status)
    addStorage(status)
  }

  private mutating func addSession(_ status: RecorderStatus) {
    let facts = [
      ("version", status.version), ("board", status.board), ("source", status.dataSource),
      ("pattern", status.pattern), ("clock", status.clockSource ?? ""),
    ]
    add("info", "Version, board and selections of the recorder.", [(facts, 1)])
    add(
      "state", "The state of the recorder: 1 for the current one, 0 for the others.",
      RecorderStatus.State.allCases.map {
        ([("state", $0.rawValue)], status.state == $0 ? 1 : 0)
      })
    add("recording", "True while a take is being recorded.", status.state == .recording ? 1 : 0)
    add("take_seconds", "Length of the take so far.", status.take?.seconds ?? 0)
    add(
      "take_unsynced_seconds", "Seconds of the take that a power cut would lose now.",
      status.take?.unsyncedSeconds ?? 0)
    add("uptime_seconds", "Time since the recorder was started.", status.uptimeSeconds)
    add("clock_set", "True when the clock has been set.", status.isClockSet ? 1 : 0)
    add("warnings", "Number of current warnings.", status.warningCodes.count)
    add(
      "warning", "True while the warning with this code is present.",
      Set(status.warningCodes).sorted().map { ([("code", $0)], 1) })
    add(
      "gaps_total", "Gaps in the sound since the device was opened.", status.gapCount, .counter)
    add(
      "gap_frames_total", "Frames lost in gaps since the device was opened.", status.gapFrames,
      .counter)
    add(
      "ring_fill_ratio", "Used share of the buffer for writing to the card.", status.ringFill
    )
  }

  private mutating func addLevels(_ status: RecorderStatus) {
    // Channels without a microphone have no name, and are left out.
    let named = status.channels.compactMap { level in
      level.name.map { (labels: [("microphone", $0)], level: level) }
    }
    add(
      "microphone_rms_decibels", "Level of a microphone, relative to full scale.",
      named.map { ($0.labels, $0.level.rms) })
    add(
      "microphone_peak_decibels",
      "Highest peak of a microphone in the last two seconds, relative to full scale.",
      named.map { ($0.labels, $0.level.held) })
    add(
      "microphone_dead", "True for a microphone without a signal.",
      named.map { ($0.labels, $0.level.isDead ? 1 : 0) })
    if let level = status.soundLevel {
      add(
        "sound_level_decibels", "Sound pressure level at the microphones.",
        [([("weighting", "A")], level.aWeighted), ([("weighting", "Z")], level.unweighted)])
    }
  }

  private mutating func addStorage(_ status: RecorderStatus) {
    if let bytes = status.freeBytes {
      add("storage_free_bytes", "Free space for takes.", bytes)
    }
    if let seconds = status.secondsLeft {
      add(
        "storage_left_seconds",
        "Length of the longest take that fits into the free space, in seconds.", seconds)
    }
    if let mirror = status.mirror {
      add(
        "mirror_ready",
        "True while takes are written to the second medium, or can be written to it.",
        ["ready", "writing"].contains(mirror.state) ? 1 : 0)
    }
    if let battery = status.battery {
      if let percent = battery.percent {
        add("battery_ratio", "Charge of the battery.", percent / 100)
      }
      add("battery_low", "True when the battery is low.", battery.isLow ? 1 : 0)
    }
  }

  // MARK: - The format

  private mutating func add(
    _ name: String, _ help: String, _ value: some CustomStringConvertible, _ kind: Kind = .gauge
  ) {
    head(name, help, kind)
    line(name, [], value)
  }

  /// Adds one figure for each of several things; adds nothing if there are none.
  private mutating func add(
    _ name: String, _ help: String, _ values: [([(String, String)], some CustomStringConvertible)]
  ) {
    guard !values.isEmpty else { return }
    head(name, help, .gauge)
    for (labels, value) in values { line(name, labels, value) }
  }

  private mutating func head(_ name: String, _ help: String, _ kind: Kind) {
    text += "# HELP pinna_\(name) \(help)\n# TYPE pinna_\(name) \(kind.rawValue)\n"
  }

  private mutating func line(
    _ name: String, _ own: [(String, String)], _ value: some CustomStringConvertible
  ) {
    let all = (labels + own).map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
    text += "pinna_\(name){\(all.joined(separator: ","))} \(value)\n"
  }

  private static func escaped(_ text: String) -> String {
    // A combining mark after a quotation mark makes one character of both.
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
