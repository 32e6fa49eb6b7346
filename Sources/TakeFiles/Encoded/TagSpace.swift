/// The space for tags at the start of a compressed file: always rewritten as a whole, never moved, never resized.
struct TagSpace: Sendable, Equatable {
  /// The kind of the file, which determines the format of the tags.
  private let kind: TakeFileKind
  /// The offset of the space in the file.
  private(set) var offset: Int
  /// Its size in bytes.
  let count: Int
  /// The fields found in it.
  let found: [MetadataField]
  /// True if all of it could be read.
  var isWhole = true
  /// The program that wrote a Vorbis comment.
  var vendor: [UInt8] = []
  /// The bytes of the space before the tags, for formats whose checksum covers both.
  var header: [UInt8] = []
  /// True if audio follows immediately.
  var isLast = true

  /// The number of bytes reserved for tags in a new file: the metadata of a take and about 80 markers.
  static let reservedBytes = 12288
  /// The space must lie within this many bytes from the start of a file.
  static let searchedBytes = 1 << 17

  /// A space of a file; without fields if they are unread or damaged.
  init(_ kind: TakeFileKind, offset: Int, count: Int, found: [MetadataField] = []) {
    (self.kind, self.offset, self.count, self.found) = (kind, offset, count, found)
  }

  var range: Range<Int> { offset..<(offset + count) }

  /// The same space in a file with this many more bytes before the audio format.
  func shifted(by bytes: Int) -> TagSpace {
    var space = self
    space.offset += bytes
    return space
  }

  /// The bytes for the whole space.
  ///
  /// - Parameter frames: the length of the audio, if known.
  func contents(for metadata: TakeMetadata, frames: Int? = nil) -> [UInt8] {
    contents(
      of: TakeTags.fields(for: metadata) { packed($0, frames: frames) != nil }, frames: frames)
  }

  /// The number of markers and gaps in the metadata that fit into the space.
  func eventsHeld(of metadata: TakeMetadata, frames: Int? = nil) -> Int {
    let fields = TakeTags.fields(for: metadata) { packed($0, frames: frames) != nil }
    let omitted = fields.first { $0.key == TakeTags.prefix + TakeTags.omittedKey }
    let all = metadata.gaps.count + metadata.markers.count
    return all - (omitted.flatMap { Int($0.value) } ?? 0) + metadata.omittedEvents
  }

  /// The bytes for the whole space, with the fields found in it.
  func contents(ofFoundWithFrames frames: Int?) -> [UInt8] {
    contents(of: packed(found, frames: frames) == nil ? [] : found, frames: frames)
  }

  private func contents(of fields: [MetadataField], frames: Int?) -> [UInt8] {
    packed(fields, frames: frames) ?? packed([], frames: nil) ?? []
  }

  private func packed(_ fields: [MetadataField], frames: Int?) -> [UInt8]? {
    kind.encoded?.packed(fields, into: self, frames: frames)
  }
}
