import Drawings
import Face
import TakeFiles

extension Command {
  /// `pinna takes show`.
  static let takesShow = Command(
    "show", summary: "all facts and metadata of a take",
    positionals: [TakesArguments.takeArgument],
    options: [json, SettingsArguments.config],
    examples: [
      .init("pinna takes show 7", "take 7 in the directory that the settings name"),
      .init("pinna takes show ZOOM0007.WAV", "what another recorder wrote into its file"),
    ]
  ) { arguments, console in
    let word = arguments.positionals[0]
    let take = try TakesArguments.take(word, arguments).narrowed(to: TakeName.fileName(of: word))
    if arguments.has(json) {
      try console.print(JSONOutput.text(TakeRecord(take)))
    } else {
      try TakeDetails(take, terminal: console.terminal).print(to: console)
    }
    return .success
  }
}

extension TakeSet {
  /// The take, or only its copies of one kind when a file of that kind is named: they hold other facts.
  fileprivate func narrowed(to fileName: String) -> TakeSet {
    let paths = copies.map(\.path) + (files.isEmpty ? [] : damaged.map(\.path))
    guard let path = paths.first(where: { TakeName.fileName(of: $0) == fileName }),
      let kind = TakeFileKind(path: path)
    else { return self }
    var set = self
    set.files = copies.filter { $0.kind == kind }
    set.damaged = damaged.filter { TakeFileKind(path: $0.path) == kind }
    return set
  }
}
