/// The content that copies of a session share. It is immutable: a change of a session creates new content.
@usableFromInline final class SessionContent: Sendable {
  @usableFromInline let fields: SessionFields

  init(_ fields: SessionFields) { self.fields = fields }
}
