import Glibc

/// Checks all files of a take: headers and checksums, that no part is missing, and that raw and rendered files are
/// equally long.
public struct TakeVerifier {
  let take: TakeSet
  var result: TakeVerification
  /// A description of the holes in a compressed file; `nil` if there are none.
  private var damage: String?

  /// Reads every byte of a take, and reports the faults found.
  ///
  /// - Parameter progress: called with the number of bytes read since the last call.
  public static func verify(
    _ take: TakeSet, progress: (Int) -> Void = { _ in }
  ) -> TakeVerification {
    var verifier = TakeVerifier(take: take, result: TakeVerification(take: take.name))
    verifier.checkFiles(progress)
    for content in TakeName.Content.allCases { verifier.checkParts(content) }
    verifier.checkLengths()
    verifier.checkIdentities()
    verifier.checkContents()
    for file in take.files {
      verifier.result.notes += file.metadata.notes.filter {
        $0.hasPrefix(TakeMetadata.flawedSource)
      }.map { "\(file.path) was \($0)" }
    }
    verifier.result.isMended = take.files.contains(where: \.metadata.isMended)
    verifier.result.isCutOff = take.files.contains {
      $0.origin == .pinna && !$0.isBeingWritten && $0.metadata.isCutOff
    }
    return verifier.result
  }

