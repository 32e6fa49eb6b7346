/// The system of `deploy/make-image`, as far as the recorder knows it.
enum CardImage {
  /// The file in which that system leaves what it could not take up from the boot partition.
  static let notice = "/run/pinna-card/notice"
}
