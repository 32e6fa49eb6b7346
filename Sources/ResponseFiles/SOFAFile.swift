import Acoustics
import CMysofa
import Glibc

/// A SOFA file in memory that libmysofa allocated; releasing this value frees it.
struct SOFAFile: ~Copyable {
  let contents: UnsafeMutablePointer<MYSOFA_HRTF>
  let path: String

  /// Opens and reads a file.
  init(path: String) throws(ResponseFileError) {
    guard access(path, F_OK) == 0 else { throw .missing(path: path) }
    guard access(path, R_OK) == 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    guard HDF5Start.isFile(path) else {
      throw .unreadable(path: path, reason: "it is not a file")
    }
    // The limit is in seconds of processor time: many times as long as reading a valid file takes on a small board.
    guard pinna_mysofa_ends(path, 4 + UInt32(clamping: HDF5Start.size(path) / 250_000)) != 0
    else { throw .damaged(path: path, what: "is damaged inside: libmysofa cannot find its end") }
    var status: CInt = 0
    guard let contents = mysofa_load(path, &status) else {
      throw Self.error(status, path: path)
    }
    self.contents = contents
    self.path = path
  }

  deinit { mysofa_free(contents) }

  private static func error(_ status: CInt, path: String) -> ResponseFileError {
    switch Int(status) {
    case MYSOFA_NO_MEMORY:
      .unreadable(path: path, reason: "not enough memory")
    case MYSOFA_READ_ERROR:
      .unreadable(
        path: path,
        reason: "it ends early, or the medium has an error; use another copy")
    default: HDF5Start.problem(path)
    }
  }

  /// An attribute in a list; `nil` if the list has no attribute of this name.
  static func attribute(
    _ name: String, of list: UnsafeMutablePointer<MYSOFA_ATTRIBUTE>?
  ) -> String? {
    var next = list
    while let attribute = next {
      if let key = attribute.pointee.name, String(cString: key) == name,
        let value = attribute.pointee.value
      {
        return String(cString: value)
      }
      next = attribute.pointee.next
    }
    return nil
  }

  /// The conventions for FIR responses in the free field.
  private static let conventions: Set<String> = ["SimpleFreeFieldHRIR", "GeneralFIR"]

  /// Refuses files that hold anything but impulse responses in the free field.
  borrowing func checkConvention() throws(ResponseFileError) {
    guard Self.attribute("Conventions", of: contents.pointee.attributes) == "SOFA" else {
      throw HDF5Start.notSOFA(path)
    }
    let convention =
      Self.attribute("SOFAConventions", of: contents.pointee.attributes) ?? "none"
    guard Self.conventions.contains(convention) else {
      throw .wrongConvention(path: path, convention: convention)
    }
    let type = Self.attribute("DataType", of: contents.pointee.attributes) ?? "none"
    guard type == "FIR" else {
      throw .wrongConvention(path: path, convention: "\(convention) with data type \(type)")
    }
  }

  /// The numbers of a variable; none if the file has no such variable.
  static func values(_ array: MYSOFA_ARRAY) -> [Double] {
    guard let values = array.values else { return [] }
    return UnsafeBufferPointer(start: values, count: Int(array.elements)).map(Double.init)
  }
}
