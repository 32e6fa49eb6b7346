// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "level-meter",
  dependencies: [.package(name: "pinna", path: "../../..")],
  targets: [
    .executableTarget(
      name: "level-meter", dependencies: [.product(name: "PinnaCapture", package: "pinna")],
      path: "Sources")
  ]
)
