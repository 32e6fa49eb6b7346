/// The spectra of one window.
struct StereoWindow {
  /// The spectra of the microphones.
  var microphones: SpectrumRows
  /// The spectra of the filters' output: left, then right.
  let ears: SpectrumRows
}