  /// The faults of one file, described in one phrase each; to find them, every byte is read.
  ///
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` if audio is missing in the middle. No decoder then
  ///   keeps the audio after it at its time, so the file must be recovered before it is used.
  public static func faults(of file: TakeFile) throws(TakeFileError) -> [String] {
    let set = TakeSet(name: file.fileName, number: nil, files: [file], damaged: [])
    var verifier = TakeVerifier(take: set, result: TakeVerification(take: file.fileName))
    verifier.checkFiles { _ in }
    if let damage = verifier.damage {
      throw .malformed(
        path: file.path, offset: 0,
        problem: "\(damage): 'pinna takes recover' replaces them with silence")
    }
    return verifier.result.findings.map(\.problem)
  }

  private static let copyRemedy =
    "use another copy if there is one; if the card caused this, replace the card"

  private static let changedAudio =
    "the audio has changed since it was written: its CRC-32 is wrong"

  private mutating func checkFiles(_ progress: (Int) -> Void) {
    for damaged in take.damaged {
      result.files += 1
      result.add(damaged.path, Self.words(damaged.error), damaged.error.remedy)
    }
    for file in take.files {
      result.files += 1
      do throws(TakeFileError) {
        try check(file, progress)
      } catch {
        result.add(file.path, Self.words(error), error.remedy)
      }
    }
  }

  private static func words(_ error: TakeFileError) -> String {
    switch error {
    case .malformed(_, let offset, let problem), .unsupported(_, let offset, let problem):
      "byte \(offset): \(problem)"
    case .system(let operation, _, let code):
      "cannot \(operation.rawValue) it: \(TakeFileError.text(of: code))"
    case .encoder(_, let problem, _): problem
    case .notWAV: "it is not a WAV file"
    default: error.description
    }
  }

  private mutating func check(
    _ file: TakeFile, _ progress: (Int) -> Void
  ) throws(TakeFileError) {
    if file.isInProgress {
      if file.isBeingWritten {
        result.notes.append("\(file.path) is being written")
      } else {
        result.add(
          file.path, "it was cut off while it was being recorded", "run 'pinna takes recover'")
      }
    } else if file.kind == .wav {
      try checkWAV(file, progress)
    } else {
      try checkEncoded(file, progress)
    }
  }

  private mutating func checkWAV(
    _ file: TakeFile, _ progress: (Int) -> Void
  ) throws(TakeFileError) {
    let opened = try OpenFile.read(file.path)
    let parser = try WAVParser(
      descriptor: opened.descriptor, path: file.path, fileBytes: opened.regularSize ?? 0)
    let mend = try WAVMend(parser)
    for flaw in mend.flaws {
      result.add(file.path, flaw, "run 'pinna takes recover \(file.path)'")
    }
    if let unread = parser.unreadAudio {
      result.add(file.path, unread, "save it again with the program that made it")
    }
    let metadata = try WAVMetadata(parser)
    let contradictions = metadata.contradictions(mend, name: TakeName(recovered: file.path))
    for problem in contradictions { result.add(file.path, problem, Self.copyRemedy) }
    if contradictions.isEmpty, file.origin != .pinna, TakeName(recovered: file.path) != nil {
      noteOthers(file)
    }
    let seal = try WAVSeal(mend)
    if contradictions.isEmpty {
      for problem in seal.problems { result.add(file.path, problem, Self.copyRemedy) }
      if seal.isRewritten {
        result.notes.append("\(file.path): another program has changed its metadata")
      }
      let added = metadata.addedMarkers(frames: mend.frames)
      if added > 0 {
        let markers = added == 1 ? "1 marker" : "\(added) markers"
        result.notes.append("\(file.path): another program added \(markers)")
      }
    }
    let checksum = try parser.checksum(from: mend.dataOffset, bytes: mend.audioBytes) {
      result.bytes += $0
      progress($0)
    }
    _ = opened.close()
    guard let stored = file.metadata.audioChecksum else {
      result.notes.append("\(file.path) has no checksum of its audio")
      return
    }
    result.checkedFiles += 1
    if checksum.value != stored {
      result.add(file.path, Self.changedAudio, Self.copyRemedy)
    }
  }

  /// Checks the checksum of every FLAC frame or Ogg page; MPEG-4 has no checksums, but its boxes must fit into each
  /// other.
  private mutating func checkEncoded(
    _ file: TakeFile, _ progress: (Int) -> Void
  ) throws(TakeFileError) {
    let opened = try OpenFile.read(file.path)
    let survey = try EncodedRecovery.survey(
      descriptor: opened.descriptor, kind: file.kind, path: file.path)
    result.bytes += file.fileBytes
    progress(file.fileBytes)
    guard let survey else {
      result.add(file.path, "it has no readable audio", Self.copyRemedy)
      return
    }
    let hasChecksums = file.kind.encoded?.hasChecksums == true
    if hasChecksums { result.checkedFiles += 1 }
    result.notes += survey.unchecked.map { "\(file.path): not checked: \($0)" }
    damage = survey.damage.first
    for flaw in survey.isWhole ? survey.flaws : survey.faults {
      let mend = "run 'pinna takes recover \(file.path)' for a repaired copy"
      result.add(file.path, flaw, survey.isWhole ? Self.copyRemedy : mend)
    }
    checkTags(file, survey)
    checkChanges(file)
    if !hasChecksums, survey.isWhole { try checkSum(file, survey, opened.descriptor) }
    _ = opened.close()
  }

  /// Checks that the file has the tags of a take, and that they belong to this audio.
  private mutating func checkTags(_ file: TakeFile, _ survey: EncodedSurvey) {
    if survey.tags.flatMap({ TakeTags.metadata(of: $0.found) }) == nil, file.origin != .pinna {
      if TakeName(recovered: file.path) == nil { return }
      if survey.isWhole, survey.tags?.found.isEmpty == false {
        noteOthers(file)
      } else {
        result.add(
          file.path, "the metadata of the take cannot be read (its tags)", Self.copyRemedy)
      }
    } else if file.metadata.rate != 0, file.metadata.rate != survey.rate {
      result.add(
        file.path,
        "its header states \(survey.rate) frames per second, but its tags state \(file.metadata.rate)",
        Self.copyRemedy)
    }
  }

  /// If another program has saved the take without its metadata, notes this.
  private mutating func noteOthers(_ file: TakeFile) {
    result.notes.append(
      "\(file.path) was saved by another program, without the metadata of the take")
  }

  /// For a format without checksums, compares the take's own checksum with everything in the file but the tags.
  private mutating func checkSum(
    _ file: TakeFile, _ survey: EncodedSurvey, _ descriptor: Int32
  ) throws(TakeFileError) {
    guard let stored = file.metadata.audioChecksum, let tags = survey.tags else {
      if Self.isSealed(file.metadata) {
        result.add(
          file.path, "the checksum of its audio cannot be read (its tags)", Self.copyRemedy)
      } else {
        result.notes.append("\(file.path) has no checksum of its audio")
      }
      return
    }
    result.checkedFiles += 1
    var window = FileWindow(descriptor: descriptor, size: survey.fileBytes, path: file.path)
    var checksum = CRC32()
    let end = tags.range.upperBound
    for part in [0..<tags.offset, end..<max(end, survey.wholeBytes)] {
      var offset = part.lowerBound
      while offset < part.upperBound {
        let block = try window.bytes(at: offset, count: min(1 << 18, part.upperBound - offset))
        if block.isEmpty { break }
        block.withUnsafeBytes { checksum.add($0) }
        offset += block.count
      }
    }
    if checksum.value != stored { result.add(file.path, Self.changedAudio, Self.copyRemedy) }
  }

  /// True if these are the metadata of a compressed file that was finished with a checksum, and not repaired later.
  private static func isSealed(_ metadata: TakeMetadata) -> Bool {
    guard metadata.recorder == nil, !metadata.isMended, let end = metadata.end else {
      return false
    }
    return end.cause != .recovered && end.cause != .storage
  }

  // MARK: The set

  private mutating func checkParts(_ content: TakeName.Content) {
    let files = take.files(content).filter { $0.origin == .pinna }
    guard let last = files.last else { return }
    for (index, file) in files.enumerated() {
      let expected = index == 0 ? 0 : files[index - 1].metadata.part + 1
      if file.metadata.part != expected {
        result.add(
          file.path, "it is part \(file.metadata.part + 1), but part \(expected + 1) is missing",
          "put all files of the take into one directory")
        continue
      }
      guard index > 0 else { continue }
      let before = files[index - 1]
      let due = before.metadata.firstFrame + before.frames
      if file.metadata.firstFrame != due, before.metadata.isCutOff {
        result.notes.append(
          "\(before.path): it ends at frame \(due) of the take, but the next part starts at "
            + "\(file.metadata.firstFrame); the take was cut off")
      } else if file.metadata.firstFrame != due {
        result.add(
          file.path,
          "it starts at frame \(file.metadata.firstFrame) of the take, but the previous part ends at \(due)",
          "check whether the previous part was cut off")
      }
    }
    // A part that was rendered or exported under another name is a file of its own, so no further part is expected.
    if last.metadata.end?.cause == .continued, last.name != nil {
      result.add(
        last.path,
        "it is continued in part \(last.metadata.part + 2), which is missing",
        "put all files of the take into one directory")
    }
    if let parts = last.metadata.parts, parts != files.count, last.metadata.part + 1 != parts {
      result.add(
        last.path, "the take has \(parts) parts, but \(files.count) are here",
        "put all files of the take into one directory")
    }
  }

  /// Checks that the raw and safety files are as long as the take, unless one of them was cut off.
  private mutating func checkLengths() {
    let main = take.main
    guard let first = main.first, first.origin == .pinna, !take.isInProgress else { return }
    for content in TakeName.Content.allCases {
      let files = take.files(content)
      guard let one = files.first, one.path != first.path, one.origin == .pinna else { continue }
      let frames = files.reduce(0) { $0 + $1.frames }
      guard frames != take.frames else { continue }
      let words =
        "it has \(frames) frames, but the take has \(take.frames)"
      if (main + files).contains(where: \.metadata.isCutOff) {
        result.notes.append("\(one.path): \(words); the take was cut off")
      } else {
        result.add(one.path, words, "look for missing parts of the take")
      }
    }
  }
}
