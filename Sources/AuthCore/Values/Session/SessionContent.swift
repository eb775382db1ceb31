/// The content that copies of a session share. It never changes: a changed session gets new content.
@usableFromInline final class SessionContent: Sendable {
  @usableFromInline let fields: SessionFields

  init(_ fields: SessionFields) { self.fields = fields }
}
