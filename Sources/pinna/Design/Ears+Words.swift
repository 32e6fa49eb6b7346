import Recorder

extension Ears {
  /// The owner of the ears, in words that fit into a sentence.
  var words: String {
    switch self {
    case .kemar: "the KEMAR head"
    case .sphere: "a spherical head"
    case .file(let path): "the head of \(path.split(separator: "/").last.map(String.init) ?? path)"
    }
  }
}
