import CSndfile
import Glibc
import TakeFiles

/// The writer of takes, with metadata, checkpoints and syncs, against libsndfile that writes a plain WAV file.
let filesBenchmark = Benchmark(
  name: "files",
  title: """
    Take files against plain libsndfile, in turn: the same samples in pieces of 1024 frames, 60 s, closed; ours with
    metadata, a checkpoint every 0.5 s and every one of them synced
    """,
  table: {
    let header = [
      "channels, samples", "ms of CPU", "libsndfile", "ratio", "ours unsynced", "both synced",
      "bytes written",
      "to the medium",
    ]
    let rows: [(Int, SampleFormat)] = [(2, .s24), (2, .f32), (8, .s32)]
    return Table(lines: [header] + rows.map { filesRow(channels: $0.0, samples: $0.1) })
  })

private let seconds = 60
private let rate = 48_000
private let piece = 1024
private let rounds = 7

/// The cost of writing a file.
private struct Cost {
  var cpu: Double
  /// Bytes handed to the kernel, and bytes of pages that it has to bring to the medium.
  var written: Int
  var medium: Int
}

private func filesRow(channels: Int, samples: SampleFormat) -> [String] {
  let folder = "/var/tmp/pinna-benchmark-\(getpid())"
  mkdir(folder, 0o700)
  defer { rmdir(folder) }
  var noise = Noise()
  let audio = (0..<(piece * channels * 16)).map { _ in noise.next() * 0.2 }
  let format = AudioFormat(rate: rate, channels: channels, samples: samples)
  var ours: [Cost] = []
  var unsynced: [Cost] = []
  var plain: [Cost] = []
  var plainSynced: [Cost] = []
  for _ in 0..<rounds {
    ours.append(cost { writeTake(folder + "/take.wav", format, audio, syncs: true) })
    plain.append(cost { writePlain(folder + "/plain.wav", format, audio, syncs: false) })
    plainSynced.append(cost { writePlain(folder + "/plain.wav", format, audio, syncs: true) })
    unsynced.append(cost { writeTake(folder + "/take.wav", format, audio, syncs: false) })
  }
  func ratio(_ value: (Cost) -> Double) -> String {
    fixed(median(zip(ours, plain).map { value($0) / value($1) }), 3)
  }
  let bothSynced = median(zip(ours, plainSynced).map { $0.cpu / $1.cpu })
  let withoutSyncs = median(zip(unsynced, plain).map { $0.cpu / $1.cpu })
  return [
    "\(channels), \(samples.rawValue)", fixed(median(ours.map(\.cpu)) * 1e3, 1),
    fixed(median(plain.map(\.cpu)) * 1e3, 1), ratio(\.cpu), fixed(withoutSyncs, 3),
    fixed(bothSynced, 3),
    ratio { Double($0.written) }, ratio { Double($0.medium) },
  ]
}

private func cost(_ work: () -> Void) -> Cost {
  let before = inputOutput()
  let cpu = cpuSeconds(of: work)
  let after = inputOutput()
  return Cost(cpu: cpu, written: after.0 - before.0, medium: after.1 - before.1)
}

/// `wchar` and `write_bytes` of this process.
private func inputOutput() -> (Int, Int) {
  guard let file = fopen("/proc/self/io", "r") else { return (0, 0) }
  defer { fclose(file) }
  var values: [String: Int] = [:]
  var line = [CChar](repeating: 0, count: 128)
  while fgets(&line, 128, file) != nil {
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let parts = text.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\n" })
    if parts.count == 2 { values[String(parts[0])] = Int(parts[1]) }
  }
  return (values["wchar"] ?? 0, values["write_bytes"] ?? 0)
}

private func writeTake(_ path: String, _ format: AudioFormat, _ audio: [Float], syncs: Bool) {
  unlink(path)
  defer { unlink(path) }
  var metadata = TakeMetadata()
  metadata.take = "benchmark"
  do throws(TakeFileError) {
    var writer = try TakeFileWriter.create(
      path: path, kind: .wav, format: format, metadata: metadata)
    let syncer = try writer.makeSyncer()
    for piece in 0..<pieces {
      let start = (piece % 16) * audio.count / 16
      _ = try writer.append(
        interleaved: Array(audio[start..<(start + audio.count / 16)]), frames: 1024)
      if piece % 23 == 22 {
        try writer.checkpoint(metadata)
        if syncs { try syncer?.sync() }
      }
    }
    _ = try writer.finish(metadata)
  } catch {
    print("\(error)")
  }
}

private var pieces: Int { seconds * rate / piece }

private func writePlain(_ path: String, _ format: AudioFormat, _ audio: [Float], syncs: Bool) {
  defer { unlink(path) }
  var info = SF_INFO()
  info.samplerate = Int32(format.rate)
  info.channels = Int32(format.channels)
  let subtype =
    switch format.samples {
    case .s16: SF_FORMAT_PCM_16
    case .s24: SF_FORMAT_PCM_24
    case .s32: SF_FORMAT_PCM_32
    case .f32: SF_FORMAT_FLOAT
    }
  info.format = Int32(bitPattern: UInt32(SF_FORMAT_WAV) | UInt32(subtype))
  guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
    print("libsndfile cannot write \(path)")
    return
  }
  for piece in 0..<pieces {
    audio.withUnsafeBufferPointer {
      _ = sf_writef_float(file, $0.baseAddress! + (piece % 16) * $0.count / 16, sf_count_t(1024))
    }
    if syncs && piece % 23 == 22 {
      // What makes its file readable after a kill, and brings it to the medium.
      sf_command(file, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
      sf_write_sync(file)
    }
  }
  sf_close(file)
}
