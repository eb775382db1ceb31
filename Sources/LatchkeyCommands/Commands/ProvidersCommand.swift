import AuthCore
import AuthTerminal

extension Command {
  static let providers = Command("providers", summary: "List the linked providers and the configured ones") {
    (invocation) throws(AuthError) in
    let style = Style.output
    let typeWidth = invocation.plugins.map(\.type.count).max() ?? 0
    for plugin in invocation.plugins {
      invocation.report(
        ["type": .string(plugin.type), "product": .string(plugin.product), "linked": true],
        "\(style.green("●")) \(style.bold("\(Help.padded(plugin.type, typeWidth))"))  \(style.dim("\(plugin.product)"))"
      )
    }
    guard let configuration = try configurationIfThere(invocation) else { return 0 }
    let idWidth = max(typeWidth, configuration.providers.map(\.id.rawValue.count).max() ?? 0)
    let kindWidth = "type ".count + (configuration.providers.map(\.type.count).max() ?? 0)
    for block in configuration.providers {
      let isLinked = invocation.plugins.contains { $0.type == block.type }
      let isSelected = block.id == configuration.provider
      var notes = isSelected ? ["selected"] : []
      if configuration.fallback.contains(block.id) { notes.append("fallback") }
      if !isLinked { notes.append("not linked") }
      invocation.report(
        [
          "id": .string(block.id.rawValue), "type": .string(block.type), "selected": .bool(isSelected),
          "linked": .bool(isLinked),
        ],
        "  \(Help.padded(block.id.rawValue, idWidth))  \(style.dim("\(Help.padded("type \(block.type)", kindWidth))"))"
          + (notes.isEmpty ? "" : "  \(notes.joined(separator: ", "))"))
    }
    return 0
  }

  /// The configuration; nil if the file at the default path does not exist or is invalid.
  ///
  /// - Throws: the error of the configuration if `--config` or `AUTH_CONFIG` is set, because the file is then expected.
  private static func configurationIfThere(_ invocation: Invocation) throws(AuthError) -> AuthConfiguration? {
    do throws(AuthError) {
      return try invocation.configuration()
    } catch {
      if invocation.arguments.value("config") != nil || invocation.environment["AUTH_CONFIG"] != nil { throw error }
      return nil
    }
  }
}
