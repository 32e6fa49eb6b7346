import TestSupport
import Testing

@Suite("Documents of a package lead to what the package has")
struct PackagedDocumentTests {
  @Test("every link is followed, and what the package does not have is no link")
  func links() throws {
    let folder = try TemporaryDirectory()
    let stage = MarkdownFile.root + "/deploy/package/stage-documents"
    let run = try #require(ChildProcess.run([stage, folder.path]))
    #expect(run.status == 0, "\(run.output)")
    let files = MarkdownFile.files(under: folder.path)
    #expect(files.contains { $0.path == "README.md" })
    #expect(files.contains { $0.path == "Sources/Recorder/AVAudioSession.md" })
    #expect(files.allSatisfy { !$0.path.hasPrefix("Tests/") })
    for file in files {
      for (line, target) in file.links {
        let problem = MarkdownTests.problem(of: target, in: file, root: folder.path)
        #expect(problem == nil, "\(file.path):\(line): \(target) \(problem ?? "")")
      }
    }
    let readme = try #require(files.first { $0.path == "README.md" })
    #expect(readme.links.contains { $0.target == "boards/README.md" })
    #expect(!readme.lines.contains { $0.contains("(Package.swift)") })
  }
}
