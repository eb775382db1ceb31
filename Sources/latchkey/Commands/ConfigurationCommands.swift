import AuthCore

extension Command {
  static let providers = Command("providers", summary: "What is linked, and what the configuration uses of it") {
    (invocation) throws(AuthError) in
    let style = Style.output
    for plugin in LinkedProviders.plugins {
      invocation.report(
        ["type": .string(plugin.type), "product": .string(plugin.product), "linked": true],
        "\(style.green("●")) \(style.bold(plugin.type))  \(style.dim(plugin.product))")
    }
    guard let configuration = try configurationIfThere(invocation) else { return 0 }
    for block in configuration.providers {
      let isLinked = LinkedProviders.plugins.contains { $0.type == block.type }
      let isSelected = block.id == configuration.provider
      var notes = [isSelected ? "selected" : nil, configuration.fallback.contains(block.id) ? "fallback" : nil]
      if !isLinked { notes.append("not linked") }
      invocation.report(
        [
          "id": .string(block.id.rawValue), "type": .string(block.type), "selected": .bool(isSelected),
          "linked": .bool(isLinked),
        ], "  \(block.id)  \(style.dim("type \(block.type)"))  \(notes.compactMap(\.self).joined(separator: ", "))")
    }
    return 0
  }

  /// The configuration, where there is one at the place where it is looked for by default.
  private static func configurationIfThere(_ invocation: Invocation) throws(AuthError) -> AuthConfiguration? {
    do throws(AuthError) {
      return try invocation.configuration()
    } catch {
      if invocation.arguments.value("config") != nil || invocation.environment["AUTH_CONFIG"] != nil { throw error }
      return nil
    }
  }
}
