import AuthCore

/// The apps and sites that may use the sandbox's passkeys, and the association files that declare them.
struct AppAssociations: Sendable {
  /// An Android app: its package name, and the SHA-256 digest of its signing certificate.
  struct AndroidApp: Sendable {
    let package: String
    let fingerprint: [UInt8]

    /// The origin in the client data of the app's WebAuthn ceremonies.
    var origin: String { "android:apk-key-hash:" + Base64URL.encode(fingerprint) }

    /// The app's statement in the format of Digital Asset Links, version 1.
    fileprivate var statement: JSONValue {
      [
        "relation": ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
        "target": [
          "namespace": "android_app", "package_name": .string(package),
          "sha256_cert_fingerprints": [
            .string(fingerprint.map { Hex.encode([$0]).uppercased() }.joined(separator: ":"))
          ],
        ],
      ]
    }
  }

  /// Apple's app ids: the team's id and the app's bundle id, `ABCDE12345.com.example.app`.
  private(set) var appleApps: [String] = []
  private(set) var androidApps: [AndroidApp] = []
  /// Other sites that may use the sandbox's passkeys (WebAuthn Level 3 §5.11, related origins).
  private(set) var relatedOrigins: [String] = []

  /// The origins that are accepted in addition to the sandbox's own. Apple apps do not add an origin: the ceremonies of
  /// an Apple app have the origin of the site.
  var origins: [String] { relatedOrigins + androidApps.map(\.origin) }

  /// `POST /sandbox/associations`: sets the members in `body` and keeps the others; nil if a member is malformed.
  func changed(by body: JSONObject) -> AppAssociations? {
    var changed = self
    if let apps = body["appleApps"] {
      guard let ids = apps.arrayValue?.compactMap(\.stringValue), ids.count == apps.arrayValue?.count,
        ids.allSatisfy({ $0.split(separator: ".").count > 1 })
      else { return nil }
      changed.appleApps = ids
    }
    if let apps = body["androidApps"] {
      guard let list = apps.arrayValue?.compactMap(Self.androidApp), list.count == apps.arrayValue?.count else {
        return nil
      }
      changed.androidApps = list
    }
    if let origins = body["relatedOrigins"] {
      guard let list = origins.arrayValue?.compactMap({ $0.stringValue.flatMap { Origin($0) } }),
        list.count == origins.arrayValue?.count
      else { return nil }
      changed.relatedOrigins = list.map { "\($0)" }
    }
    return changed
  }

  private static func androidApp(_ value: JSONValue) -> AndroidApp? {
    guard let package = value["package"]?.stringValue, !package.isEmpty,
      let digest = value["fingerprint"]?.stringValue.flatMap({ Hex.decode($0.filter { $0 != ":" }.lowercased()) }),
      digest.count == 32
    else { return nil }
    return AndroidApp(package: package, fingerprint: digest)
  }

  /// Returns the association file at a path below `/.well-known`; nil for any other path.
  func file(_ path: String, siteOrigins: [String]) -> SandboxResponse? {
    switch path {
    // Apple's "Supporting associated domains".
    case "/apple-app-site-association":
      .json(["webcredentials": ["apps": .array(appleApps.map { .string($0) })]])
    // Google's Digital Asset Links.
    case "/assetlinks.json": .json(.array(androidApps.map(\.statement)))
    // WebAuthn Level 3 §5.11.1.
    case "/webauthn":
      .json(["origins": .array((siteOrigins + relatedOrigins).map { .string($0) })])
    default: nil
    }
  }
}
