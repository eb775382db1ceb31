import AuthCore
import AuthCrypto

/// The refusal of a start token.
struct HawcxRefusedToken: Error {
  let failure: HawcxFailure
}
