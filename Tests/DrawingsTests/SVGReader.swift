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

    /// Where the element is, with the moves of the groups around it.
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
    var rest = document[...]
    while let start = rest.firstIndex(of: "<") {
      let text = rest[..<start]
      if !text.allSatisfy(\.isWhitespace), !elements.isEmpty {
        elements[elements.count - 1].text += text
      }
      if text.contains(">"), open.last?.name != "style" {
        problem = problem ?? "a bare > in '\(text)'"
      }
      guard let end = rest[start...].firstIndex(of: ">") else {
        problem = "a tag without an end"
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
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
