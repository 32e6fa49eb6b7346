/// The spectra of a window.
struct StereoWindow {
  /// The microphones.
  let microphones: SpectrumRows
  /// The filters' output: left and right.
  let ears: SpectrumRows
}
