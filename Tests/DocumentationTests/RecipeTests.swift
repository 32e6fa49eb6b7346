import Boards
import TestSupport
import Testing

/// The steps of a recipe, in the order in which hands do them.
private let order = [
  "Card", "System", "Package", "Overlay", "Wires", "Board file", "Check", "Take",
]
private let recipes = Recipe.all
private let whole = recipes.filter(\.hasSteps)

@Suite("Recipes leave nothing out, and their left and right are those of layout")
struct RecipeTests {
  @Test("there are four recipes, and one variant")
  func present() {
    #expect(whole.map(\.name) == ["zero2-pair", "pi5-four", "pi4-hat", "usb-array"])
    #expect(recipes.count == 5)
  }

  @Test("who faces the sound has on the left what layout calls left", arguments: recipes)
  func sides(recipe: Recipe) throws {
    let board = try recipe.board()
    #expect(recipe.sides.map(\.source).sorted() == board.dataSources.map(\.name).sorted())
    for side in recipe.sides {
      let index = try #require(board.dataSource(named: side.source))
      let upright = Board.Case(dataSource: index, orientation: .portrait)
      let layout = try #require(board.layout(upright))
      #expect(side.seen == DeviceFace(nearest: -layout.forward).rawValue, "\(side.source)")
      #expect(side.left == board.recipeWords(towards: layout.left), "\(side.source)")
      #expect(side.right == board.recipeWords(towards: layout.right), "\(side.source)")
    }
  }

  @Test("a corner that the text names is the corner of the board file", arguments: recipes)
  func corners(recipe: Recipe) throws {
    let board = try recipe.board()
    let text = recipe.lines.joined(separator: " ")
    for found in text.matches(of: /(MIC[0-9]) at the (top|bottom) (left|right)/) {
      let place = try #require(board.microphones.first { $0.name == found.output.1 }).position
      #expect((place.y > 0) == (found.output.2 == "top"), "\(found.output.0)")
      #expect((place.x < 0) == (found.output.3 == "left"), "\(found.output.0)")
    }
    for found in text.matches(of: /(MIC[0-9]) below (MIC[0-9])/) {
      let lower = try #require(board.microphones.first { $0.name == found.output.1 }).position
      let upper = try #require(board.microphones.first { $0.name == found.output.2 }).position
      #expect(abs(lower.x - upper.x) < 1e-6 && lower.y < upper.y, "\(found.output.0)")
    }
  }

  @Test("SEL at ground is an even channel, at 3.3 V the odd one after it", arguments: recipes)
  func channels(recipe: Recipe) throws {
    let board = try recipe.board()
    for part in board.header?.parts ?? [] {
      let microphone = try #require(board.microphones.first { $0.name == part.name })
      let select = try #require(part.wires.first { $0.pad == "SEL" })
      #expect((microphone.channel % 2 == 0) == (select.signal == .ground), "\(part.name)")
    }
  }

  @Test(
    "every step is there, in the order of the hands, with what is right and wrong after it",
    arguments: whole)
  func steps(recipe: Recipe) {
    let names = recipe.steps.map { step in
      order.first { step.name.hasPrefix($0) } ?? step.name
    }
    #expect(names == order)
    for step in recipe.steps {
      let right = step.text.firstRange(of: "*Right:*")
      let wrong = step.text.firstRange(of: "*Wrong:*")
      #expect(right != nil && wrong != nil, "\(step.name)")
      if let right, let wrong { #expect(right.lowerBound < wrong.lowerBound, "\(step.name)") }
    }
  }

  @Test("nothing of the package is used before it is installed", arguments: whole)
  func package(recipe: Recipe) throws {
    for step in recipe.steps {
      if step.name == "Package" { break }
      #expect(!step.text.contains("/usr/share"), "\(step.name)")
      #expect(!step.text.contains("`pinna"), "\(step.name)")
    }
    let package = try #require(recipe.steps.first { $0.name == "Package" }).text
    for words in ["git clone ADDRESS", "deploy/make-package", "apt install ./", "pinna --version"] {
      #expect(package.contains(words), "\(words)")
    }
  }

  @Test(
    "the lines of config.txt, the overlay and the files are those of the board", arguments: whole)
  func files(recipe: Recipe) throws {
    let board = try recipe.board()
    let overlay = try #require(recipe.steps.first { $0.name.hasPrefix("Overlay") }).text
    for line in board.header?.config ?? [] { #expect(overlay.contains(line), "\(line)") }
    let card = try #require(board.capture.device.firstMatch(of: /CARD=([^,]+)/)).output.1
    #expect(overlay.contains(card) || recipe.name == "usb-array", "\(card)")
    let file = try #require(recipe.steps.first { $0.name == "Board file" }).text
    #expect(file.contains("/usr/share/doc/pinna/deploy/recipes/\(recipe.name).toml"))
    let sources = recipe.steps.flatMap { step in
      step.text.matches(of: /\/usr\/share\/pinna\/(overlays\/[^ ]+)/).map { String($0.output.1) }
    }
    for source in sources {
      #expect(MarkdownFile.text(of: "\(MarkdownFile.root)/deploy/\(source)") != nil, "\(source)")
    }
  }
}
