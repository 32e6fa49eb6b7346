/// A complex number.
public struct Complex: Sendable, Equatable {
  /// The real part.
  public var re: Double
  /// The imaginary part.
  public var im: Double

  /// Creates a complex number from its parts.
  @inlinable public init(_ re: Double, _ im: Double = 0) {
    self.re = re
    self.im = im
  }

  /// Zero.
  public static let zero = Complex(0, 0)

  /// The square of the absolute value.
  @inlinable public var power: Double { re * re + im * im }
  /// The absolute value.
  @inlinable public var magnitude: Double { power.squareRoot() }
  /// The complex conjugate.
  @inlinable public var conjugate: Complex { Complex(re, -im) }

  /// The sum.
  @inlinable public static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.re + b.re, a.im + b.im)
  }
  /// The difference.
  @inlinable public static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.re - b.re, a.im - b.im)
  }
  /// The product.
  @inlinable public static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
  }
  /// The product with a real number.
  @inlinable public static func * (a: Complex, b: Double) -> Complex {
    Complex(a.re * b, a.im * b)
  }
  /// The quotient.
  @inlinable public static func / (a: Complex, b: Complex) -> Complex {
    a * b.conjugate * (1 / b.power)
  }
  /// Adds a number in place.
  @inlinable public static func += (a: inout Complex, b: Complex) { a = a + b }
}
