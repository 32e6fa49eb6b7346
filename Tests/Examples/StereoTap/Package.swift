// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "stereo-tap",
  dependencies: [.package(name: "pinna", path: "../../..")],
  targets: [
    .executableTarget(
      name: "stereo-tap", dependencies: [.product(name: "PinnaCapture", package: "pinna")],
      path: "Sources")
  ]
)
