extension TextCatalog {
  /// German texts about errors, by their codes.
  static let germanErrors: [String: String] = [
    "error.approval_denied": "Die Anmeldung wurde auf dem anderen Gerät abgelehnt.",
    "error.approval_expired": "Die Anmeldung wurde nicht rechtzeitig bestätigt. Beginnen Sie von vorn.",
    "error.cancelled": "Abgebrochen",
    "error.captcha_required": "Der Server möchte wissen, ob Sie ein Mensch sind. Lösen Sie das Captcha.",
    "error.clock_skew": "Die Uhr dieses Geräts geht falsch. Stellen Sie sie, und versuchen Sie es erneut.",
    "error.code_expired": "Der Code ist abgelaufen. Fordern Sie einen neuen an.",
    "error.consensus_needed": "Andere müssen das zuerst bestätigen.",
    "error.credential_excluded": "Dieses Gerät ist für dieses Konto schon eingerichtet.",
    "error.flow_busy": "Einen Moment bitte. Die Anmeldung läuft noch.",
    "error.flow_expired": "Diese Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.",
    "error.forbidden": "Ihr Konto ist dazu nicht berechtigt.",
    "error.internal": "In der App ist ein Fehler aufgetreten. Melden Sie ihn dem Hersteller der App.",
    "error.invalid_code": "Der Code ist falsch. Prüfen Sie ihn, und geben Sie ihn erneut ein.",
    "error.invalid_configuration": "Die App ist nicht richtig eingerichtet. Melden Sie es dem Hersteller der App.",
    "error.invalid_identifier":
      "Der Server akzeptiert diese Adresse, diese Nummer oder diesen Benutzernamen nicht. Prüfen Sie "
      + "die Angabe, und geben Sie sie erneut ein.",
    "error.invalid_password": "Das Passwort ist falsch oder entspricht nicht den Regeln. Geben Sie es erneut ein.",
    "error.invalid_request": "Die App hat etwas Ungültiges verlangt. Melden Sie es dem Hersteller der App.",
    "error.invalid_state": "Das ist jetzt nicht möglich.",
    "error.invalid_token":
      "Der Server akzeptiert das Token der App nicht. Versuchen Sie es erneut, und melden Sie es dem "
      + "Hersteller der App, wenn es wieder scheitert.",
    "error.invite_required": "Für die Registrierung brauchen Sie eine Einladung. Geben Sie den Code der Einladung ein.",
    "error.key_unavailable":
      "Ein Schlüssel dieses Geräts ist gerade nicht verfügbar. Entsperren Sie das Gerät, und versuchen "
      + "Sie es erneut.",
    "error.malformed_response": "Die Antwort des Servers ist unverständlich. Versuchen Sie es später erneut.",
    "error.method_not_available": "Diese Methode steht nicht zur Verfügung. Wählen Sie eine andere.",
    "error.mfa_enrollment_required":
      "Ein zweiter Schritt ist nötig, aber noch nicht eingerichtet. Richten Sie einen ein.",
    "error.mfa_required": "Um zu bestätigen, dass Sie es sind, ist ein zweiter Schritt nötig.",
    "error.missing_auth_proxy_configuration":
      "Die App ist nicht richtig eingerichtet. Melden Sie es dem Hersteller der App.",
    "error.network": "Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.",
    "error.no_credential": "Auf diesem Gerät ist keine Anmeldung eingerichtet. Wählen Sie eine andere Methode.",
    "error.not_signed_in": "Sie sind nicht angemeldet. Melden Sie sich zuerst an.",
    "error.origin_not_allowed": "Die App darf diese Anfrage nicht senden. Melden Sie es dem Hersteller der App.",
    "error.other": "Etwas ist gescheitert ({code}). Versuchen Sie es später erneut.",
    "error.provider_error": "Die Anmeldung ist beim Anbieter gescheitert. Versuchen Sie es später erneut.",
    "error.provider_not_linked": "Diese App unterstützt diese Methode nicht.",
    "error.rate_limited": "Es waren zu viele Anfragen. Warten Sie einen Moment, und versuchen Sie es erneut.",
    "error.reauthentication_required": "Bestätigen Sie, dass Sie es sind. Melden Sie sich erneut an.",
    "error.redirect_denied":
      "Die Anmeldung wurde auf der anderen Seite abgelehnt. Beginnen Sie von vorn, oder wählen Sie eine "
      + "andere Methode.",
    "error.redirect_mismatch": "Die Rückkehr zur App gehört nicht zu dieser Anmeldung. Beginnen Sie von vorn.",
    "error.renewal_lost": "Ihre Sitzung konnte nicht erneuert werden. Melden Sie sich erneut an.",
    "error.request_authorization_unsupported": "Der Anbieter der App bietet das nicht an.",
    "error.response_too_large": "Die Antwort des Servers ist zu groß.",
    "error.server_error": "Der Server hat ein Problem. Versuchen Sie es später erneut.",
    "error.session_expired": "Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.",
    "error.session_revoked": "Der Server hat Ihre Sitzung beendet. Melden Sie sich erneut an.",
    "error.signature_invalid": "Eine Signatur ist ungültig. Beginnen Sie von vorn.",
    "error.store_corrupt": "Die gespeicherten Sitzungen sind beschädigt. Melden Sie es dem Hersteller der App.",
    "error.store_full": "Zum Speichern der Sitzung fehlt Platz. Schaffen Sie Platz, und versuchen Sie es erneut.",
    "error.store_locked": "Ein anderes Programm benutzt die gespeicherten Sitzungen. Versuchen Sie es erneut.",
    "error.store_permissions":
      "Die App kann nicht auf ihren Speicher zugreifen, oder andere können es auch. Melden Sie es dem "
      + "Hersteller der App.",
    "error.store_rolled_back":
      "Die gespeicherten Sitzungen sind älter, als sie sein sollten. Melden Sie es dem Hersteller der "
      + "App.",
    "error.store_unavailable": "Die gespeicherten Sitzungen sind nicht erreichbar. Versuchen Sie es später erneut.",
    "error.store_version": "Eine neuere Version der App hat die Sitzungen gespeichert. Aktualisieren Sie die App.",
    "error.timeout": "Der Server hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut.",
    "error.tls": "Es gibt keine sichere Verbindung zum Server. Prüfen Sie Ihr Netzwerk und das Datum dieses Geräts.",
    "error.token_expired": "Die Zeit für diesen Schritt ist abgelaufen. Melden Sie sich erneut an.",
    "error.token_required": "Sie sind mit Ihrem Konto nicht bei der App angemeldet. Melden Sie sich zuerst dort an.",
    "error.too_many_attempts": "Es waren zu viele Versuche. Beginnen Sie von vorn.",
    "error.unsupported": "Der Anbieter der App bietet das nicht an.",
    "error.unsupported_prompt":
      "Der Server verlangt einen Schritt, den diese Version nicht unterstützt. Aktualisieren Sie die "
      + "App, oder wählen Sie eine andere Methode.",
    "error.user_exists":
      "Zu dieser Adresse, Nummer oder diesem Benutzernamen gibt es schon ein Konto. Melden Sie sich "
      + "damit an.",
    "error.user_not_found":
      "Zu dieser Adresse, Nummer oder diesem Benutzernamen gibt es kein Konto. Prüfen Sie die Angabe, "
      + "oder registrieren Sie sich.",
  ]
}
