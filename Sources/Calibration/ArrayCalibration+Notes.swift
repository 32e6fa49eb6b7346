extension ArrayCalibration {
  /// Remarks that explain the numbers of the calibration, one sentence each.
  package var notes: [String] {
    var notes: [String] = []
    let left = unused.isEmpty ? "" : "; not used: \(unused.joined(separator: ", "))"
    notes.append("\(used.count) sounds used\(left)")
    if let before, keepsChannels {
      notes.append(
        "with the old board file, arrivals were off by \(Self.words(before)); with the new one, by "
          + "\(Self.words(after))")
    } else {
      notes.append(
        "with the new board file, arrivals are off by \(Self.words(after)); they do not match the "
          + "channels of the old one"
      )
    }
    if stretch == .onset {
      let milliseconds = Int((stretch.seconds * 1000).rounded())
      notes.append(
        "the room echoes: only the first \(milliseconds) ms of each sound were compared")
    }
    if !unsure.isEmpty { notes.append(orderNote) }
    if !keepsChannels {
      notes.append(
        "the order of channels depends on the stated directions of the sounds: make sure that "
          + ToldDirection.pose)
    }
    notes.append(
      hasBody
        ? "compared up to \(Int(highest.delays)) Hz, with the responses of the body"
        : "compared up to \(Int(highest.delays)) Hz (levels up to \(Int(highest.levels)) Hz): "
          + "below that, a board without a modelled body casts hardly any shadow")
    if !knowsGains {
      notes.append(
        "gains are too uncertain to propose: make more sounds, in a quieter room"
      )
    }
    if !knowsDelays {
      notes.append(
        "delays are too uncertain to propose: make more sounds in the plane of "
          + "the microphones, from both ends of every axis"
          + (stretch == .onset ? ", outdoors" : ""))
    }
    return notes
  }

  /// A remark on the channels that the sounds do not distinguish.
  private var orderNote: String {
    let names = unsure.map { microphones[$0].name }.joined(separator: ", ")
    let own = Set(board.microphones.map(\.channel))
    let free = unsureChannels.filter { !own.contains($0) }.map(String.init)
    guard free.isEmpty else {
      return
        "\(free.count == 1 ? "channel" : "channels") \(free.joined(separator: ", ")), to which the board file "
        + "assigns no microphone, \(free.count == 1 ? "picks" : "pick") up the same as \(names), so the order in the "
        + "board file is kept: to verify it, check the wiring"
    }
    return
      "the sounds do not distinguish the channels of \(names), so their order is taken from the board file: to "
      + "verify "
      + "it, add sounds from above, or tap the microphones (pinna check guided.tap)"
  }

  private static func words(_ misfit: Misfit) -> String {
    "\(fixed(misfit.delay)) us and \(fixed(misfit.level)) dB"
  }
}
