import Assembly

/// Writes the documentation of the command line for a package: manual pages, and completion for shells.
enum ManualFolder {
  /// Writes one file per command, and the completion, to a folder, which is made if it is missing.
  ///
  /// - Throws: ``CommandError`` (73, 74, 77), which names the file.
  static func write(_ program: Program, to folder: String, _ console: Console) throws {
    try OutputFolder.make(folder)
    let pages = ManualPage.all(of: program.root, version: program.version.number)
    var files = pages.map { ($0.fileName, $0.text) }
    files.append((program.root.name + ".bash", ShellCompletion(program: program.root).bash))
    for (name, text) in files { try OutputFile.write(text, to: folder + "/" + name) }
    console.note("wrote \(pages.count) manual pages and the completion for Bash to \(folder)")
  }
}
