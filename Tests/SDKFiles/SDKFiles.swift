package import AuthAdoption
package import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A temporary directory with an app's preferences and keychain items, for `SDKDirectory`. It is deleted with this
/// value.
package final class SDKFiles: Sendable {
  /// A value of a preference.
  package enum Preference: Sendable {
    case text(String)
    case json(JSONValue)
  }

  package let path: String
  /// The storage that reads the directory.
  package var storage: SDKDirectory { SDKDirectory(path) }

  /// Writes the files.
  ///
  /// - Parameters:
  ///   - passwords: service, account and data of each generic password.
  ///   - keys: tag, label and private scalar of each key.
  package init(
    preferences: [String: Preference], passwords: [(service: String, account: String, value: String)] = [],
    keys: [(tag: String?, label: String?, scalar: Secret)] = []
  ) throws {
    path = FileManager.default.temporaryDirectory.path + "/sdk-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try write("preferences.plist", Array(PlistWriter.xml(preferences).utf8))
    let items: JSONValue = [
      "passwords": .array(
        passwords.map {
          [
            "service": .string($0.service), "account": .string($0.account),
            "data": .string(Base64.encode(Array($0.value.utf8))),
          ]
        }),
      "keys": .array(
        keys.map { key in
          var object: JSONObject = ["privateKey": .string(key.scalar.withBytes { Hex.encode($0) })]
          object["tag"] = key.tag.map { .string($0) }
          object["label"] = key.label.map { .string($0) }
          return .object(object)
        }),
    ]
    try write("keychain.json", items.serialized)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
  }
}

/// Writes property lists as text, so that the reader is not tested by the library that it uses.
private enum PlistWriter {
  static func xml(_ preferences: [String: SDKFiles.Preference]) -> String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, #"<plist version="1.0"><dict>"#]
    for (name, value) in preferences.sorted(by: { $0.key < $1.key }) {
      lines.append("<key>\(escaped(name))</key>")
      switch value {
      case .text(let text): lines.append("<string>\(escaped(text))</string>")
      case .json(let json): lines.append("<data>\(Base64.encode(json.serialized))</data>")
      }
    }
    return (lines + ["</dict></plist>"]).joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
