/// The tags that other programs have put into a file of Pinna, which stay when the metadata of the take change.
struct OtherTags: Sendable, Equatable {
  /// The atoms of an MPEG-4 file that are not text with a name, such as pictures, as bytes.
  var atoms: [UInt8] = []
  /// The tags in the file, and the tags that Pinna wrote there; neither includes the metadata of the take itself.
  private var found: [MetadataField] = []
  private var written: [MetadataField] = []

  /// No tags of other programs.
  init() {}

  /// Tells the tags of other programs from those of Pinna.
  ///
  /// - Parameters:
  ///   - found: the tags in the file.
  ///   - metadata: the metadata of the take in the file.
  init(in found: [MetadataField], of metadata: TakeMetadata, atoms: [UInt8]) {
    self.atoms = atoms
    self.found = found.filter(Self.isFree)
    written = TakeTags.fields(for: metadata, events: 0).filter(Self.isFree)
  }

  /// The tags that are not Pinna's.
  var strangers: [MetadataField] { found.filter { !$0.isAmong(written) } }

  /// New tags of the take together with those of other programs.
  ///
  /// A tag that another program has replaced or removed is not written again, unless its value is new.
  func merged(with new: [MetadataField]) -> [MetadataField] {
    let kept = new.filter {
      !Self.isFree($0) || !$0.isAmong(written) || $0.isAmong(found)
    }
    let isRetitled = new.contains { Self.isTitle($0) && !$0.isAmong(written) }
    let others = found.filter {
      !$0.isAmong(written) && !$0.isAmong(kept) && !(isRetitled && Self.isTitle($0))
    }
    return kept + others
  }

  /// True for a tag that other programs may change: not the metadata of the take, nor the chapters made from its
  /// markers.
  private static func isFree(_ field: MetadataField) -> Bool {
    let key = field.key.uppercased()
    return !key.hasPrefix(TakeTags.prefix) && !key.hasPrefix("CHAPTER")
  }

  private static func isTitle(_ field: MetadataField) -> Bool {
    field.key.uppercased() == "TITLE"
  }
}

extension MetadataField {
  /// True if one of the fields has the same value, and the same name in capitals or small letters.
  fileprivate func isAmong(_ fields: [MetadataField]) -> Bool {
    fields.contains { $0.value == value && $0.key.uppercased() == key.uppercased() }
  }
}
