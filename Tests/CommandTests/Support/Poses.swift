import Boards
import Testing

/// Which edge of a device a viewer who faces its front has at the left and at the top, worked out by hand.
struct Pose: Sendable {
  var orientation: InputOrientation
  var leftOfViewer: DeviceFace
  var rightOfViewer: DeviceFace
  var top: DeviceFace

  static let all: [InputOrientation: Pose] = [
    .portrait: Pose(
      orientation: .portrait, leftOfViewer: .left, rightOfViewer: .right, top: .top),
    .portraitUpsideDown: Pose(
      orientation: .portraitUpsideDown, leftOfViewer: .right, rightOfViewer: .left, top: .bottom),
    .landscapeLeft: Pose(
      orientation: .landscapeLeft, leftOfViewer: .bottom, rightOfViewer: .top, top: .left),
    .landscapeRight: Pose(
      orientation: .landscapeRight, leftOfViewer: .top, rightOfViewer: .bottom, top: .right),
  ]
}

/// One row of the table of the eight cases in the README, as a drawing must show it.
struct DrawnCase: Sendable, CustomTestStringConvertible {
  var number: Int
  var which: Board.Case
  var orientation: InputOrientation
  /// Edges of the channels.
  var left: DeviceFace
  var right: DeviceFace
  var forward: String

  var testDescription: String { "#\(number)" }

  private init(
    _ number: Int, _ source: Int, _ orientation: InputOrientation, _ left: DeviceFace,
    _ right: DeviceFace
  ) {
    self.number = number
    which = Board.Case(dataSource: source, orientation: orientation)
    self.orientation = orientation
    self.left = left
    self.right = right
    forward = source == 0 ? "out of the back, away from you" : "out of the front, toward you"
  }

  /// Typed from the README, not computed; data source 0 is Back and 1 is Front.
  static let all = [
    DrawnCase(1, 0, .portrait, .left, .right),
    DrawnCase(2, 0, .portraitUpsideDown, .right, .left),
    DrawnCase(3, 0, .landscapeLeft, .bottom, .top),
    DrawnCase(4, 0, .landscapeRight, .top, .bottom),
    DrawnCase(5, 1, .portrait, .right, .left),
    DrawnCase(6, 1, .portraitUpsideDown, .left, .right),
    DrawnCase(7, 1, .landscapeLeft, .top, .bottom),
    DrawnCase(8, 1, .landscapeRight, .bottom, .top),
  ]

  /// True when the left channel is at the left of a viewer who faces the front.
  var leftIsAtViewersLeft: Bool { Pose.all[orientation]?.leftOfViewer == left }
}
