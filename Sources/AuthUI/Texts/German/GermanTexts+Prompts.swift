extension TextCatalog {
  /// German texts of the screens of a flow.
  static let germanPrompts: [String: String] = [
    "action.cancel": "Abbrechen",
    "action.check": "Jetzt prüfen",
    "action.chooseMethod": "Andere Methode wählen",
    "action.close": "Schließen",
    "action.continue": "Weiter",
    "action.openPage": "Seite öffnen",
    "action.resend": "Neuen Code senden",
    "action.restart": "Von vorn beginnen",
    "action.retry": "Erneut versuchen",
    "action.sign": "Mit der Wallet signieren",
    "action.signIn": "Erneut anmelden",
    "activity.deviceTrust": "Dieses Gerät wird erkannt …",
    "activity.passkey": "Warten auf Ihren Passkey …",
    "activity.polling": "Warten auf Ihr anderes Gerät …",
    "activity.request": "Einen Moment …",
    "activity.tokenFetch": "Der Server der App wird gefragt …",
    "fact.code": "Code",
    "fact.message": "Zu signierende Nachricht",
    "fact.page": "Seite",
    "fact.qrCode": "QR-Code",
    "fact.secret": "Schlüssel",
    "fault.callback": "Fahren Sie auf der geöffneten Seite fort.",
    "fault.characters": "Dieser Code ist ungültig. Prüfen Sie seine Zeichen und seine Länge.",
    "fault.choice": "Wählen Sie eine Möglichkeit.",
    "fault.email": "Das ist keine E-Mail-Adresse. Geben Sie eine ein, zum Beispiel jane@example.com.",
    "fault.empty": "Geben Sie zuerst etwas ein.",
    "fault.length": "Geben Sie den Code ein. Er hat {count, plural, one {# Zeichen} other {# Zeichen}}.",
    "fault.missing": "Füllen Sie „{field}“ aus.",
    "fault.phone": "Das ist keine Telefonnummer mit + und Landesvorwahl. Geben Sie eine ein, zum Beispiel +4930123456.",
    "fault.unanswerable": "In diesem Schritt kann nichts eingegeben werden.",
    "field.authorizationCode": "Autorisierungscode der Systemanmeldung",
    "field.captcha": "Captcha",
    "field.code": "Code",
    "field.email": "E-Mail-Adresse",
    "field.identifier": "Benutzername, E-Mail-Adresse oder Telefonnummer",
    "field.inviteCode": "Einladungscode",
    "field.optional": "{label} (optional)",
    "field.password": "Passwort",
    "field.phone": "Telefonnummer",
    "field.phone.hint": "Mit + und Landesvorwahl, zum Beispiel +4930123456",
    "field.pin": "PIN",
    "field.signature": "Signatur",
    "field.totp": "Code der Authenticator-App",
    "field.walletAddress": "Wallet-Adresse",
    "flow.alternatives": "Andere Methoden",
    "flow.failed": "Das hat nicht geklappt",
    "flow.starting": "Einen Moment …",
    "method.custom_jwt": "Konto dieser App",
    "method.device_code": "Anderes Gerät",
    "method.email_magic_link": "Link per E-Mail",
    "method.email_otp": "Code per E-Mail",
    "method.guest": "Gast",
    "method.in_app": "Dieses Gerät",
    "method.passkey": "Passkey",
    "method.password": "Passwort",
    "method.push": "Bestätigung auf einem anderen Gerät",
    "method.qr": "QR-Code",
    "method.security_key": "Sicherheitsschlüssel",
    "method.sms_otp": "Code per SMS",
    "method.totp": "Authenticator-App",
    "method.wallet": "Wallet",
    "method.whatsapp_otp": "Code per WhatsApp",
    "problem.attempts": "{count, plural, one {noch # Versuch} other {noch # Versuche}}",
    "problem.trace": "Für den Support: {id}",
    "problem.wallet": "Die Wallet hat nicht unterschrieben. Öffnen Sie sie, und versuchen Sie es noch einmal.",
    "problem.wait": "Versuchen Sie es in {time} erneut.",
    "prompt.account.title": "Welches Konto?",
    "prompt.approval.claimed": "Gescannt. Bestätigen Sie die Anfrage auf Ihrem Telefon.",
    "prompt.approval.link": "Öffnen Sie den Link in der E-Mail, die Sie bekommen haben",
    "prompt.approval.title": "Bestätigen Sie die Anfrage auf Ihrem anderen Gerät",
    "prompt.characters.email":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der per E-Mail an "
      + "{destination} gesendet wurde",
    "prompt.characters.sent":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der an "
      + "{destination} gesendet wurde",
    "prompt.characters.sms":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der per SMS an "
      + "{destination} gesendet wurde",
    "prompt.characters.whatsapp":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der per WhatsApp "
      + "an {destination} gesendet wurde",
    "prompt.code.email": "Geben Sie den Code ein, der per E-Mail an {destination} gesendet wurde",
    "prompt.code.resendIn": "In {time} können Sie einen neuen Code anfordern.",
    "prompt.code.sent": "Geben Sie den Code ein, der an {destination} gesendet wurde",
    "prompt.code.sms": "Geben Sie den Code ein, der per SMS an {destination} gesendet wurde",
    "prompt.code.whatsapp": "Geben Sie den Code ein, der per WhatsApp an {destination} gesendet wurde",
    "prompt.digits.email":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der per E-Mail an "
      + "{destination} gesendet wurde",
    "prompt.digits.sent":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der an "
      + "{destination} gesendet wurde",
    "prompt.digits.sms":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der per SMS an "
      + "{destination} gesendet wurde",
    "prompt.digits.whatsapp":
      "Geben Sie den {count, plural, one {#-stelligen} other {#-stelligen}} Code ein, der per WhatsApp "
      + "an {destination} gesendet wurde",
    "prompt.email.title": "Geben Sie Ihre E-Mail-Adresse ein",
    "prompt.expired": "Die Zeit ist abgelaufen. Beginnen Sie von vorn.",
    "prompt.expired.resend": "Die Zeit ist abgelaufen. Fordern Sie einen neuen Code an.",
    "prompt.expiresIn": "Noch {time} gültig",
    "prompt.input.title": "Füllen Sie die Felder aus",
    "prompt.method.confirm": "Wie möchten Sie bestätigen, dass Sie es sind?",
    "prompt.method.enroll": "Welche Methode möchten Sie hinzufügen?",
    "prompt.method.signIn": "Wie möchten Sie sich anmelden?",
    "prompt.method.signUp": "Wie möchten Sie sich registrieren?",
    "prompt.phone.title": "Geben Sie Ihre Telefonnummer ein",
    "prompt.redirect.detail": "Die Anmeldung geht dort weiter und kehrt dann zu dieser App zurück.",
    "prompt.redirect.title": "Weiter bei {host}",
    "prompt.sign.form": "Die Signatur hat die Form: {form}.",
    "prompt.sign.signer": "Signieren Sie mit {signer}.",
    "prompt.sign.title": "Signieren Sie diese Nachricht mit Ihrer Wallet",
    "prompt.totp.title":
      "Geben Sie die {count, plural, one {# Ziffer} other {# Ziffern}} ein, die Ihre Authenticator-App "
      + "zeigt",
    "prompt.totpSetup.title":
      "Scannen Sie diesen Code mit Ihrer Authenticator-App, und geben Sie den Code ein, den die App "
      + "zeigt",
    "prompt.unknown.title":
      "Der Server verlangt den Schritt „{type}“, den diese Version nicht unterstützt. Aktualisieren Sie "
      + "die App, oder wählen Sie eine andere Methode.",
    "result.authorizationCode": "Bestätigt. Der Server der App schließt die Anmeldung ab.",
    "result.credential": "Hinzugefügt: {method}",
    "result.proof": "Bestätigt",
    "result.welcome": "Willkommen, {user}",
    "result.welcomeBack": "Willkommen zurück, {user}",
    "risk.detected": "Der Server meldet ein Risiko bei dieser Anmeldung.",
    "risk.reasons": "Der Server meldet ein Risiko bei dieser Anmeldung: {reasons}",
    "verbatim": "{text}",
  ]
}
