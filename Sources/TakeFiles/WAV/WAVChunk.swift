/// A chunk of metadata after the audio in a WAV file.
///
/// Chunks after `data` are as valid as chunks before it, and facts that are known only at the end of a take can be
/// written there.
public struct WAVChunk: Sendable, Equatable {
  /// The name of the chunk, four ASCII characters.
  public let id: String
  /// The contents, without the padding byte that follows an odd length.
  public let payload: [UInt8]

  /// A chunk from its name and its contents.
  ///
  /// - Precondition: `id` has four ASCII characters.
  public init(id: String, payload: [UInt8]) {
    precondition(id.utf8.count == 4 && id.utf8.allSatisfy { $0 < 128 })
    self.id = id
    self.payload = payload
  }

  /// A `LIST` chunk of type `INFO`, with a comment (`ICMT`) and the name of the software (`ISFT`), which players show.
  public static func information(
    comment: String, software: String = "Pinna", title: String? = nil
  ) -> WAVChunk {
    var payload: [UInt8] = []
    payload.append(name: "INFO")
    let named = title.map { [("INAM", $0)] } ?? []
    for (id, text) in named + [("ICMT", comment), ("ISFT", software)] {
      let bytes = Array(text.utf8) + [0]
      payload.append(contentsOf: WAVChunk(id: id, payload: bytes).serialised)
    }
    return WAVChunk(id: "LIST", payload: payload)
  }

  /// The bytes of the whole chunk: name, length, contents and padding.
  var serialised: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(name: id)
    bytes.append(littleEndian: UInt32(payload.count))
    bytes.append(contentsOf: payload)
    if payload.count % 2 == 1 { bytes.append(0) }
    return bytes
  }
}
