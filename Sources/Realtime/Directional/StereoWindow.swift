/// The spectra of a window.
struct StereoWindow {
  /// The microphones, `[group][bin]`.
  let spectra: UnsafeMutablePointer<LaneComplex>
  /// The same of low bins in scalars, `[bin][microphone]`.
  let real: UnsafeMutablePointer<Float>
  let imaginary: UnsafeMutablePointer<Float>
  /// The filters' output, left and right in the first two lanes.
  let ears: UnsafeMutablePointer<LaneComplex>
}
