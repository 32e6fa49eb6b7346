import Essentials
import Glibc
import Recorder
import TOML

extension Command {
  /// The command `pinna config set`.
  static let configSet = Command(
    "set", summary: "change settings in the file",
    discussion: """
      The file keeps its comments, order and layout; # signs that 'pinna config default' wrote before a key are \
      removed. Before anything changes, the values are checked together with the rest of the file and its board. The \
      file is replaced in one step: a power cut leaves either the old file or the new one. Strings need no TOML \
      quotes.
      """,
    positionals: [
      ConfigKeys.argument, Positional("VALUE", "the new value, with or without TOML quotes"),
      Positional("KEY VALUE", "more settings to change at the same time", count: .any),
    ],
    options: [json, SettingsArguments.config],
    examples: [
      .init("sudo pinna config set pre-roll 10", "also record the ten seconds before the press"),
      .init("pinna config set split \"1 h\" --config mine.toml", "change a file of your own"),
      .init("sudo pinna config set latitude 52.52 longitude 13.405", "the place of the recorder"),
    ]
  ) { arguments, console in
    let words = arguments.positionals
    guard words.count.isMultiple(of: 2) else {
      throw arguments.usageError("'\(words[words.count - 1])': a value is missing")
    }
    var pairs: [SettingChange.Pair] = []
    for index in stride(from: 0, to: words.count, by: 2) {
      pairs.append((try ConfigKeys.named(words[index], arguments), words[index + 1]))
    }
    let lock = SettingChange.lock(arguments)
    defer { close(lock) }
    let change = try SettingChange(pairs, arguments, console)
    try change.write()
    try console.print(lines: arguments.has(json) ? [JSONOutput.text(change.entries)] : change.lines)
    return .success
  }
}

/// A change of settings in a file, which is checked before it is written.
struct SettingChange {
  /// A setting, and the word that was typed for its new value.
  typealias Pair = (key: KeyDeclaration, word: String)

  /// A setting as it was before the change, and as it is after it.
  struct Entry: Encodable {
    var before: String?
    var after: DeclaredSetting
  }

  private(set) var entries: [Entry] = []
  private let path: String
  private let old: String
  private let new: String

  /// Prepares and checks a change.
  ///
  /// - Throws: ``CommandError``: 64 if a value is wrong, 78 if the file was already wrong or the board does not support
  ///   a new value, 66 or 77 if the file cannot be read.
  init(_ pairs: [Pair], _ arguments: Arguments, _ console: Console) throws(CommandError) {
    let path = arguments[SettingsArguments.config] ?? Settings.systemPath
    let (old, before, wrong) = try translate(try Self.present(path), to: CommandError.toml)
    let (new, after) = try Self.changed(old, pairs, path, wrong, arguments)
    (self.path, self.old, self.new) = (path, old, new)
    if let conflict = ConfigCheck.conflict(after, path, console),
      ConfigCheck.conflict(before, path, console) != conflict
    {
      throw conflict
    }
    for (key, _) in pairs {
      let setting = { (text) throws(CommandError) in
        try translate(
          try DeclaredSetting(key, TOMLTable.parse(text: text, name: path)), to: CommandError.toml)
      }
      var entry = Entry(before: try setting(old).value, after: try setting(new))
      // A recorder that hears no news of takes cannot act after the next take, so it must be restarted.
      if !before.wantsNewsOfTakes { entry.after.takesEffect = .restart }
      entries.append(entry)
    }
  }

  /// Waits until no other process changes settings in the same folder, and keeps others waiting until the returned
  /// descriptor is closed.
  ///
  /// The lock is on the folder, because every change replaces the file. A folder that cannot be opened for reading is
  /// not locked; the descriptor is then -1.
  static func lock(_ arguments: Arguments) -> CInt {
    let path = arguments[SettingsArguments.config] ?? Settings.systemPath
    let folder = OutputFile.folder(of: OutputFile.resolved(path))
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return descriptor
  }

