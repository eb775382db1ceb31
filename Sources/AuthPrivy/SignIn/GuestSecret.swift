import AuthCore

/// The device's own secret, which identifies a guest. It is created once and kept, so that the guest stays the same
/// user.
struct GuestSecret: Sendable {
  private static let key = "guest"

  private let records: any RecordStore
  private let random: any RandomSource

  init(_ services: ProviderServices) {
    records = services.records
    random = services.random
  }

  /// The secret, which is made at the first use.
  func value() async throws(AuthError) -> Secret {
    while true {
      if let record = try await records.read(Self.key) { return record.value }
      let made = Secret(random.token(byteCount: 32))
      // Another task may make a secret at the same time. The first one is kept.
      if try await records.write(made, for: Self.key, expecting: nil) != nil { return made }
    }
  }
}
