/// The forms of `--json`, read from the declarations of the values that are printed.
struct JSONSchema {
  /// A type of the sources: the fields of a structure, or the words of an enumeration.
  struct Declared {
    var fields: [(name: String, type: String)] = []
    /// Fields whose type is not written down.
    var untyped: [String] = []
    var words: [String] = []
    /// The only fields that are printed; none where all are.
    var printed: [String] = []
    var isPrintable = false
    /// Where it stands.
    var file: String
  }

  /// The version of the format; it rises if a field is renamed or removed, or gets another type or meaning.
  static let version = 5

  /// The commands, each with the type of what it prints.
  static let commands = [
    ("takes after", "ProcessedTakes"), ("board list", "BoardListing[]"),
    ("board show", "BoardDescription"),
    ("board validate", "BoardValidation[]"), ("check", "CheckupReport"),
    ("check --list", "CheckupReport.Entry[]"), ("check --calibrate", "CalibrationReport"),
    ("check --calibrate-level", "CheckLevel.Report"),
    ("config show", "EffectiveSettings"), ("config get", "DeclaredSetting"),
    ("config set", "SettingChange.Entry[]"), ("design", "DesignFigures.Values[]"),
    ("design --pattern ambix", "AmbisonicReport.Entry[]"), ("gps", "FixReport"),
    ("inputs", "CaptureDeviceList"), ("layout", "CaseLayout[]"),
    ("monitor, a line every second", "LevelReadings"), ("record", "TakeRecord"),
    ("record, without a take", "RecordReport.NoTake"),
    ("render", "RenderResult"), ("schedule", "ScheduleListing"), ("simulate", "SimulationOutcome"),
    ("start, stop, pause, resume, mark, select", "OrderReply"),
    ("start, stop, pause, resume, mark, select, refused", "OrderRefusal"),
    ("status", "RecorderStatus"),
    ("takes copy", "CopiedTakes"), ("takes delete", "DeletedFiles[]"),
    ("takes export", "ExportedFile[]"), ("takes list", "TakeRecord[]"),
    ("takes prune", "PrunedTakes"), ("takes recover", "RecoveredFile[]"),
    ("takes rename, note, mark, unmark, keep, false", "TakeRecord"),
    ("takes show", "TakeRecord"), ("takes trim", "EditedTake"), ("takes join", "EditedTake"),
    ("takes picture", "DrawnTake"), ("takes report", "SeasonReport"),
    ("takes align", "AlignmentReport"),
    ("takes verify", "VerifiedTake[]"),
    ("board wiring", "WiringList"), ("the [heartbeat] file", "Heartbeat.Message"),
  ]

  private(set) var types: [String: Declared] = [:]

  /// The types of files, each with its path and its lines.
  init(_ files: [(path: String, lines: [Substring])]) {
    for file in files { read(file.path, file.lines) }
  }

