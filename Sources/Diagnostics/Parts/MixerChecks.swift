import Recorder

/// The checks that the card's mixer lets sound through, with the gains in the board file.
struct MixerChecks {
  let bench: Bench

  init(_ bench: Bench) { self.bench = bench }

  var findings: [Finding] {
    switch bench.machine.capture.examineMixer(device: bench.board.capture.device) {
    case .none:
      return [Check.mixerSwitch, .mixerGain].map {
        Finding($0, .skip, "the capture device has no mixer")
      }
    case .failed(let problem):
      return [
        Finding(
          .mixerGain, problem.place, .warn, problem.reason, limit: "the mixer can be read",
          remedy: problem.remedy)
      ]
    case .controls(let controls):
      return switches(controls) + gains(controls) + inputGains(controls)
    }
  }

  private func switches(_ controls: [MixerControl]) -> [Finding] {
    let all = controls.filter { $0.kind == .toggle && $0.isCapture && wanted($0) != 0 }
    let off = all.filter { $0.values.contains(0) }
    guard !off.isEmpty else {
      return [
        Finding(
          .mixerSwitch, .pass,
          all.isEmpty ? "the card has no capture switch" : "every capture switch is on",
          limit: "on")
      ]
    }
    return off.map { control in
      Finding(
        .mixerSwitch, control.name, .warn, "the capture switch is off", limit: "on",
        remedy: "write \"\(control.name)\" = 1 into [capture] mixer of the board file, "
          + "or switch it on with alsamixer")
    }
  }

  private func gains(_ controls: [MixerControl]) -> [Finding] {
    let missing = bench.board.capture.mixer.keys.sorted().filter { name in
      !controls.contains { $0.name == name }
    }.map { name in
      Finding(
        .mixerGain, name, .fail, "the card has no such control", limit: Self.limit,
        remedy: controls.isEmpty
          ? "remove it from [capture] mixer in the board file"
          : "correct [capture] mixer in the board file: the card has "
            + controls.map { "\"\($0.name)\"" }.joined(separator: ", "))
    }
    // A volume and a switch may have the same name; the board file then refers to the first of them.
    let checked = controls.enumerated().compactMap { place, control in
      controls.firstIndex { $0.name == control.name } == place && !isInputGain(control)
        ? gain(control) : nil
    }
    let findings = missing + checked
    return findings.isEmpty && bench.board.capture.gainControls.isEmpty
      ? [Finding(.mixerGain, .pass, "the card has no capture gain", limit: Self.limit)]
      : findings
  }

  /// The finding about one control; `nil` if the board file does not set the control, and the control cannot
  /// silence a microphone.
  private func gain(_ control: MixerControl) -> Finding? {
    let values = Set(control.values).sorted()
    let words = values.map(String.init).joined(separator: " and ")
    let range = "\(control.range.lowerBound) to \(control.range.upperBound)"
    if let wanted = wanted(control) {
      let isSet = values == [wanted]
      return Finding(
        .mixerGain, control.name, isSet ? .pass : .fail,
        isSet ? "\(wanted), as in the board file" : "is \(words), but the board file has \(wanted)",
        value: values.last.map(Double.init),
        limit: "\(wanted) (range \(range)), as in the board file",
        remedy: isSet
          ? nil
          : "write a value that the card keeps, from \(range), into [capture] mixer of the board file"
      )
    }
    guard control.kind == .volume, control.isCapture, !values.isEmpty else { return nil }
    let isUneven = values.count > 1
    let isLowest = values.first == control.range.lowerBound && control.range.count > 1
    return Finding(
      .mixerGain, control.name, isUneven || isLowest ? .warn : .pass,
      isUneven
        ? "its channels differ: \(words)"
        : isLowest ? "is at its lowest, \(words) (range \(range))" : "\(words) (range \(range))",
      value: values.last.map(Double.init),
      limit: "the same value on all channels, above the lowest",
      remedy: isUneven || isLowest
        ? "write \"\(control.name)\" with a value from \(range) into [capture] mixer of the board file"
        : nil)
  }

  private func wanted(_ control: MixerControl) -> Int? {
    bench.board.capture.mixer[control.name]
  }

  private static let limit = "the values in [capture] mixer of the board file"
}