  /// Writes the file if the change makes a difference.
  ///
  /// - Throws: ``CommandError``: 73, 74 or 77 if the file cannot be written.
  func write() throws(CommandError) {
    guard new != old else { return }
    do throws(CommandError) {
      try OutputFile.replace(new, at: path, isLasting: true)
    } catch {
      guard error.exitCode == .noPermission else { throw error }
      throw CommandError("\(path): permission denied; try it with sudo", .noPermission)
    }
  }

  /// The change in words, with the time at which it takes effect.
  var lines: [String] {
    let lines = entries.map { entry in
      let before = entry.before.map { ", before \($0)" } ?? ""
      let place = "(\(path), line \(entry.after.line ?? 0)\(before))"
      return "\(entry.after.key) = \(entry.after.value ?? "-") \(place)".printable
    }
    guard new != old else {
      return lines + ["Nothing was changed: the file already has these values."]
    }
    guard entries.contains(where: { $0.after.takesEffect == .restart }) else {
      return lines + ["The change takes effect at the end of the next take."]
    }
    let service = path == Settings.systemPath ? ": sudo systemctl restart pinna" : "."
    return lines + [
      "Commands use the change immediately; a running recorder uses it after a restart\(service)"
    ]
  }

  /// Reads the text of a file, which is empty if the file does not exist, and its settings.
  ///
  /// Mistakes in the settings are returned, because the change may mend them.
  private static func present(
    _ path: String
  ) throws(TOMLError) -> (text: String, settings: Settings, wrong: [TOMLError]) {
    var bytes: [UInt8] = []
    do throws(TOMLError) {
      bytes = try TextFile.bytes(path: path)
    } catch {
      // A link without a target, such as one to a medium that is not mounted, is not a new file.
      var status = stat()
      guard error.cause == .file(errno: ENOENT), lstat(path, &status) != 0 else { throw error }
    }
    _ = try TOMLTable.parse(bytes: bytes, name: path)
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(TOMLError) {
      return (text, try Settings.load(text: text, name: path), [])
    } catch {
      return (text, Settings(), Settings.review(bytes, name: path).errors)
    }
  }

  /// The text with the new values; each is taken as TOML if that is valid and suits the key, or else as a string.
  private static func changed(
    _ old: String, _ pairs: [Pair], _ path: String, _ wrong: [TOMLError], _ arguments: Arguments
  ) throws(CommandError) -> (text: String, settings: Settings) {
    var values = pairs.map { TOMLText.isValue($0.word) ? $0.word : TOMLText.literal($0.word) }
    var first: TOMLError?
    while true {
      var text = TOMLText(old)
      for (pair, value) in zip(pairs, values) {
        text.set(pair.key.name, to: value, table: pair.key.table)
      }
      do throws(TOMLError) {
        return (text.text, try Settings.load(text: text.text, name: path))
      } catch {
        let index = pairs.firstIndex { $0.key.path == error.key }
        guard let index, first?.key != error.key, values[index] == pairs[index].word else {
          let error = first?.key == error.key ? first ?? error : error
          if index == nil, let wrong = wrong.first(where: { $0.key == error.key }) {
            throw CommandError("\(wrong); nothing was changed", .configuration)
          }
          throw arguments.usageError(words(error, index.map { pairs[$0].key }))
        }
        (first, values[index]) = (error, TOMLText.literal(pairs[index].word))
      }
    }
  }

  /// The mistake and its remedy, with the bounds and the unit if the value has the wrong type.
  private static func words(_ error: TOMLError, _ key: KeyDeclaration?) -> String {
    let words = [error.problem, error.remedy].compactMap { $0 }.joined(separator: "; ")
    let start = "\(error.key ?? ""): \(words)"
    guard let key, case .numbers(let bounds, _, _) = key.allowed,
      error.problem.hasPrefix("is the "), !words.contains(bounds)
    else { return start }
    return "\(start); allowed: \(key.allowed)"
  }
}
