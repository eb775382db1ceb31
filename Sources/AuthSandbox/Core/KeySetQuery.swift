/// A key set that an app registered by its URL, and the key in it that a request's token names.
package struct KeySetQuery: Sendable, Hashable {
  let url: String
  let keyID: String?
}
