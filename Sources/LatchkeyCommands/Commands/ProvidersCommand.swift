import AuthCore
import AuthTerminal
import AuthUI

extension Command {
  static let providers = Command("providers", summary: "List the linked providers and the configured ones") {
    (invocation) throws(AuthError) in
    let style = Style.output
    let typeWidth = invocation.plugins.map(\.type.count).max() ?? 0
    for plugin in invocation.plugins {
      invocation.report(
        ["type": .string(plugin.type), "product": .string(plugin.product), "linked": true],
        Layout.output.line(
          "\(style.green("●")) \(style.bold("\(Help.padded(plugin.type, typeWidth))"))  "
            + style.dim("\(plugin.product)"), indent: 4))
    }
    guard let configuration = try configurationIfThere(invocation) else { return 0 }
    let idWidth = max(typeWidth, configuration.providers.map(\.id.rawValue.count).max() ?? 0)
    func kind(_ type: String) -> TerminalText {
      invocation.text(Phrase("command.providers.type", ["type": .text(type)]))
    }
    let kindWidth = configuration.providers.map { kind($0.type).columns }.max() ?? 0
    for block in configuration.providers {
      let isLinked = invocation.plugins.contains { $0.type == block.type }
      let isSelected = block.id == configuration.provider
      let names = [
        isSelected ? "selected" : nil, configuration.fallback.contains(block.id) ? "fallback" : nil,
        isLinked ? nil : "notLinked",
      ].compactMap(\.self)
      let notes = names.map { invocation.text(Phrase("command.providers.\($0)")) }.joined(separator: ", ")
      let gap = String(repeating: " ", count: kindWidth - kind(block.type).columns)
      invocation.report(
        [
          "id": .string(block.id.rawValue), "type": .string(block.type), "selected": .bool(isSelected),
          "linked": .bool(isLinked),
        ],
        Layout.output.line(
          "  \(Help.padded(block.id.rawValue, idWidth))  " + style.dim(kind(block.type) + "\(gap)")
            + (notes.isEmpty ? "" : "  " + notes), indent: 4))
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
