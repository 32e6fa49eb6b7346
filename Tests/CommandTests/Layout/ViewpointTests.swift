import Boards
import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct ViewpointTests {
  private static let faces = DeviceFace.allCases
  private static let layouts = faces.flatMap { forward in
    faces.compactMap { Layout(forward: forward.direction, up: $0.direction) }
  }

  @Test(
    "left and right are always on the page, right to the right or mirrored, never along the line of sight"
  )
  func sidesAreOnThePage() throws {
    #expect(Self.layouts.count == 24)
    for layout in Self.layouts {
      let view = Viewpoint(of: layout)
      #expect(abs(view.project(layout.right).x) > 0.99, "\(layout)")
      #expect(abs(view.depth(layout.right)) < 1e-9)
      #expect(cross(view.pageRight, view.pageUp) == view.toward)
    }
  }

  @Test("from above, forward is up the page, up comes toward the viewer and right is at the right")
  func above() {
    for layout in Self.layouts {
      let view = Viewpoint(of: layout)
      guard view.kind == .above else { continue }
      #expect(view.heading(layout.forward) == .along(SIMD2(0, 1)))
      #expect(view.heading(layout.up) == .toward)
      #expect(view.project(layout.right).x > 0)
    }
  }

  @Test("a slanted forward is drawn as it projects")
  func slanted() throws {
    let layout = try #require(Layout(forward: Vector3(1, 1, 0), up: Vector3(0, 0, 1)))
    let view = Viewpoint(of: layout)
    #expect(view.project(layout.right).x > 0)
    guard case .along(let forward) = view.heading(layout.forward) else {
      Issue.record("forward is not on the page")
      return
    }
    #expect(forward.y > 0.7)
  }
}
