import Assembly
import Essentials
import Face
import Glibc
import TakeFiles

extension Command {
  /// The command `pinna takes export`.
  static let takesExport = Command(
    "export", summary: "convert takes to other formats",
    discussion: """
      Every part of a take becomes a file of its own in the requested format, with all markers and other metadata. \
      Each file is verified first: if it is damaged, a message says so, and its copy has a note about the damage. WAV \
      and FLAC keep every sample, unless --normalize or --gain changes the level. Nothing is overwritten, and the take \
      stays as it is; if some of the new files exist, only the missing ones are made.

      MP3 is for listening: an MP3 file has title, note and date, but no markers, and is not a take. It needs a \
      libsndfile built with LAME.

      --normalize measures the loudness of the whole take, all parts included (EBU R 128, ITU-R BS.1770), and brings \
      the new files to the given value: -23 for broadcasting, -16 for phones and podcasts. --gain changes the level by \
      a number of decibels. Neither raises the true peak above -1 dBTP: if necessary, the gain is reduced, with a \
      message, and nothing is limited. The gain and the loudness are in the new file's metadata. Only floating-point \
      files can hold samples above full scale; in other formats they are clipped, with a message and a note in the \
      file.
      """,
    positionals: [TakesArguments.takesArgument],
    options: [
      format, samples, content, TakesLoudness.normalize, TakesLoudness.gain, out, json,
      SettingsArguments.config,
    ],
    examples: [
      .init("pinna takes export 7 --format flac --out /media/stick", "take 7 as FLAC, bit for bit"),
      .init(
        "pinna takes export 7 --format wav --samples f32 --out seven.wav",
        "under another name"),
      .init(
        "pinna takes export 7 --format m4a --normalize -16", "at the usual loudness for phones"),
    ]
  ) { arguments, console in
    let wish = try TakesLoudness.wish(arguments)
    let kind = try TakesExport.kind(arguments, format: format, out: arguments[out])
    var jobs = try TakesExport.jobs(
      arguments, kind: kind, samples: arguments[samples],
      content: arguments[content], out: arguments[out], console)
    if let wish { try TakesLoudness.measure(&jobs, for: wish, console) }
    try TakesExport.makeFolder(arguments[out], for: jobs, arguments)
    var (done, failure): ([ExportedFile], CommandError?) = ([], nil)
    for job in jobs {
      do throws(CommandError) {
        done.append(try TakesExport.run(job, console))
      } catch {
        // If one of several files fails, the others are still made.
        guard jobs.count > 1 else { throw error }
        console.note("pinna: \(error.message)".printable)
        failure = failure ?? error
        continue
      }
      if !arguments.has(json) { try console.print(done[done.count - 1].sentence.printable) }
    }
    if arguments.has(json) { try console.print(JSONOutput.text(done)) }
    return failure?.exitCode ?? .success
  }

  private static let format = Option.choice(
    "format", ExportFormat.all, "the format of the new files, unless --out names a file",
    standard: .flac)
  private static let samples = Option.choice(
    "samples", [SampleFormat.s16, .s24, .f32], "the sample format; default: as in the take")
  private static let content = Option.choice(
    "content", TakeName.Content.allCases,
    "the files of each take to export; without this option, a path to a file exports only that file",
    usual: .rendered)
  private static let out = Option.text(
    "out", "FILE|DIR", "the destination of the new files; a missing folder is created",
    standard: "."
  )
}

/// The format of a copy: a format that takes can have, or MP3.
struct ExportFormat: RawRepresentable, Equatable, Sendable {
  /// The kind of take file; `nil` for MP3, which takes cannot have.
  let kind: TakeFileKind?

  static let flac = ExportFormat(kind: .flac)
  static let all = TakeFileKind.allCases.map { ExportFormat(kind: $0) } + [ExportFormat(kind: nil)]

  init(kind: TakeFileKind?) { self.kind = kind }

  init?(rawValue: String) {
    guard let found = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// The format that the extension of a path stands for; `nil` for any other extension.
  init?(path: String) {
    let kind = TakeFileKind(path: path)
    guard kind != nil || path.lowercased().hasSuffix("." + MP3Copy.ending) else { return nil }
    self.kind = kind
  }

  /// The extension of files in this format.
  var rawValue: String { kind?.ending ?? MP3Copy.ending }
}

/// The work of `pinna takes export`, from the arguments to the files.
enum TakesExport {
  /// One file that is to be made.
  struct Job {
    var input: TakeFile
    var output: String
    var format: ExportFormat
    /// The format of the samples; `nil` to keep the format of the take.
    var samples: SampleFormat?
    /// The place of the take among the arguments; all parts of a take get the same gain.
    var take = 0
    /// The decibels by which the new file is to be louder.
    var gain = 0.0
    /// The loudness of the take; `nil` if it was not measured.
    var loudness: Loudness?

    /// The conversion to a take file; `nil` for MP3.
    private var transcoder: Transcoder? {
      format.kind.map {
        var coder = Transcoder(input: input.path, output: output, kind: $0, samples: samples)
        (coder.gain, coder.loudness) = (gain, loudness)
        return coder
      }
    }

