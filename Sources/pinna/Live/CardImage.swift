/// Those parts of the card image made by `deploy/make-image` that the recorder knows.
enum CardImage {
  /// The file in which the image notes those settings of the boot partition that it could not apply.
  static let notice = "/run/pinna-card/notice"
}
