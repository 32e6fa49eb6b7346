import Boards
import Realtime

/// How sensitive a data source is in each direction.
public typealias PolarPattern = Boards.PolarPattern

/// The orientation of a board, named after the side on which its connector is.
public typealias InputOrientation = Boards.InputOrientation

/// A face or an edge of a device.
public typealias DeviceFace = Boards.DeviceFace

/// The position of a data source on a device.
public typealias DataSourceLocation = Boards.DataSourceLocation

/// The outcome of a pull.
public typealias PullOutcome = Realtime.LivePullOutcome
