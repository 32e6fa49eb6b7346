import Glibc
import TestSupport
import Testing

/// A repository with what a release looks at, and one commit.
private struct MadeRepository {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let root = MarkdownFile.root
    try run("mkdir -p deploy Sources/CVersion/include && git init -q .")
    try run("cp \(root)/deploy/{make-release,check-commits,packages.sh} deploy/")
    try run("cp \(root)/Sources/CVersion/include/CVersion.h Sources/CVersion/include/")
    try run("cp \(root)/Sources/CVersion/{version.c,.gitattributes} Sources/CVersion/")
    try write(changelog: "## [Unreleased]\n\n- A thing.")
    try commit("tree: begin with what a release looks at\n\nA body.")
  }

  func write(changelog: String) throws {
    try folder.write(Array("# Changelog\n\n\(changelog)\n".utf8), to: "CHANGELOG.md")
  }

  func commit(_ message: String) throws {
    try folder.write(Array(message.utf8), to: ".git/message")
    try run("git add -A && git commit -q --allow-empty -F .git/message")
  }

  /// Runs a line of the shell in the repository, which must succeed.
  func run(_ line: String) throws {
    let outcome = try #require(shell(line))
    #expect(outcome.status == 0, "\(line): \(outcome.output)")
  }

  func shell(_ line: String) -> ChildProcess.Outcome? {
    let name = "pinna", address = "pinna@packages.invalid"
    return ChildProcess.run(
      ["bash", "-c", "cd '\(folder.path)' && \(line)"],
      variables: [
        "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": address, "GIT_COMMITTER_NAME": name,
        "GIT_COMMITTER_EMAIL": address, "GIT_CONFIG_GLOBAL": "/dev/null",
        "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "PINNA_COMMIT": "",
      ])
  }
}

@Suite("Releases are made from a tag, and the version is in one place")
struct ReleaseTests {
  private static let hasGit = ChildProcess.has("git") && ChildProcess.has("python3")

  @Test("no other file has the version")
  func onePlace() throws {
    let header = "Sources/CVersion/include/CVersion.h"
    let text = try #require(MarkdownFile.text(of: "\(MarkdownFile.root)/\(header)"))
    let version = try #require(text.firstMatch(of: /PINNA_VERSION "(\d+\.\d+\.\d+)"/)).output.1
    let word = version.replacing(".", with: #"\."#)
    let find = [
      "grep", "-rlIE", "--include=*.swift", "--include=*.c", "--include=*.h", "--include=*.toml",
      "--exclude-dir=.*", #"(version|pinna_)[^0-9]{0,12}"# + word, MarkdownFile.root + "/Sources",
      MarkdownFile.root + "/deploy", MarkdownFile.root + "/Package.swift",
    ]
    let files = try #require(ChildProcess.run(find)).output.split(separator: "\n")
    #expect(files.isEmpty, "\(files)")
  }

  @Test("the changelog keeps its form")
  func changelog() throws {
    let file = try #require(MarkdownFile.all.first { $0.path == "CHANGELOG.md" })
    let releases = file.lines.filter { $0.hasPrefix("## ") }
    #expect(releases.first == "## [Unreleased]")
    for heading in releases.dropFirst() {
      #expect(heading.wholeMatch(of: /## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d/) != nil, "\(heading)")
    }
    let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    let sections = file.lines.filter { $0.hasPrefix("### ") }
    #expect(!sections.isEmpty && sections.allSatisfy { kinds.contains(String($0.dropFirst(4))) })
  }

  @Test(
    "a release is refused until everything says its version",
    .enabled(if: hasGit, "needs git and python3"))
  func release() throws {
    let made = try MadeRepository()
    func check(_ tag: String) throws -> ChildProcess.Outcome {
      try #require(made.shell("deploy/make-release --check \(tag) 2>&1"))
    }
    let version = try #require(made.shell(". deploy/packages.sh; project_version")).output
      .split(separator: "\n").joined()
    let tag = "v\(version)"
    #expect(try check("1.0").status == 64)
    #expect(try check(tag).output.contains("there is no annotated tag"))
    try made.run("git tag -a \(tag) -m 'Pinna'")
    #expect(try check(tag).output.contains("CHANGELOG.md has no heading '## [\(version)] - "))
    try made.write(changelog: "## [Unreleased]\n\n## [\(version)] - 2026-12-01\n\n- A thing.")
    #expect(try check(tag).output.contains("files were changed or added since"))
    try made.commit("changelog: name the release\n\nA body.")
    #expect(try check(tag).output.contains("another commit is checked out"))
    try made.run("git tag -f -a \(tag) -m 'Pinna'; git tag -a v99.0.0 -m 'Pinna'")
    #expect(try check("v99.0.0").output.contains("the version in Sources/CVersion"))
    let passed = try check(tag)
    #expect(passed.status == 0 && passed.output.contains("is a release of \(version)"))
    let notes = try #require(made.shell(". deploy/packages.sh; changes \(version)"))
    #expect(notes.output == "- A thing.\n")
  }

  @Test("an archive of git has its commit in a source", .enabled(if: hasGit, "needs git"))
  func archive() throws {
    let made = try MadeRepository()
    let source = try #require(
      made.shell("git archive HEAD | tar -xO Sources/CVersion/version.c")
    ).output
    let commit = try #require(made.shell("git rev-parse HEAD")).output.split(separator: "\n")[0]
    #expect(source.contains("#define PINNA_COMMIT \"\(commit)\""))
  }

  @Test(
    "commits that are not in form are named", .enabled(if: hasGit, "needs git and python3"),
    arguments: [
      ("takes: name a part by its own start\n\nA body.", nil),
      ("takes: name a part by its own start", "there is no body"),
      ("Name a part by its own start\n\nA body.", "the subject is not \"module: "),
      ("takes: name a part.\n\nA body.", "the subject ends with a full stop"),
      (
        "takes: name a part by its own start, and every other one by that of the take\n\nA body.",
        "the subject has 76 characters, more than 72"
      ),
      ("takes: as in /tmp/x\n\nA body.", "the subject contains a path of a machine"),
    ] as [(String, String?)])
  func commits(message: String, problem: String?) throws {
    let made = try MadeRepository()
    try made.commit(message)
    let run = try #require(made.shell("deploy/check-commits"))
    #expect(run.status == (problem == nil ? 0 : 1), "\(run.output)")
    if let problem { #expect(run.output.contains(problem), "\(run.output)") }
  }
}
