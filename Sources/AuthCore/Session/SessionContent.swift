/// What copies of a session share. It is never changed: a session that changes gets another one.
@usableFromInline final class SessionContent: Sendable {
  @usableFromInline let fields: SessionFields

  init(_ fields: SessionFields) { self.fields = fields }
}
