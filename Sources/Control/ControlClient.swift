import Varlink

/// A client of a recorder's control socket.
///
/// - Thread: one at a time.
package final class ControlClient {
  private let client: VarlinkClient
  private var sound = SoundBlockBuffer()

  private struct Nothing: Codable {}
  private struct Text: Encodable { var text: String? }
  private struct Name: Encodable { var name: String }
  private struct Choice: Encodable {
    var dataSource: String?
    var pattern: String?
  }
  private struct By: Encodable { var by: String }
  private struct Number: Encodable { var number: Int }
  private struct TakeKey: Encodable {
    var number: Int
    var name: String
  }
  private struct CaseKey: Encodable {
    var dataSource: String
    var orientation: String?
  }
  private struct Interval: Encodable { var interval: Double }
  private struct Range: Encodable {
    var before: Int?
    var limit: Int
  }

  /// Connects to the recorder of a socket.
  ///
  /// - Throws: `VarlinkClient.Failure`: no recorder listens there, or the user may not connect.
  package init(path: String) throws(VarlinkClient.Failure) {
    client = try VarlinkClient(path: path)
  }

  /// The state now.
  ///
  /// - Throws: `VarlinkClient.Failure` when the recorder does not answer.
  package func status() throws(VarlinkClient.Failure) -> RecorderStatus {
    let reply: StatusReply = try call("GetStatus", Nothing())
    return reply.status
  }

  /// Starts a take.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func start() throws(VarlinkClient.Failure) { try order("Start", Nothing()) }

  /// Ends the take.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func stop() throws(VarlinkClient.Failure) { try order("Stop", Nothing()) }

  /// Pauses the take.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func pause() throws(VarlinkClient.Failure) { try order("Pause", Nothing()) }

  /// Goes on with the paused take.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func resume() throws(VarlinkClient.Failure) { try order("Resume", Nothing()) }

  /// Sets a marker; `nil` for one with a number.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func mark(_ text: String?) throws(VarlinkClient.Failure) {
    try order("Mark", Text(text: text))
  }

  /// Selects a data source.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func select(source: String) throws(VarlinkClient.Failure) {
    try order("SelectSource", Name(name: source))
  }

  /// Selects a polar pattern.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func select(pattern: String) throws(VarlinkClient.Failure) {
    try order("SelectPattern", Name(name: pattern))
  }

  /// Selects a data source and a polar pattern together: both, or neither.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func select(source: String?, pattern: String?) throws(VarlinkClient.Failure) {
    try order("Select", Choice(dataSource: source, pattern: pattern))
  }

  /// Shows on the lights and among the warnings that presses of the source button are asked for, until this client is
  /// gone.
  ///
  /// - Parameter by: the one who asks.
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func awaitPresses(by: String) throws(VarlinkClient.Failure) {
    try client.watch(RecorderInterface.member("AwaitPresses"), By(by: by))
    guard let _: Nothing = try client.next(within: 10) else { throw .timeout }
  }

  /// The newest takes, or those before a number.
  ///
  /// - Throws: `VarlinkClient.Failure` when the recorder does not answer.
  package func takes(
    before: Int? = nil, limit: Int
  ) throws(VarlinkClient.Failure) -> (takes: [ListedTake], hasMore: Bool) {
    let reply: TakesReply = try call("ListTakes", Range(before: before, limit: limit))
    return (reply.takes, reply.hasMore)
  }

  /// The take of a number.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder when there is no take of the number.
  package func take(_ number: Int) throws(VarlinkClient.Failure) -> DetailedTake {
    let reply: TakeReply = try call("GetTake", Number(number: number))
    return reply.take
  }

  /// Deletes a take.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func deleteTake(_ number: Int, name: String) throws(VarlinkClient.Failure) {
    try order("DeleteTake", TakeKey(number: number, name: name))
  }

  /// A drawing of how the board is held in a case, as SVG.
  ///
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder when its board has no such case.
  package func drawing(
    dataSource: String, orientation: String?
  ) throws(VarlinkClient.Failure) -> String {
    let reply: DrawingReply = try call(
      "GetDrawing", CaseKey(dataSource: dataSource, orientation: orientation))
    return reply.svg
  }

  /// Asks for states; they are taken with ``nextStatus(within:)``, and nothing else can be asked on this connection.
  ///
  /// - Throws: `VarlinkClient.Failure` when the recorder does not answer.
  package func watch(interval: Double) throws(VarlinkClient.Failure) {
    try client.watch(RecorderInterface.member("Watch"), Interval(interval: interval))
  }

  /// The next state; `nil` when none comes in time.
  ///
  /// - Throws: `VarlinkClient.Failure` when the recorder does not answer.
  package func nextStatus(within seconds: Double) throws(VarlinkClient.Failure) -> RecorderStatus? {
    let reply: StatusReply? = try client.next(within: seconds)
    return reply?.status
  }

  /// Borrows the capture device until this client is gone.
  ///
  /// - Returns: the name of the device.
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder with the reason when it refuses.
  package func hold(by: String) throws(VarlinkClient.Failure) -> String {
    try client.watch(RecorderInterface.member("Hold"), By(by: by))
    guard let reply: DeviceReply = try client.next(within: 30) else { throw .timeout }
    return reply.device
  }

  /// Listens to the live sound; it is taken with ``nextSound(within:)``, and nothing else can be asked on this
  /// connection.
  ///
  /// - Parameter by: the name of the program, for the log.
  /// - Throws: `VarlinkClient.Failure`, an error of the recorder when it has no sound to give.
  package func listen(by: String) throws(VarlinkClient.Failure) {
    let _: Nothing = try client.upgrade(RecorderInterface.member("Listen"), By(by: by))
  }

  /// The next piece of the live sound; `nil` when none comes in time.
  ///
  /// - Throws: `VarlinkClient.Failure` when the recorder is gone or what it sends is no sound.
  package func nextSound(within seconds: Double) throws(VarlinkClient.Failure) -> SoundBlock? {
    while true {
      do throws(SoundFault) {
        if let block = try sound.next() { return block }
      } catch {
        throw .wire(.notMessage)
      }
      let news = try client.bytes(atMost: Self.soundBytes, within: seconds)
      guard !news.isEmpty else { return nil }
      sound.append(news)
    }
  }

  /// Bytes of sound that are read at once.
  private static let soundBytes = 65_536

  /// The socket: readable when something can be taken.
  package var descriptor: Int32 { client.descriptor }

  private func order(
    _ method: String, _ parameters: some Encodable
  ) throws(VarlinkClient.Failure) {
    let _: Nothing = try call(method, parameters)
  }

  private func call<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable
  ) throws(VarlinkClient.Failure) -> Reply {
    try client.call(RecorderInterface.member(method), parameters)
  }
}