    /// Refuses a job whose format cannot hold the sound.
    func check() throws(TakeFileError) {
      if let transcoder {
        _ = try transcoder.format(for: input)
      } else if let refusal = MP3Copy.refusal(for: input) {
        throw .encoder(path: output, problem: refusal.problem, remedy: refusal.remedy)
      }
    }

    /// True if a file already has the name of the new one.
    var isTaken: Bool { TakesArguments.exists(output) }

    /// Refuses a job for a file that already exists.
    func checkName() throws(CommandError) {
      guard isTaken else { return }
      throw CommandError(.system(operation: .create, path: output, code: EEXIST))
    }

    /// Makes the file, and returns the facts about it.
    func run(_ progress: (Double) -> Void) throws(TakeFileError) -> Transcoder.Outcome {
      if let transcoder { return try transcoder.run(progress: progress) }
      var copy = MP3Copy(input: input.path, output: output)
      copy.gain = gain
      return try copy.run(progress: progress)
    }
  }

  /// The format of the new files: from the option, or else from the extension of the file's name, or else the default.
  static func kind(
    _ arguments: Arguments, format: Option<ExportFormat>, out: String
  ) throws(CommandError) -> ExportFormat {
    if arguments.has(format) || TakesArguments.isDirectory(out) { return arguments[format] }
    if let kind = ExportFormat(path: out) { return kind }
    let name = TakeName.fileName(of: out)
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    // The name of a folder may contain a dot; a new folder is told by a slash at its end, or by having no extension.
    if (2...4).contains(ending.utf8.count),
      ending.allSatisfy({ $0.isASCII && $0.isLetter || $0.isNumber }),
      ending.first?.isLetter == true
    {
      let endings = ExportFormat.all.map { "." + $0.rawValue }.joined(separator: ", ")
      throw arguments.usageError(
        "--out '\(out)': the name must end with the format of the file, one of \(endings); "
          + "for a folder write '\(out)/'")
    }
    return arguments[format]
  }

  /// Lists the files that are to be made, after checking every name and every format.
  static func jobs(
    _ arguments: Arguments, kind: ExportFormat, samples: SampleFormat?,
    content: TakeName.Content?, out: String, _ console: Console
  ) throws(CommandError) -> [Job] {
    var inputs: [(take: Int, file: TakeFile)] = []
    for (take, word) in arguments.positionals.enumerated() {
      inputs += try files(word, content: content, arguments, console).map { (take, $0) }
    }
    let isFolder = try isFolder(out, of: inputs.count, arguments)
    let jobs = inputs.map { take, input in
      let name = TakeName.stem(of: input.path) + "." + kind.rawValue
      let path = isFolder ? (out.hasSuffix("/") ? out : out + "/") + name : out
      return Job(input: input, output: path, format: kind, samples: samples, take: take)
    }
    for job in jobs {
      guard ExportFormat(path: job.output) == kind else {
        throw arguments.usageError(
          "--out '\(job.output)': the name of a \(kind.rawValue) file ends in .\(kind.rawValue)")
      }
      if jobs.count == 1 { try job.checkName() }
      try translate(try job.check(), to: CommandError.file)
    }
    var sources: [ExactName: String] = [:]
    for job in jobs {
      let other = sources.updateValue(job.input.path, forKey: ExactName(job.output))
      guard let other else { continue }
      throw arguments.usageError(
        "\(other) and \(job.input.path) would both become \(job.output); export them separately, with a "
          + "different --out for each")
    }
    return jobs
  }

  /// Makes the folder for the new files if it does not exist yet.
  static func makeFolder(
    _ out: String, for jobs: [Job], _ arguments: Arguments
  ) throws(CommandError) {
    let isFolder = try isFolder(out, of: jobs.count, arguments)
    let folder = isFolder ? out : TakeName.directory(of: out)
    if !TakesArguments.isDirectory(folder) { try OutputFolder.make(folder) }
  }

  /// True if the new files go into a folder; the path of a new folder must not look like a file with an extension.
  private static func isFolder(
    _ out: String, of count: Int, _ arguments: Arguments
  ) throws(CommandError) -> Bool {
    if TakesArguments.isDirectory(out) { return true }
    if out.hasSuffix("/") || !TakesArguments.exists(out) && ExportFormat(path: out) == nil {
      return true
    }
    guard count == 1 else {
      throw arguments.usageError(
        "--out '\(out)': \(count) files cannot be written to one file; "
          + "name a folder")
    }
    return false
  }

