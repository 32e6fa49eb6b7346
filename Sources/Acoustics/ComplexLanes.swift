/// Four complex numbers, for one step of the loops over directions.
///
/// The real and the imaginary parts are separate, so that the compiler uses the processor's vector unit.
@frozen public struct ComplexLanes: Sendable, Equatable {
  /// The real parts.
  public var re: SIMD4<Double>
  /// The imaginary parts.
  public var im: SIMD4<Double>

  /// Creates four complex numbers from their parts.
  @inlinable public init(_ re: SIMD4<Double>, _ im: SIMD4<Double>) {
    self.re = re
    self.im = im
  }

  /// Four zeros.
  @inlinable public static var zero: ComplexLanes { ComplexLanes(.zero, .zero) }

  /// The squares of the absolute values.
  @inlinable public var power: SIMD4<Double> { re * re + im * im }

  /// One of the four numbers.
  @inlinable public subscript(_ lane: Int) -> Complex {
    get { Complex(re[lane], im[lane]) }
    set {
      re[lane] = newValue.re
      im[lane] = newValue.im
    }
  }

  /// The products, lane by lane.
  @inlinable public static func * (a: ComplexLanes, b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
  }

  /// The products with real numbers, lane by lane.
  @inlinable public static func * (a: ComplexLanes, b: SIMD4<Double>) -> ComplexLanes {
    ComplexLanes(a.re * b, a.im * b)
  }

  /// The sums, lane by lane.
  @inlinable public static func + (a: ComplexLanes, b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(a.re + b.re, a.im + b.im)
  }

  /// Adds `a` times a number.
  @inlinable @inline(__always) public mutating func add(_ a: ComplexLanes, times b: Complex) {
    re += a.re * b.re - a.im * b.im
    im += a.re * b.im + a.im * b.re
  }

  /// Adds the conjugate of `a` times `b`, lane by lane.
  @inlinable public mutating func addConjugate(_ a: ComplexLanes, times b: ComplexLanes) {
    re += a.re * b.re + a.im * b.im
    im += a.re * b.im - a.im * b.re
  }

  /// The sum of the four numbers.
  @inlinable public var sum: Complex { Complex(re.sum(), im.sum()) }
}
