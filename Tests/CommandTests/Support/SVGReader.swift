/// Reads the few things of an SVG document that tests look at, and finds out whether it is well formed.
struct SVGReader {
  /// An element at its place on the page.
  struct Element {
    var name: String
    var attributes: [String: String]
    var offset: SIMD2<Double>
    var text = ""

    var classes: [String] {
      (attributes["class"] ?? "").split(separator: " ").map(String.init)
    }

    func number(_ name: String) -> Double? { attributes[name].flatMap { Double($0) } }

    /// The place of the element, with the moves of the groups around it.
    func place(_ x: String, _ y: String) -> SIMD2<Double>? {
      guard let x = number(x), let y = number(y) else { return nil }
      return SIMD2(x, y) + offset
    }
  }

  private(set) var elements: [Element] = []
  /// The first thing that is wrong, if any.
  private(set) var problem: String?

  init(_ document: String) {
    var open: [(name: String, offset: SIMD2<Double>)] = []
    let less = UInt8(ascii: "<")
    let greater = UInt8(ascii: ">")
    var rest = Array(document.utf8)[...]
    while let start = rest.firstIndex(of: less) {
      takeText(rest[..<start], isStyle: open.last?.name == "style")
      guard let end = rest[start...].firstIndex(of: greater) else {
        problem = "a tag without an end"
        return
      }
      let tag = String(decoding: rest[(start + 1)..<end], as: UTF8.self)[...]
      rest = rest[(end + 1)...]
      if tag.hasPrefix("/") {
        let last = open.popLast()
        if last?.name != String(tag.dropFirst()) {
          problem = problem ?? "<\(tag)> closes \(last?.name ?? "nothing")"
        }
        continue
      }
      let isEmpty = tag.hasSuffix("/")
      let element = Self.element(isEmpty ? tag.dropLast() : tag, offset: open.last?.offset ?? .zero)
      elements.append(element)
      if !isEmpty { open.append((element.name, element.offset + Self.move(element))) }
    }
    if !open.isEmpty { problem = problem ?? "<\(open[0].name)> is never closed" }
  }

  private mutating func takeText(_ bytes: ArraySlice<UInt8>, isStyle: Bool) {
    guard !isStyle, bytes.contains(where: { $0 > 0x20 }), !elements.isEmpty else { return }
    var text = String(decoding: bytes, as: UTF8.self)
    if text.contains(">") { problem = problem ?? "a bare > in '\(text)'" }
    if text.contains("&") { text = Self.unescaped(text) }
    elements[elements.count - 1].text += text
  }

  private static func unescaped(_ text: String) -> String {
    let entities = ["lt;": "<", "gt;": ">", "quot;": "\"", "#39;": "'", "amp;": "&"]
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let entity = entities.first { part.hasPrefix($0.key) }
      result += entity.map { $0.value + part.dropFirst($0.key.count) } ?? "&" + part
    }
  }

  private static func element(_ tag: Substring, offset: SIMD2<Double>) -> Element {
    let name = tag.prefix { !$0.isWhitespace }
    var attributes: [String: String] = [:]
    // Quotes alternate: before an odd one stands a name, after it a value.
    let parts = tag.dropFirst(name.count).split(separator: "\"", omittingEmptySubsequences: false)
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      let key = parts[index].filter { !$0.isWhitespace && $0 != "=" }
      attributes[key] = String(parts[index + 1])
    }
    return Element(name: String(name), attributes: attributes, offset: offset)
  }

  private static func move(_ element: Element) -> SIMD2<Double> {
    guard let transform = element.attributes["transform"],
      transform.hasPrefix("translate(")
    else { return .zero }
    let numbers = transform.dropFirst(10).dropLast().split(separator: " ").compactMap { Double($0) }
    return numbers.count == 2 ? SIMD2(numbers[0], numbers[1]) : .zero
  }

  func all(_ name: String, class style: String) -> [Element] {
    elements.filter { $0.name == name && $0.classes.contains(style) }
  }
}
