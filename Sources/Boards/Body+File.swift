import TOML

extension Body {
  fileprivate enum ModelName: String, CaseIterable {
    case freeField = "free-field"
    case sphere
    case box
    case measured
  }

  /// Reads the table `[body]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> Body? {
    guard let table else { return nil }
    let size = try table.doubles(
      "size", count: 3, in: 0.1...2000, unit: "mm", example: "[65.0, 65.0, 3.0]")
    let model = try table.choice("model", ModelName.self) ?? .freeField
    try table.check("radius", onlyFor: .sphere, model)
    try table.check("responses", onlyFor: .measured, model)
    return Body(
      size: Vector3(size[0], size[1], size[2]) / 1000, model: try table.bodyModel(model))
  }

  /// Checks that microphones are near the sphere of the body, because many sources give its diameter.
  func checkRadius(_ microphones: [Microphone], _ table: TOMLTable?) throws(TOMLError) {
    guard case .sphere(let radius) = model, let table,
      let far = microphones.first(where: { abs($0.position.length - radius) > radius / 3 })
    else { return }
    throw table.error(
      at: "radius",
      "is \(decimal(radius * 1000)) mm, but \"\(far.name)\" is "
        + "\(decimal(far.position.length * 1000)) mm from the centre of the sphere",
      "write the radius, not the diameter; the distance of a microphone must be two thirds to four "
        + "thirds of it")
  }

  /// The same body, with the path of its response file resolved against the folder of the board file.
  func inFolder(of path: String) -> Body {
    guard case .measured(let file) = model, !file.hasPrefix("/"),
      let slash = path.lastIndex(of: "/")
    else { return self }
    return Body(size: size, model: .measured(file: path[...slash] + file))
  }
}

extension TOMLTable {
  fileprivate func bodyModel(_ name: Body.ModelName) throws(TOMLError) -> BodyModel {
    switch name {
    case .freeField: return .freeField
    case .box: return .box
    case .sphere:
      return .sphere(
        radius: try double("radius", in: 1...1000, unit: "mm", example: "40.0") / 1000)
    case .measured:
      return .measured(file: try string("responses", example: "\"phone.sofa\""))
    }
  }

  fileprivate func check(
    _ key: String, onlyFor owner: Body.ModelName, _ model: Body.ModelName
  ) throws(TOMLError) {
    know(key)
    guard contains(key), model != owner else { return }
    throw error(
      at: key, "is only for model = \"\(owner.rawValue)\", but the model is \"\(model.rawValue)\"",
      "remove it, or write model = \"\(owner.rawValue)\"")
  }
}
