import Boards
import Realtime

/// The sensitivity of a data source as a function of direction.
public typealias PolarPattern = Boards.PolarPattern

/// The way in which a board is held, named after where its connector is.
public typealias InputOrientation = Boards.InputOrientation

/// A face or an edge of a device.
public typealias DeviceFace = Boards.DeviceFace

/// The part of a device in which a data source is.
public typealias DataSourceLocation = Boards.DataSourceLocation

/// The outcome of a pull.
public typealias PullOutcome = Realtime.LivePullOutcome
