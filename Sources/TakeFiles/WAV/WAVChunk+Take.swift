import Essentials

extension WAVChunk {
  /// The chunks that follow the audio of a finished take: cue points, their labels, a comment that players show, and
  /// GUANO.
  ///
  /// - Parameters:
  ///   - rate: the number of frames per second in the file.
  ///   - frames: the number of frames in the file; markers beyond them belong to another part.
  static func afterAudio(_ metadata: TakeMetadata, rate: Int, frames: Int) -> [WAVChunk] {
    let points = metadata.limited(toEvents: CuePoints.most).places.map {
      $0.moved(by: -metadata.firstFrame)
    }.filter { (0..<frames).contains($0.frame) && $0.frame <= Int(UInt32.max) }
    var chunks: [WAVChunk] = []
    if !points.isEmpty { chunks = [cue(points), labels(points)] }
    let guano = GUANO(metadata: metadata, rate: rate, frames: frames)
    return chunks + [information(comment: metadata.comment, title: metadata.title), guano.chunk]
  }

  /// The `cue ` chunk, with a point for each marker; the points are numbered from 1.
  ///
  /// - Source: Multimedia Programming Interface and Data Specifications 1.0, Microsoft and IBM, "Cue-Points Chunk".
  static func cue(_ markers: [TakeMarker]) -> WAVChunk {
    var payload: [UInt8] = []
    payload.append(littleEndian: UInt32(markers.count))
    for (index, marker) in markers.enumerated() {
      payload.append(littleEndian: UInt32(index + 1))
      payload.append(littleEndian: UInt32(marker.frame))
      payload.append(name: "data")
      payload.append(littleEndian: UInt32(0))
      payload.append(littleEndian: UInt32(0))
      payload.append(littleEndian: UInt32(marker.frame))
    }
    return WAVChunk(id: "cue ", payload: payload)
  }

  /// The `LIST` chunk of type `adtl`, which has a label for each cue point, and an empty text that states the point's
  /// kind and length.
  static func labels(_ markers: [TakeMarker]) -> WAVChunk {
    var payload: [UInt8] = []
    payload.append(name: "adtl")
    for (index, marker) in markers.enumerated() {
      var label: [UInt8] = []
      label.append(littleEndian: UInt32(index + 1))
      label.append(contentsOf: marker.label.utf8)
      label.append(0)
      payload.append(contentsOf: WAVChunk(id: "labl", payload: label).serialised)
    }
    // These texts come after all labels, because libsndfile reads no label that follows such a text.
    for (index, marker) in markers.enumerated() {
      payload.append(name: "ltxt")
      payload.append(littleEndian: UInt32(20))
      payload.append(littleEndian: UInt32(index + 1))
      payload.append(littleEndian: UInt32(clamping: TakeGap(marker: marker)?.frames ?? 0))
      payload.append(name: marker.kind.purpose)
      // State no country, language, dialect or code page.
      payload.append(littleEndian: UInt64(0))
    }
    return WAVChunk(id: "LIST", payload: payload)
  }
}

extension TakeMetadata {
  /// The settings and the end of the take on one line, for a field that every player shows.
  public var comment: String {
    if let recorder {
      return (notes + (recorder.isEmpty ? [] : ["recorded by \(recorder)"])).joined(separator: "; ")
    }
    var parts = ["board \(boardID)"]
    let which = [dataSource, orientation ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    if !which.isEmpty { parts.append("case \(which)") }
    if !pattern.isEmpty { parts.append("pattern \(pattern)") }
    if preferredPattern != pattern { parts.append("asked for \(preferredPattern)") }
    if let frontEmphasis { parts.append("front emphasis \(frontEmphasis) dB") }
    if let ambisonics { parts.append(ambisonics) }
    if rendering == "directional" { parts.append("rendered by direction") }
    if let wind, wind != "off" { parts.append("wind reduced: \(wind)") }
    if let isRefined { parts.append("filters \(isRefined ? "refined" : "in closed form")") }
    parts.append("low cut \(lowCutHertz.map { "\($0) Hz" } ?? "off")")
    parts.append("limiter \(limits ? "on" : "off")")
    if gain != 0 { parts.append("gain \(gain) dB") }
    if preRollFrames > 0, rate > 0 {
      parts.append("pre-roll \(Double(preRollFrames * 1000 / rate) / 1000) s")
    }
    if !isClockSet { parts.append("clock not set") }
    parts = [title, note].compactMap { $0 } + parts + notes
    let lost = gapTotals
    if lost.count > 0 {
      parts.append("\(lost.count.counted("gap")), \(lost.frames.counted("frame"))")
    }
    parts.append("ended: \(endWords)")
    return parts.joined(separator: "; ")
  }
}
