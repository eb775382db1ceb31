import AuthCore

/// The device's own secret, which a guest is recognised by: made once and kept, so that the guest of yesterday is the
/// guest of today.
struct GuestSecret: Sendable {
  private static let key = "guest"

  private let records: any RecordStore
  private let random: any RandomSource

  init(_ services: ProviderServices) {
    records = services.records
    random = services.random
  }

  /// The secret; made at the first use.
  func value() async throws(AuthError) -> Secret {
    while true {
      if let record = try await records.read(Self.key) { return record.value }
      let made = Secret(random.token(byteCount: 32))
      // Another task may be making one at the same time: the first one stays.
      if try await records.write(made, for: Self.key, expecting: nil) != nil { return made }
    }
  }
}