  private mutating func read(_ path: String, _ lines: [Substring]) {
    var scopes: [(indent: Int, name: String, isEnumeration: Bool)] = []
    var keys: String?
    for line in lines {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      if text.isEmpty || text.hasPrefix("//") { continue }
      while let last = scopes.last, indent <= last.indent { scopes.removeLast() }
      let words = text.split(separator: " ").map(String.init)
      if let at = words.firstIndex(where: { ["struct", "enum", "extension"].contains($0) }), at < 3,
        at + 1 < words.count, text.contains("{")
      {
        let name = String(words[at + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." })
        let scope = (scopes.map(\.name) + [name]).joined(separator: ".")
        if name == "CodingKeys" {
          keys = scopes.map(\.name).joined(separator: ".")
          if text.hasSuffix("}") {
            add(cases: String(text.drop { $0 != "{" }.dropFirst().dropLast()), into: keys)
          }
        } else {
          keys = nil
        }
        scopes.append((indent, name, words[at] == "enum"))
        var found = types[scope] ?? Declared(file: path)
        found.isPrintable =
          found.isPrintable || text.contains("Encodable") || text.contains("Codable")
        types[scope] = found
        continue
      }
      guard let scope = scopes.last, indent == scope.indent + 2 || keys != nil else { continue }
      let name = scopes.map(\.name).joined(separator: ".")
      if keys != nil, scope.name == "CodingKeys" {
        add(cases: String(text), into: keys)
      } else if indent != scope.indent + 2 {
        continue
      } else if words[0] == "case" {
        guard scope.isEnumeration else { continue }
        types[name]?.words += Self.cases(String(text))
      } else {
        field(String(text), of: name)
      }
    }
  }

  private mutating func add(cases text: String, into name: String?) {
    guard let name else { return }
    types[name]?.printed += Self.cases(text)
  }

  /// The words of a line of cases: their values, where they have some.
  private static func cases(_ text: String) -> [String] {
    let trimmed = text.drop { $0 == " " }
    let line = trimmed.hasPrefix("case ") ? trimmed.dropFirst(5) : trimmed
    return line.split(separator: ",").compactMap { word in
      let parts = word.split(separator: "=").map { $0.filter { $0 != " " || word.contains("\"") } }
      let name = (parts.last ?? "").drop { $0 == " " || $0 == "\"" }
      let end = name.prefix { $0 != "\"" }
      return end.isEmpty ? nil : String(end)
    }
  }

  /// A stored property that is not private.
  private mutating func field(_ text: String, of name: String) {
    var words = text.split(separator: " ").map(String.init)
    if words[0] == "package" || words[0] == "public" { words.removeFirst() }
    if words.prefix(2) == ["var", "schema"] { types[name]?.fields.append(("schema", "String")) }
    guard words.count > 2, words[0] == "var" || words[0] == "let", !text.contains("{") else {
      return
    }
    guard words[1].hasSuffix(":") else {
      if words[1] != "schema" { types[name]?.untyped.append(words[1]) }
      return
    }
    let type = words[2...].prefix { $0 != "=" }.joined(separator: " ")
    types[name]?.fields.append((words[1].dropLast().filter { $0 != "`" }, type))
  }

  // MARK: - The page

  /// The types that are printed, and where each one is named for the first time.
  private func reached(from roots: [String]) -> [String] {
    var found: [String] = []
    var next = roots
    while let name = next.first {
      next.removeFirst()
      guard let type = types[name], !found.contains(name) else { continue }
      found.append(name)
      next += fields(of: type).compactMap { resolve(Self.plain($0.type), in: name) }
    }
    return found
  }

  private func fields(of type: Declared) -> [(name: String, type: String)] {
    type.fields.filter { type.printed.isEmpty || type.printed.contains($0.name) }
  }

  private static func plain(_ type: String) -> String { type.filter { !"[]?".contains($0) } }

  /// The type that a name means within another type.
  private func resolve(_ name: String, in scope: String) -> String? {
    var parts = scope.split(separator: ".").map(String.init)
    while !parts.isEmpty {
      let inner = (parts + [name]).joined(separator: ".")
      if types[inner] != nil { return inner }
      parts.removeLast()
    }
    return types[name] == nil ? nil : name
  }

  private func word(_ type: String, in scope: String) -> String {
    let plain = Self.plain(type)
    let lists = type.count { $0 == "[" }
    if plain.hasPrefix("String: ") {
      return "{name: \(word(String(plain.dropFirst(8)), in: scope))}"
    }
    let base =
      switch plain {
      case "String": "string"
      case "Int", "UInt32", "Int32", "UInt64": "integer"
      case "Double", "Float": "number"
      case "Bool": "boolean"
      default:
        resolve(plain, in: scope).map { name in
          let words = types[name]?.words ?? []
          return words.isEmpty ? name : words.map { "\"\($0)\"" }.joined(separator: " | ")
        } ?? plain
      }
    let isLong = lists > 0 && base.contains("|")
    return (isLong ? "(\(base))" : base) + String(repeating: "[]", count: lists)
  }

  /// The page, without its beginning.
  var page: String {
    var lines = ["| command | what it prints |", "|---|---|"]
    lines += Self.commands.map { command, type in
      "| \(command.hasPrefix("the ") ? command : "`pinna \(command)`") | `\(type)` |"
    }
    lines += ["", "```text"]
    for name in reached(from: Self.commands.map { Self.plain($0.1) }).sorted() {
      guard let type = types[name], type.words.isEmpty, !fields(of: type).isEmpty else { continue }
      var line = "\(name):"
      for field in fields(of: type) {
        let isOptional = field.type.hasSuffix("?")
        let text = " \(field.name)\(isOptional ? "?" : ""): \(word(field.type, in: name));"
        if line.count + text.count > 118 {
          lines.append(line)
          line = "   "
        }
        line += text
      }
      lines.append(line)
    }
    lines += ["```", "", "Fixed words, to which later versions may add:", "", "```text"]
    for (type, field) in Self.words {
      lines += Self.wrapped("\(field):", types[type]?.words ?? [])
    }
    return (lines + ["```", ""]).joined(separator: "\n")
  }

  /// Fields whose words are those of an enumeration, though another recorder may have others.
  private static let words = [
    ("RecorderStatus.Warning", "warningCodes"), ("RecorderEvent.Kind", "type (of an event)"),
    ("TakeMetadata.Cause", "endCause"),
    ("RecorderReason", "reason (of a refusal), faultCode"),
    ("ClockQuality.Source", "clockSource, source (of a clock)"),
    ("BatteryCharge.Flow", "state (of a battery)"), ("MirrorStatus.State", "state (of a mirror)"),
    ("TakeName.Content", "content (of a file)"), ("TakeFileKind", "kind (of a take's file)"),
    ("TakeMarker.Kind", "kind (of a marker)"), ("TakeMetadata.Rating", "rating"),
    ("PolarPattern", "pattern"), ("InputOrientation", "orientation (of a recorder or a take)"),
    ("GuidedStep.Side", "side (of a clap)"),
  ]

  /// Words behind a title, in lines that are not too long.
  private static func wrapped(_ title: String, _ words: [String]) -> [String] {
    var lines = [title]
    for word in words {
      if lines[lines.count - 1].count + word.count > 118 { lines.append("   ") }
      lines[lines.count - 1] += " " + word
    }
    return lines
  }

  /// The kinds of the fields of each name: "number", "text", "flag", "list" or "object".
  var kinds: [String: Set<String>] {
    var kinds: [String: Set<String>] = [:]
    for name in reached(from: Self.commands.map { Self.plain($0.1) }) {
      for field in types[name].map(fields) ?? [] {
        let word = word(field.type, in: name)
        let kind =
          switch word {
          case _ where word.hasSuffix("[]"): "list"
          case "integer", "number": "number"
          case "boolean": "flag"
          case _ where word == "string" || word.hasPrefix("\""): "text"
          default: "object"
          }
        kinds[field.name, default: []].insert(kind)
      }
    }
    return kinds
  }

  /// The fields of a page, each with the words that it lists and the rest of its type.
  private static func fields(of page: String) -> [String: (Set<Substring>, String)] {
    var fields: [String: (Set<Substring>, String)] = [:]
    for (block, lists) in page.split(separator: "```text").dropFirst().enumerated() {
      let lines = lists.split(separator: "```")[0].replacing("\n    ", with: " ")
      for line in lines.split(separator: "\n") {
        guard let end = line.firstRange(of: ": ") else { continue }
        let (title, rest) = (line[..<end.lowerBound], line[end.upperBound...])
        guard block == 0 else {
          fields[String(title)] = (Set(rest.split(separator: " ")), "")
          continue
        }
        for field in rest.split(separator: ";") {
          let parts = field.split(separator: ":", maxSplits: 1)
          let quoted = parts[1].split(separator: "\"", omittingEmptySubsequences: false)
          let (isWord, name) = ({ $0 % 2 == 1 }, parts[0].filter { !" ?".contains($0) })
          let words = quoted.indices.filter(isWord).map { quoted[$0] }
          let type = quoted.indices.filter { !isWord($0) }.map { quoted[$0] }.joined()
          fields["\(title).\(name)"] = (
            Set(words), type.filter { !" |()".contains($0) } + (parts[0].hasSuffix("?") ? "?" : "")
          )
        }
      }
    }
    return fields
  }

  /// The fields of a page that have disappeared from a newer one, have another type there, may now be missing, or lack
  /// words that they had.
  static func broken(_ old: String, by new: String) -> [String] {
    let now = fields(of: new)
    return fields(of: old).filter { name, old in
      guard let (words, type) = now[name] else { return true }
      return !old.0.isSubset(of: words) || type != old.1 && type + "?" != old.1
    }.keys.sorted()
  }

  /// The fixed words on the page.
  var words: [String] {
    let names = reached(from: Self.commands.map { Self.plain($0.1) }) + Self.words.map(\.0)
    return names.flatMap { types[$0]?.words ?? [] }
  }

  /// Fields of what is printed whose types are not written down, so that the page could not tell them.
  var untyped: [String] {
    reached(from: Self.commands.map { Self.plain($0.1) }).flatMap { name in
      guard let type = types[name] else { return [String]() }
      return type.untyped.filter { type.printed.isEmpty || type.printed.contains($0) }
        .map { "\(name).\($0)" }
    }
  }

  /// Types of a folder that can be printed, and that no command prints.
  func unprinted(below folder: String) -> [String] {
    let known = Set(reached(from: Self.commands.map { Self.plain($0.1) }))
    return types.filter { name, type in
      type.isPrintable && type.file.hasPrefix(folder) && type.words.isEmpty && !known.contains(name)
        && !type.fields.isEmpty
    }.keys.sorted()
  }
}
