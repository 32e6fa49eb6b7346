/// The space for tags at the start of a compressed file; it is always rewritten as a whole, and never moved or resized.
struct TagSpace: Sendable, Equatable {
  /// The kind of the file, which determines the format of the tags.
  private let kind: TakeFileKind
  /// The offset of the space in the file.
  private(set) var offset: Int
  /// The size of the space in bytes.
  let count: Int
  /// The fields that the space contained when it was found.
  let found: [MetadataField]
  /// True if everything in the space could be read.
  var isWhole = true
  /// The program that a Vorbis comment names as its writer.
  var vendor: [UInt8] = []
  /// The bytes in the space before the tags, for formats whose checksum covers these as well as the tags.
  var header: [UInt8] = []
  /// The tags of other programs that stay in the space.
  var others = OtherTags()
  /// The atoms of an MPEG-4 file that are not among the fields, as bytes.
  var atoms: [UInt8] = []
  /// True if the audio follows the space immediately.
  var isLast = true

  /// The number of bytes reserved for tags in a new file: enough for the metadata of a take and about 80 markers with
  /// short labels, or 35 with the longest.
  static let reservedBytes = 12288
  /// The space must lie within this many bytes from the start of a file.
  static let searchedBytes = 1 << 17

  /// A space in a file; `found` is empty if the fields were not read, or are damaged.
  init(_ kind: TakeFileKind, offset: Int, count: Int, found: [MetadataField] = []) {
    (self.kind, self.offset, self.count, self.found) = (kind, offset, count, found)
  }

  var range: Range<Int> { offset..<(offset + count) }

  /// The same space in a file that has this many further bytes before the audio format.
  func shifted(by bytes: Int) -> TagSpace {
    var space = self
    space.offset += bytes
    return space
  }

  /// The bytes that fill the space with the metadata of a take.
  ///
  /// - Parameter frames: the length of the audio in frames; `nil` if it is not known.
  func contents(for metadata: TakeMetadata, frames: Int? = nil) -> [UInt8] {
    contents(
      of: TakeTags.fields(for: metadata) { packed($0, frames: frames) != nil }, frames: frames)
  }

  /// The same space, in which the tags of other programs stay beside those of the take.
  ///
  /// - Parameter metadata: the metadata of the take that the space contains now.
  func keepingOthers(beside metadata: TakeMetadata) -> TagSpace {
    var space = self
    space.others = OtherTags(in: found, of: metadata, atoms: atoms)
    return space
  }

  /// True if the space suffices for everything in the metadata except markers and gaps.
  func holds(_ metadata: TakeMetadata, frames: Int? = nil) -> Bool {
    packed(TakeTags.fields(for: metadata, events: 0), frames: frames) != nil
  }

  /// The number of markers and gaps in the metadata for which the space suffices.
  func eventsHeld(of metadata: TakeMetadata, frames: Int? = nil) -> Int {
    let fields = TakeTags.fields(for: metadata) { packed($0, frames: frames) != nil }
    let omitted = fields.first { $0.key == TakeTags.prefix + TakeTags.omittedKey }
    let all = metadata.gaps.count + metadata.markers.count
    return all - (omitted.flatMap { Int($0.value) } ?? 0) + metadata.omittedEvents
  }

  /// The bytes that fill the space with the fields that were found in it.
  func contents(ofFoundWithFrames frames: Int?) -> [UInt8] {
    contents(of: packed(found, frames: frames) == nil ? [] : found, frames: frames)
  }

  private func contents(of fields: [MetadataField], frames: Int?) -> [UInt8] {
    packed(fields, frames: frames) ?? packed([], frames: nil) ?? []
  }

  private func packed(_ fields: [MetadataField], frames: Int?) -> [UInt8]? {
    kind.encoded?.packed(others.merged(with: fields), into: self, frames: frames)
  }
}
