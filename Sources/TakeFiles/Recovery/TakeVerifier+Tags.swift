/// Finds compressed files whose sound another program has changed while it kept the tags of the take.
///
/// WAV files need no such check, because their chunks contradict each other then.
extension TakeFile {
  /// True for a finished compressed file of a take, with tags that were true when it was closed.
  private var hasFinalTags: Bool {
    kind != .wav && origin == .pinna && !isInProgress && !isTruncated && !metadata.isCutOff
  }

  /// A phrase about a rate in the tags that differs from the rate of the sound; `nil` if they agree.
  var rateFault: String? {
    guard hasFinalTags, metadata.rate != 0, metadata.rate != rate else { return nil }
    return
      "it has \(rate) frames per second, but its tags state \(metadata.rate), so the times of its markers and "
      + "gaps are wrong"
  }

  /// The contradictions between tags and sound apart from the rate, in one phrase each.
  var tagFaults: [String] {
    guard hasFinalTags else { return [] }
    var faults: [String] = []
    if !metadata.tracks.isEmpty, metadata.tracks.count != channels {
      let names = metadata.tracks.map(\.name).joined(separator: ", ")
      faults.append("its number of channels is \(channels), but its tags name the tracks \(names)")
    }
    // A marker that is set in the last moment can be a little after the last frame. A part that is continued may have
    // markers of later parts.
    let end = metadata.firstFrame + frames + rate
    let late = metadata.markers.filter { $0.frame > end }.count
    if late > 0, rateFault == nil, metadata.end?.cause != .continued {
      faults.append("\(late == 1 ? "a marker is" : "\(late) markers are") after its end")
    }
    return faults
  }
}

extension TakeVerifier {
  /// Checks that the sound is that for which the tags were written.
  mutating func checkChanges(_ file: TakeFile) {
    for problem in file.tagFaults {
      result.add(
        file.path, problem, "another program has changed it: use the take itself, or another copy")
    }
  }
}
