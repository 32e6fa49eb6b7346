import Acoustics
import Beamforming
import Boards
import Glibc
import ReferenceArrays
import ResponseFiles
import Testing

@Suite("Filters on hardware that they were not made for")
struct OtherHardwareTests {
  private static let landscape = Board.Case(dataSource: 0, orientation: .landscapeRight)
  private static let portrait = Board.Case(dataSource: 0, orientation: .portrait)
  private static let phone = Arrays.handHeld("phone", Arrays.phone)

  private static func designer(
    _ board: Board, _ head: Head = .spherical, body: BodyResponses? = nil
  ) throws -> FilterDesigner {
    try FilterDesigner(
      board: board, head: head, settings: DesignSettings(frontEmphasis: FigureRow.emphasis),
      body: body)
  }

  @Test("On the same hardware the figures are those of the design")
  func same() throws {
    let designer = try Self.designer(Self.phone)
    let design = try designer.design(Self.landscape, pattern: .stereo)
    let figures = designer.figures(design, on: try Self.designer(Self.phone))
    #expect(figures == designer.figures(design))
  }

  @Test("A microphone of the wrong polarity costs directions, unless the filters know of it")
  func polarity() throws {
    var inverted = Self.phone
    inverted.microphones[1].isInverted = true
    let believed = try Self.designer(Self.phone)
    let real = try Self.designer(inverted)
    let design = try believed.design(Self.landscape, pattern: .stereo)
    let alone = believed.figures(design)
    let lost = believed.figures(design, on: real)
    let (before, after) = try (#require(alone.itdErrorMean), #require(lost.itdErrorMean))
    #expect(after > before + 50)
    // Filters that know of it do not lose: the correction is folded into them.
    let corrected = try real.design(Self.landscape, pattern: .stereo)
    let recovered = try #require(real.figures(corrected).itdErrorMean)
    #expect(abs(recovered - before) < 0.1)
  }

  @Test("Microphones on the other side of the board turn the sides round")
  func mirrored() throws {
    let mirror = Arrays.phone.map { (-$0.0, $0.1, $0.2) }
    let believed = try Self.designer(Self.phone)
    let design = try believed.design(Self.portrait, pattern: .stereo)
    let alone = try #require(believed.figures(design).itdErrorMean)
    let lost = try #require(
      believed.figures(design, on: Self.designer(Arrays.handHeld("mirror", mirror))).itdErrorMean)
    // From the sides a head has 650 us, which are now 650 us in the other direction.
    #expect(lost > alone + 300)
  }

  /// The head that the figures are told of comes with libmysofa1.
  private static let isHeadInstalled = access(ResponseFile.defaultHeadPath, R_OK) == 0

  /// The losses that another boundary element solver gave for the box: "on" is the free-field design on the
  /// box, "with" is the design for the box.
  private struct Loss {
    let which: Board.Case
    let itdOn: Double
    let ildOn: Double
    let itdWith: Double
    let ildWith: Double
  }

  private static let losses = [
    Loss(which: landscape, itdOn: 203, ildOn: 5.2, itdWith: 125, ildWith: 4.9),
    Loss(which: portrait, itdOn: 234, ildOn: 5.0, itdWith: 190, ildWith: 3.0),
  ]

  @Test(
    "Free-field filters of the phone lose on its box what another solver found",
    .enabled(if: isHeadInstalled, "libmysofa1"))
  func box() throws {
    let board = Arrays.phoneWithBody
    let head = Head.measured(
      try ResponseFile.readHead(path: ResponseFile.defaultHeadPath, rate: 48000))
    let shape = BoxShape(size: try #require(board.body?.size))
    let weights = try #require(
      SurfaceWeights.box(shape, microphones: board.microphones) { _ in true })
    let real = try Self.designer(board, head, body: BodyResponses(.surface(weights)))
    let believed = try Self.designer(Self.phone, head)
    for loss in Self.losses {
      let design = try believed.design(loss.which, pattern: .stereo)
      let on = believed.figures(design, on: real)
      let with = real.figures(try real.design(loss.which, pattern: .stereo))
      let itdOn = try #require(on.itdErrorMean)
      let itdWith = try #require(with.itdErrorMean)
      // The two solvers agree within a few percent; the mean over azimuth of errors that large moves as much, and the
      // other solver's filters had some sounds on the wrong side.
      #expect(abs(itdOn - loss.itdOn) < 0.12 * loss.itdOn, "\(itdOn) us on the box")
      #expect(abs(itdWith - loss.itdWith) < 0.12 * loss.itdWith, "\(itdWith) us for the box")
      #expect(abs(try #require(on.ildError) - loss.ildOn) < 0.5, "\(on.ildError ?? 0) dB")
      #expect(abs(try #require(with.ildError) - loss.ildWith) < 0.5, "\(with.ildError ?? 0) dB")
      #expect(itdOn > itdWith)
    }
  }
}
