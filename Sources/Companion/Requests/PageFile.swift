/// A file of the page; these files are all that a browser gets before it is let in.
package enum PageFile: String, CaseIterable, Sendable {
  /// The HTML page.
  case index = "index.html"
  /// The style sheet of the page.
  case style = "pinna.css"
  /// The script of the page.
  case script = "pinna.js"
  /// The icon of the page.
  case icon = "icon.svg"

  /// The file that a request's path names; `nil` if it names none.
  init?(path: String) {
    if path == "/" {
      self = .index
    } else {
      guard path.hasPrefix("/"), let file = PageFile(rawValue: String(path.dropFirst())),
        file != .index
      else { return nil }
      self = file
    }
  }

  /// The media type of the file.
  var type: String {
    switch self {
    case .index: "text/html; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  /// The contents of the file, which are built into the program.
  package var bytes: [UInt8] {
    switch self {
    case .index: PackageResources.index_html
    case .style: PackageResources.pinna_css
    case .script: PackageResources.pinna_js
    case .icon: PackageResources.icon_svg
    }
  }
}
