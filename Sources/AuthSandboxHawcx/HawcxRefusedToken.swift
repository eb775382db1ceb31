import AuthCore
import AuthCrypto

/// Why a start token is refused.
struct HawcxRefusedToken: Error {
  let failure: HawcxFailure
}
