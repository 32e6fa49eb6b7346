// swift-tools-version: 6.0
//
// The architecture of Pinna, from top to bottom: one target is one idea, and all dependencies are listed here (the
// build runs with --explicit-target-dependency-import-check error).
import PackageDescription

// The commit that `pinna --version` prints. The scripts in deploy/ set it. This file does not query git, because
// SwiftPM caches its result and would then name an older commit.
let commit = Context.environment["PINNA_COMMIT"].map {
  [CSetting.define("PINNA_COMMIT", to: "\"\($0)\"")]
}

let package = Package(
  name: "pinna",
  products: [
    // For other packages; the README of PinnaCapture states the compatibility of versions.
    .library(name: "PinnaCapture", targets: ["PinnaCapture"]),
    .library(name: "PinnaCaptureFoundation", targets: ["PinnaCaptureFoundation"]),
    .library(name: "pinna-c", type: .dynamic, targets: ["PinnaC"]),  // deploy/make-c-library
    .library(name: "Realtime", targets: ["Realtime"]),
    .library(name: "Beamforming", targets: ["Acoustics", "Beamforming", "Boards"]),
    .library(name: "TakeFiles", targets: ["TakeFiles"]),
    .executable(name: "pinna", targets: ["pinna"]),
    .executable(name: "pinna-benchmark", targets: ["Benchmarks"]),
    .executable(name: "pinna-convolve", targets: ["Convolve"]),
  ],
  targets: [
    // C and C++ libraries from Debian, each behind one adapter.
    .target(name: "CToml"),  // toml++ (header-only)
    .target(name: "CAlgebra"),  // Eigen (header-only)
    .target(name: "CFileSystem"),  // system calls that Glibc's module hides
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CMysofa", pkgConfig: "libmysofa", providers: [.apt(["libmysofa-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CEbur128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(name: "CAlsa", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .target(  // a silent error handler for alsa-lib
      name: "CAlsaQuiet", dependencies: ["CAlsa"], linkerSettings: [.linkedLibrary("asound")]),
    .systemLibrary(name: "CGpiod", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .target(  // libgpiod 1 and 2 from one source
      name: "CLines", dependencies: ["CGpiod"], linkerSettings: [.linkedLibrary("gpiod")]),
    .systemLibrary(name: "CI2C", providers: [.apt(["libi2c-dev"])]),
    .systemLibrary(
      name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .target(name: "CWebServer"),  // libmicrohttpd, loaded when it is needed
    .target(name: "CMosquitto"),  // libmosquitto, loaded when it is needed
    .target(name: "CVersion", cSettings: commit),

    // Additions to Swift's library: seeded random numbers, a hash, hexadecimal digits, error
    // translation.
    .target(name: "Essentials"),

    // Calls over a socket in the file system; independent of recorders.
    .target(name: "Varlink"),

    // Values and mathematics without side effects.
    .target(name: "TOML", dependencies: ["CToml"]),
    .target(name: "Boards", dependencies: ["Essentials", "TOML"]),
    .target(name: "Acoustics", dependencies: ["Boards", "CAlgebra"]),
    .target(
      name: "Beamforming", dependencies: ["Acoustics", "Boards", "CAlgebra", "Essentials"]),
    .target(name: "ResponseFiles", dependencies: ["Acoustics", "CMysofa"]),

    // Code with proven properties: no allocation, no locks, no C; and the marks with which a sanitizer finds the
    // realtime threads.
    .target(name: "Realtime"),
    .target(name: "CRealtimeGuard"),

    // Takes on disk.
    .target(
      name: "TakeFiles",
      dependencies: ["CDeflate", "CEbur128", "CExpat", "CFileSystem", "CSndfile", "Essentials"]),

    // The recorder without hardware, and the simulated board.
    .target(
      name: "Recorder",
      dependencies: [
        "Acoustics", "Beamforming", "Boards", "CRealtimeGuard", "Essentials", "Realtime",
        "ResponseFiles", "TakeFiles", "TOML",
      ],
      resources: [.embedInCode("Settings/pinna.toml")]),
    .target(
      name: "SimulatedBoard",
      dependencies: [
        "Acoustics", "Beamforming", "Boards", "CSampleRate", "Essentials", "Realtime", "Recorder",
        "ResponseFiles", "TakeFiles", "TOML",
      ]),

    // Real hardware: ALSA, GPIO lines, I2C.
    .target(
      name: "LinuxBoard",
      dependencies: [
        "Boards", "CAlsa", "CAlsaQuiet", "CFileSystem", "CI2C", "CLines", "CRealtimeGuard",
        "CSampleRate", "Essentials", "Realtime", "Recorder", "TakeFiles",
      ]),

    // A recorder assembled from settings, board and machine, for the commands and for other programs.
    .target(
      name: "Assembly",
      dependencies: [
        "Beamforming", "Boards", "LinuxBoard", "Recorder", "SimulatedBoard", "TakeFiles",
      ]),

    // The recorder's face to the outside: status, events, takes and methods, the loop, and both ends of the socket.
    .target(
      name: "Face",
      dependencies: [
        "Assembly", "Beamforming", "Boards", "Drawings", "Essentials", "LinuxBoard", "Realtime",
        "Recorder", "SimulatedBoard", "TakeFiles", "Varlink",
      ]),

    // The recorder as a library: stereo capture for programs, with the concepts of AVAudioSession.
    .target(
      name: "PinnaCapture",
      dependencies: [
        "Assembly", "Boards", "Essentials", "Face", "LinuxBoard", "Realtime", "Recorder",
        "SimulatedBoard", "TakeFiles", "TOML", "Varlink",
      ]),

    // The library's errors for programs with Foundation, which no other target here uses.
    .target(name: "PinnaCaptureFoundation", dependencies: ["PinnaCapture"]),

    // The library for C, and for languages that call C; its header is include/pinna.h.
    .target(
      name: "PinnaC", dependencies: ["CVersion", "PinnaCapture", "Varlink"], exclude: ["include"]),

    // Checks that find faults of a board, as values over the ports.
    .target(
      name: "Diagnostics",
      dependencies: ["Acoustics", "Beamforming", "Boards", "Essentials", "Realtime", "Recorder"]),

    // Calibration: microphone positions and differences, measured with sounds around a board.
    .target(
      name: "Calibration",
      dependencies: [
        "Acoustics", "Boards", "CAlgebra", "Diagnostics", "Essentials", "Recorder", "TOML",
      ]),

    // The page for a phone: requests in, answers out; and pinna-web, which has network access but no
    // device.
    .target(
      name: "Companion", dependencies: ["CSndfile", "Essentials", "Face", "Varlink"],
      resources: [
        .embedInCode("Page/icon.svg"), .embedInCode("Page/index.html"),
        .embedInCode("Page/pinna.css"), .embedInCode("Page/pinna.js"),
      ]),
    .target(
      name: "CompanionServer", dependencies: ["CWebServer", "Companion", "Essentials", "TakeFiles"]),

    // pinna-bridge: a running recorder for MQTT, Home Assistant and Prometheus.
    .target(name: "Bridge", dependencies: ["CMosquitto", "Essentials", "Face", "Varlink"]),

    // Output for people: drawings, tables and pages, and the commands with their own.
    .target(name: "Drawings"),
    .executableTarget(
      name: "pinna",
      dependencies: [
        "Acoustics", "Assembly", "Beamforming", "Boards", "Bridge", "CVersion", "Calibration",
        "CompanionServer", "Diagnostics", "Drawings", "Essentials", "Face", "LinuxBoard",
        "Realtime", "Recorder",
        "ResponseFiles", "SimulatedBoard", "TakeFiles", "TOML", "Varlink",
      ]),

    // Measurements of the program's goals; not shipped, and independent of the tests.
    .target(  // the table of goals for the figures, as values
      name: "ReferenceArrays", dependencies: ["Beamforming", "Boards"],
      path: "Tests/ReferenceArrays"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Acoustics", "Beamforming", "Boards", "CSndfile", "LinuxBoard", "Realtime", "Recorder",
        "ReferenceArrays", "ResponseFiles", "SimulatedBoard", "TakeFiles",
      ],
      path: "Tests/Benchmarks"),
    .target(  // a second filter engine in C, for comparison only
      name: "CReferenceKernel", path: "Tests/CReferenceKernel"),
    .executableTarget(  // the filter engine alone, from file to file
      name: "Convolve", dependencies: ["CReferenceKernel", "CSndfile", "Realtime"],
      path: "Tests/Convolve"),

    // Tests mirror the sources.
    .target(name: "CAllocationProbe", path: "Tests/CAllocationProbe"),
    .target(name: "TestSupport", dependencies: ["Essentials"], path: "Tests/TestSupport"),
    .executableTarget(
      name: "PowerCutRecorder",
      dependencies: ["Beamforming", "Boards", "Recorder", "SimulatedBoard", "TakeFiles", "TOML"],
      path: "Tests/PowerCutRecorder"),
    .testTarget(name: "VarlinkTests", dependencies: ["Essentials", "TestSupport", "Varlink"]),
    .testTarget(
      name: "FaceTests", dependencies: ["Essentials", "Face", "TestSupport", "Varlink"]),
    .testTarget(
      name: "CompanionTests",
      dependencies: ["Companion", "CSndfile", "CompanionServer", "Face", "TestSupport"]),
    .testTarget(name: "BridgeTests", dependencies: ["Bridge", "Face", "TestSupport"]),
    .testTarget(name: "TOMLTests", dependencies: ["TOML"]),
    .testTarget(name: "BoardsTests", dependencies: ["Boards", "TOML", "TestSupport"]),
    .testTarget(name: "AcousticsTests", dependencies: ["Acoustics", "Boards", "TestSupport"]),
    .testTarget(
      name: "BeamformingTests",
      dependencies: [
        "Acoustics", "Beamforming", "Boards", "ReferenceArrays", "ResponseFiles", "TestSupport",
      ]),
    .testTarget(
      name: "ResponseFilesTests",
      dependencies: ["Acoustics", "Boards", "ResponseFiles", "TestSupport"]),
    .testTarget(
      name: "RealtimeTests",
      dependencies: ["CAllocationProbe", "CRealtimeGuard", "Realtime", "TestSupport"]),
    .testTarget(
      name: "TakeFilesTests",
      dependencies: ["CSndfile", "Essentials", "TakeFiles", "TestSupport"]),
    .testTarget(
      name: "RecorderTests",
      dependencies: [
        "Acoustics", "Beamforming", "Boards", "CAllocationProbe", "CRealtimeGuard", "Essentials",
        "Realtime", "Recorder", "ResponseFiles", "SimulatedBoard", "TakeFiles", "TestSupport",
        "TOML",
      ]),
    .testTarget(
      name: "SimulatedBoardTests",
      dependencies: [
        "Acoustics", "Beamforming", "Boards", "Realtime", "Recorder", "SimulatedBoard", "TakeFiles",
        "TestSupport", "TOML",
      ]),
    .testTarget(
      name: "LinuxBoardTests",
      dependencies: [
        "Boards", "CAllocationProbe", "CRealtimeGuard", "Essentials", "LinuxBoard", "Realtime",
        "Recorder", "TakeFiles", "TestSupport",
      ]),
    .testTarget(
      name: "PinnaCaptureTests",
      dependencies: [
        "Beamforming", "Boards", "CAllocationProbe", "CVersion", "PinnaC", "PinnaCapture",
        "PinnaCaptureFoundation", "Realtime", "Recorder", "TakeFiles", "TestSupport",
      ],
      exclude: ["Interface.txt"]),
    .testTarget(
      name: "DiagnosticsTests",
      dependencies: [
        "Acoustics", "Beamforming", "Boards", "Diagnostics", "Realtime", "Recorder",
        "SimulatedBoard", "TakeFiles", "TestSupport",
      ]),
    .testTarget(
      name: "CalibrationTests",
      dependencies: [
        "Acoustics", "Boards", "Calibration", "Diagnostics", "SimulatedBoard", "TestSupport",
      ]),
    .testTarget(
      name: "StorageFaultTests",
      dependencies: ["TakeFiles", "TestSupport", "pinna"]),
    .testTarget(name: "DrawingsTests", dependencies: ["Drawings"]),
    // The commands by subject, as targets that compile in parallel.
    .target(
      name: "CommandSupport",
      dependencies: [
        "Beamforming", "Boards", "Diagnostics", "Drawings", "Face", "Realtime", "Recorder",
        "SimulatedBoard", "TakeFiles", "TestSupport", "pinna",
      ],
      path: "Tests/CommandTests/Support"),
    commandTests(
      "CommandTests", ["Board", "CommandLine", "Config", "Package"],
      ["Acoustics", "Assembly", "Beamforming", "Boards", "Drawings", "LinuxBoard", "Recorder"]),
    commandTests(
      "CommandCheckTests", ["Check"],
      ["Boards", "Calibration", "Diagnostics", "Drawings", "Recorder"]),
    commandTests(
      "CommandDesignTests", ["Design", "Layout", "Output"],
      [
        "Acoustics", "Assembly", "Beamforming", "Boards", "Drawings", "LinuxBoard", "Recorder",
        "TakeFiles",
      ]),
    commandTests(
      "CommandLiveTests", ["Bridge", "Control", "GPS", "Live"],
      [
        "Assembly", "Beamforming", "Boards", "Companion", "Drawings", "Face", "LinuxBoard",
        "Realtime", "Recorder", "SimulatedBoard", "TakeFiles", "Varlink",
      ]),
    commandTests(
      "CommandSimulateTests", ["Render", "Simulate"],
      [
        "Acoustics", "Beamforming", "Boards", "Drawings", "Recorder", "ReferenceArrays",
        "SimulatedBoard", "TakeFiles",
      ]),
    commandTests(
      "CommandTakesTests", ["Align", "Takes"],
      ["Beamforming", "Boards", "Face", "LinuxBoard", "Realtime", "Recorder", "TakeFiles"]),
    .testTarget(name: "ArchitectureTests", dependencies: ["Boards", "TestSupport"]),
    .testTarget(name: "DocumentationTests", dependencies: ["Boards", "TestSupport", "TOML"]),
  ],
  cxxLanguageStandard: .cxx17
)

/// Tests of commands in some folders of Tests/CommandTests.
func commandTests(_ name: String, _ folders: [String], _ targets: [String]) -> Target {
  let shared: [Target.Dependency] = ["CommandSupport", "TestSupport", "pinna"]
  let all = [
    "Align", "Board", "Bridge", "Check", "CommandLine", "Config", "Control", "Design", "GPS",
    "Layout", "Live", "Output", "Package", "Render", "Simulate", "Support", "Takes",
  ]
  return .testTarget(
    name: name, dependencies: shared + targets.map { .init(stringLiteral: $0) },
    path: "Tests/CommandTests", exclude: all.filter { !folders.contains($0) }, sources: folders)
}

// A target's documents are in the folder of its sources.
let documents = [
  "Acoustics": ["README.md"], "Beamforming": ["README.md"], "Calibration": ["README.md"],
  "Companion": ["README.md"], "Diagnostics": ["README.md"], "Face": ["README.md"],
  "LinuxBoard": ["README.md"], "PinnaCapture": ["README.md"], "Realtime": ["README.md"],
  "Recorder": ["AVAudioSession.md", "README.md"], "SimulatedBoard": ["README.md"],
  "TakeFiles": ["README.md"], "Varlink": ["README.md"], "pinna": ["JSON.md"],
]
for target in package.targets { target.exclude += documents[target.name] ?? [] }

// Tests with little computation of their own are compiled without the optimiser, in half the time.
let computing = [
  "AcousticsTests", "BeamformingTests", "CalibrationTests", "DiagnosticsTests", "RealtimeTests",
  "RecorderTests", "SimulatedBoardTests", "TakeFilesTests",
]
for target in package.targets where target.type == .test && !computing.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-Onone"])]
}