  /// Finds the files that a word means: the path of a file means that file, and a take means all its parts.
  ///
  /// - Parameter content: the kind of content to export; `nil` for the content that the word names.
  static func files(
    _ word: String, content: TakeName.Content?, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> [TakeFile] {
    if TakesArguments.exists(word), !TakesArguments.isDirectory(word) {
      let file = try file(word)
      if content == nil || content == file.content { return [file] }
    }
    let content = content ?? .rendered
    let take = try TakesArguments.take(word, arguments)
    let files = take.files(content)
    for damaged in take.damaged {
      let held = TakeName(fileName: TakeName.fileName(of: damaged.path))?.content ?? .rendered
      // If a part of this content cannot be read, the result would lack it; other files of the take do not matter.
      if held == content { throw CommandError(damaged.error) }
      console.note("pinna: \(damaged.error)".printable)
    }
    guard !files.isEmpty else {
      throw CommandError(
        "\(word): the take has no \(content.rawValue) file; see 'pinna takes show \(word)'",
        .noInput)
    }
    guard !files.contains(where: \.isInProgress) else { throw inProgress(word) }
    return files
  }

  private static func file(_ path: String) throws(CommandError) -> TakeFile {
    let file: TakeFile
    file = try translate(try TakeFile.read(path: path), to: CommandError.file)
    if file.isInProgress { throw inProgress(path) }
    return file
  }

  static func inProgress(_ word: String) -> CommandError {
    CommandError(
      "\(word): the take is being recorded or was cut off; stop it, or run 'pinna takes recover'",
      .temporary)
  }

  /// Warns about samples that the new file cannot hold, about faults of the take, which its copy has as well, and
  /// about other contents that the new file lacks.
  private static func warn(
    _ job: Job, _ made: Transcoder.Outcome, _ console: Console
  ) throws(TakeFileError) {
    if !made.words.isEmpty {
      let remedy = made.clippedSamples > 0 ? "; lower the level with --gain or --normalize" : ""
      let words = made.words.joined(separator: ", ")
      console.note("pinna: \(job.output): \(words)\(remedy)".printable)
    }
    let others = try job.input.otherContents()
    var lost = others.lost
    if job.format.kind == nil {
      // An MP3 has no fields.
      lost = (job.input.metadata.others + others.fields).map(\.shownName.singleLine) + lost
    }
    if !lost.isEmpty {
      console.note(
        "pinna: \(job.output): does not hold these contents of \(job.input.path): ".printable
          + lost.joined(separator: ", ").printable)
    }
    guard job.format.kind != nil else { return }
    let made = try TakeFile.read(path: job.output).metadata
    for note in made.notes where note.hasPrefix(TakeMetadata.flawedSource) {
      console.note("pinna: \(job.output) was \(note) (\(job.input.path))".printable)
    }
    let own = job.input.metadata
    let texts = [("title", own.title, made.title), ("note", own.note, made.note)]
    for (name, text, kept) in texts where text != kept {
      console.note(
        "pinna: \(job.output): has no room for the whole \(name) of \(job.input.path)".printable)
    }
    let omitted = made.omittedEvents
    let before = job.input.metadata.omittedEvents
    guard omitted > before else { return }
    let all = job.input.metadata.markers.count + job.input.metadata.gaps.count + before
    console.note(
      "pinna: \(job.output): \(omitted) of \(all) markers and gaps do not fit into the tags of "
        + "\(job.format.rawValue); \(job.input.path) has \(before == 0 ? "all of them" : "more of them")"
    )
  }

  /// Makes one file, and returns the facts about it.
  static func run(_ job: Job, _ console: Console) throws(CommandError) -> ExportedFile {
    try job.checkName()
    var progress = Progress("Exporting \(job.input.fileName)", console: console, making: job.output)
    let made = try translating(to: CommandError.file) { () throws(TakeFileError) in
      defer { progress.finish() }
      return try job.run { progress.update($0) }
    }
    try translate(try warn(job, made, console), to: CommandError.file)
    let loudness = made.words.isEmpty ? job.loudness?.raised(by: job.gain) : nil
    return ExportedFile(
      input: job.input.path, output: job.output, kind: job.format.rawValue, frames: made.frames,
      seconds: Double(made.frames) / Double(max(1, job.input.rate)),
      gainDecibels: job.gain == 0 && job.loudness == nil ? nil : job.gain,
      integrated: loudness?.integrated, truePeak: loudness?.truePeak,
      clippedSamples: made.clippedSamples, invalidSamples: made.invalidSamples)
  }
}

/// The facts about one exported file, for programs.
struct ExportedFile: Encodable {
  var input: String
  var output: String
  var kind: String
  var frames: Int
  var seconds: Double
  /// The decibels by which the file is louder than the take; left out if it is as loud.
  var gainDecibels: Double?
  /// The integrated loudness of the file in LUFS, if it was measured.
  var integrated: Double?
  /// The true peak of the file in dBTP, if it was measured.
  var truePeak: Double?
  /// The number of samples that exceeded full scale and were clipped; the loudness of the file is then unknown.
  var clippedSamples: Int
  /// The number of samples that were not numbers and were silenced.
  var invalidSamples: Int

  /// The result as one line for people.
  var sentence: String {
    var words = "\(output): \(TakeText.length(seconds: seconds))"
    if let gainDecibels { words += ", \(gainDecibels.signedText(digits: 1)) dB" }
    if let integrated { words += ", \(integrated.shortText(digits: 1)) LUFS" }
    if let truePeak { words += ", true peak \(truePeak.shortText(digits: 1)) dBTP" }
    return words
  }
}
