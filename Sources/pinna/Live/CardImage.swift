/// The card image of `deploy/make-image`, as far as the recorder knows it.
enum CardImage {
  /// The file in which the image reports settings of the boot partition that it could not apply.
  static let notice = "/run/pinna-card/notice"
}
