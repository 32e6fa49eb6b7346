// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "convolver",
  dependencies: [.package(name: "pinna", path: "../../..")],
  targets: [
    .executableTarget(
      name: "convolver", dependencies: [.product(name: "Realtime", package: "pinna")],
      path: "Sources")
  ]
)
