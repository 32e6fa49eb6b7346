extension TakeTags {
  /// For each key of which a take has several tags, the forms of the parts that come before the text of an entry.
  private static let entryForms: [String: [@Sendable (String) -> Bool]] = [
    "TRACK": [{ Double($0) != nil }, { ["normal", "inverted"].contains($0) }],
    "GAP": [isNumber, isNumber, { ["exact", "estimated"].contains($0) }],
    "MARKER": [isNumber, { TakeMarker.Kind(rawValue: $0) != nil }],
  ]

  private static func isNumber(_ text: String) -> Bool { Int(text) != nil }

  /// The fields in which several entries in one value become a field each.
  ///
  /// FFmpeg joins tags of the same name with semicolons when it copies a file, and so do other programs. A text may
  /// itself contain semicolons, so a value is divided only where the first parts of an entry follow, and only if there
  /// is no other field with its key.
  ///
  /// - Source: libavformat oggparsevorbis.c, ff_vorbis_comment.
  static func separated(_ fields: [MetadataField]) -> [MetadataField] {
    var counts: [String: Int] = [:]
    for field in fields where entryForms[field.key] != nil {
      counts[field.key, default: 0] += 1
    }
    guard counts.values.contains(1) else { return fields }
    return fields.flatMap { field in counts[field.key] == 1 ? entries(field) : [field] }
  }

  /// The entries in a value, as a field each.
  private static func entries(_ field: MetadataField) -> [MetadataField] {
    let forms = entryForms[field.key, default: []]
    let parts = field.value.pieces(between: ";", most: .max)
    let starts = parts.indices.filter { start in
      parts.count - start > forms.count
        && zip(forms, parts[start...]).allSatisfy { form, part in form(part) }
    }
    guard starts.first == 0 else { return [field] }
    return zip(starts, Array(starts.dropFirst()) + [parts.count]).map { start, end in
      MetadataField(field.key, parts[start..<end].joined(separator: ";"))
    }
  }
}
