// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "voice-memo",
  dependencies: [.package(name: "pinna", path: "../../..")],
  targets: [
    .executableTarget(
      name: "voice-memo", dependencies: [.product(name: "PinnaCapture", package: "pinna")],
      path: "Sources")
  ]
)
