/// A file of the page, the only thing that a browser gets without being let in.
package enum PageFile: String, CaseIterable, Sendable {
  /// The page.
  case index = "index.html"
  /// Its style sheet.
  case style = "pinna.css"
  /// Its script.
  case script = "pinna.js"
  /// Its icon.
  case icon = "icon.svg"

  /// The file at a path of a request.
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

  /// The kind of the contents.
  var type: String {
    switch self {
    case .index: "text/html; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  /// The contents, which are part of the program.
  package var bytes: [UInt8] {
    switch self {
    case .index: PackageResources.index_html
    case .style: PackageResources.pinna_css
    case .script: PackageResources.pinna_js
    case .icon: PackageResources.icon_svg
    }
  }
}
