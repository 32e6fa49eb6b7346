import Glibc

extension String {
  /// The path from the root, resolved now: the host program may change its working folder at any time later.
  ///
  /// An empty path stays empty, as does a path in a working folder that no longer exists.
  var absolutePath: String {
    guard !isEmpty, !hasPrefix("/"), let folder = getcwd(nil, 0) else { return self }
    defer { free(folder) }
    let root = String(cString: folder)
    return root.hasSuffix("/") ? root + self : root + "/" + self
  }
}
