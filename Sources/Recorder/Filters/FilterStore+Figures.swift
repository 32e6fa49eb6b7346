import Beamforming
import Boards

extension FilterStore {
  /// Returns figures of a design that the same program kept on disk earlier, as the bytes that it kept; `nil` if there
  /// are none.
  ///
  /// - Parameter kind: the name of the kind of figures.
  package func keptFigures(_ design: Design, kind: String) -> [UInt8]? {
    figures?.contents(for: figuresText(design, kind)).map { Array($0.bytes) }
  }

  /// Keeps figures of a design on disk; if the folder cannot be written to, they are merely computed again.
  package func keep(figures bytes: [UInt8], of design: Design, kind: String) {
    figures?.keep(KeptContents(bytes[...]), for: figuresText(design, kind))
  }

  private var figures: KeptFiles? {
    cache.map {
      KeptFiles(
        directory: $0.files.directory + "/figures", magic: "pinna figures 1\n", ending: ".figures",
        largest: 1 << 24)
    }
  }

  /// A text that states everything on which figures depend: the program that computes them, the microphones and the
  /// filters.
  private func figuresText(_ design: Design, _ kind: String) -> String {
    let microphones = board.microphones.map { "\($0.name) \($0.tolerance)" }
    return """
      \(kind) by \(FileStamp.text(path: "/proc/self/exe"))
      microphones \(microphones) \(board.mismatch)
      \(identity(Key(design.which, design.preferredPattern, [])))
      filters \(design.filters.fingerprint)
      """
  }
}
