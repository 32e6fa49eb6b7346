import Face

// Files made from takes for browsers: copies to send, a focus to listen to, pictures.

extension Companion {
  private struct Wish: Decodable {
    var name: String
    /// The thing to make: "copy", "focus" or "picture".
    var what: String
    var format: Making.Format?
    var azimuth: Double?
    var width: Double?
    var strength: Double?
    /// Seconds into the take at which the audible part of the focus starts.
    var from: Double?

    /// The thing to make from a take; `nil` if the wish is not understood.
    func making(of take: TakeRecord) -> Making? {
      switch what {
      case "copy": return format.map { .copy($0) }
      case "picture": return .picture
      case "focus":
        let numbers = [azimuth, width, strength, from].compactMap { $0 }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[3] >= 0 else {
          return nil
        }
        return .heard(
          .init(azimuth: numbers[0], width: numbers[1], strength: numbers[2]), from: numbers[3],
          of: take)
      default: return nil
      }
    }
  }

  private struct Place: Encodable { var id: String }

  /// The reason for refusing to make anything during a take.
  private static let inTake =
    "a take is in progress and has priority; try again when it has ended"

  /// Begins to make something from a take.
  func make(
    _ number: Int, _ request: WebRequest, _ browser: PairedBrowsers.Browser
  ) throws(RecorderProblem) -> WebAnswer {
    guard let wish = request.fields(Wish.self) else { return Self.badRequest }
    guard let maker = setup.maker else {
      return .refusal(409, "noMaker", "this page cannot process takes")
    }
    let status = try recorder.status()
    guard status.take == nil else { return .refusal(409, "inTake", Self.inTake) }
    guard let take = try take(number, wish.name) else {
      return .refusal(404, "noTake", "this take no longer exists; look at the list again")
    }
    guard let making = wish.making(of: take) else { return Self.badRequest }
    let sources = making.sources(take)
    guard !sources.isEmpty else {
      return .refusal(
        409, "noRaw",
        "this take has no raw file; takes keep one if the settings contain [take] raw = true")
    }
    let id = makings.put(for: browser.hash, clock()) { making.commands(sources, in: $0) }
    guard let id else {
      return .refusal(429, "tooMany", "too many jobs are running; wait until one has finished")
    }
    if makings.claimWork() {
      let (makings, board) = (makings, board)
      let hasBegun = maker.start {
        makings.work(maker) { board.newest.status?.take == nil ? nil : Self.inTake }
      }
      guard hasBegun else {
        makings.giveUpWork()
        return .refusal(503, "noThread", "the system has no free thread; try again")
      }
    }
    return .json(Place(id: id))
  }
}

/// A file made for a browser.
enum MadeFile {
  /// The media type of a file with this name.
  static func type(_ name: String) -> String {
    let types = [
      "svg": "image/svg+xml", "wav": "audio/wav", "m4a": "audio/mp4", "mp3": "audio/mpeg",
      "flac": "audio/flac",
    ]
    return types[name.split(separator: ".").last.map(String.init) ?? ""]
      ?? "application/octet-stream"
  }
}
