import { errors } from './de-DE-errors.ts'
import type { Locale } from './locale.ts'
import type { LocaleTexts } from './texts.ts'

const texts: LocaleTexts = {
  'Sign in to your account': 'Bei Ihrem Konto anmelden',
  'Create a new account': 'Neues Konto erstellen',
  "Don't have an account?": 'Noch kein Konto?',
  'Already have an account?': 'Haben Sie schon ein Konto?',
  'Sign in': 'Anmelden',
  'Sign up': 'Registrieren',
  'Sign out': 'Abmelden',
  'Or continue with': 'Oder weiter mit',
  Email: 'E-Mail',
  'Email & Password': 'E-Mail & Passwort',
  'No authentication method enabled': 'Keine Anmeldemethode aktiviert',
  Password: 'Passwort',
  'Repeat password': 'Passwort wiederholen',
  'Forgot password?': 'Passwort vergessen?',
  'Show password': 'Passwort anzeigen',
  'Hide password': 'Passwort verbergen',
  'At least {n} characters': 'Mindestens {n} Zeichen',
  'Signing in…': 'Anmeldung läuft…',
  'Signed in': 'Angemeldet',
  'Signing up…': 'Registrierung läuft…',
  'Account created': 'Konto erstellt',
  'Ways to sign in': 'Anmeldemethoden',
  'Sign in with {provider}': 'Mit {provider} anmelden',
  'Sign up with {provider}': 'Mit {provider} registrieren',
  last: 'zuletzt',
  'You signed in with this last time': 'Zuletzt von Ihnen verwendet',
  'Open this page in its own tab': 'Öffnen Sie diese Seite in einem eigenen Tab',
  'This page is embedded in another site. To protect your account, it works only in its own tab.':
    'Diese Seite ist in eine andere Website eingebettet. Zum Schutz Ihres Kontos funktioniert sie nur in einem eigenen Tab.',
  'Open in a new tab': 'In einem neuen Tab öffnen',
  'You cannot sign in with a provider inside a frame. Open this page in its own tab.':
    'In einem eingebetteten Rahmen ist die Anmeldung bei einem Anbieter nicht möglich. Öffnen Sie diese Seite in einem eigenen Tab.',
  'Redirecting to {provider}…': 'Weiterleitung zu {provider}…',
  'Sign in with a passkey': 'Mit Passkey anmelden',
  'Waiting for your passkey…': 'Warten auf Ihren Passkey…',
  'The passkey was not accepted. Try again, or choose another way to sign in.':
    'Der Passkey wurde nicht angenommen. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
  'The passkey could not be used here. Choose another way to sign in.':
    'Der Passkey kann hier nicht verwendet werden. Melden Sie sich auf andere Weise an.',

  'Send code': 'Code senden',
  'Check your email': 'Sehen Sie in Ihr Postfach',
  'Enter the code from the email to {email}, or open the link in it.':
    'Geben Sie den Code aus der E-Mail an {email} ein oder öffnen Sie den Link darin.',
  'Code from the email': 'Code aus der E-Mail',
  'Send a new code': 'Neuen Code senden',
  'New code in {n} s': 'Neuer Code in {n} s',
  'A new code is on its way.': 'Ein neuer Code ist unterwegs.',
  'Invalid code': 'Ungültiger Code',
  'Invalid TOTP code': 'Ungültiger TOTP-Code',
  'Invalid TOTP code. Please try signing in again.': 'Ungültiger TOTP-Code. Bitte melden Sie sich noch einmal an.',
  'New account registration is not allowed': 'Neue Konten können nicht angelegt werden',
  'Your account is suspended': 'Ihr Konto ist gesperrt',
  'You cannot sign in with this account.': 'Mit diesem Konto können Sie sich nicht anmelden.',
  Until: 'Bis',
  Reason: 'Grund',
  'If you think this is a mistake, contact support.':
    'Wenn Sie das für einen Irrtum halten, wenden Sie sich an den Support.',
  'Back to sign-in': 'Zurück zur Anmeldung',
  'Confirm that it is you': 'Bestätigen Sie, dass Sie es sind',
  'Enter the code that your authenticator app shows for {project}.':
    'Geben Sie den Code ein, den Ihre Authentifizierungs-App für {project} anzeigt.',
  'Enter the code that your authenticator app shows.':
    'Geben Sie den Code ein, den Ihre Authentifizierungs-App anzeigt.',
  'Six-digit code': 'Sechsstelliger Code',
  'Checking…': 'Wird geprüft…',
  'The TOTP code is invalid. Please try again.': 'Der TOTP-Code ist ungültig. Bitte versuchen Sie es erneut.',
  'The sign-in took too long. Please start again.': 'Die Anmeldung hat zu lange gedauert. Bitte beginnen Sie von vorn.',
  'There is no sign-in to finish': 'Es gibt keine Anmeldung abzuschließen',
  'Start again from the sign-in page.': 'Beginnen Sie auf der Anmeldeseite von vorn.',

  'Sign in with this link?': 'Mit diesem Link anmelden?',
  'Someone requested this link to sign in with your email address. Continue only if it was you.':
    'Jemand hat diesen Link angefordert, um sich mit Ihrer E-Mail-Adresse anzumelden. Fahren Sie nur fort, wenn Sie das waren.',
  'The link signs you in as {email}.': 'Der Link meldet Sie als {email} an.',
  'You are signed in.': 'Sie sind angemeldet.',

  'Sign-in methods removed': 'Anmeldemethoden entfernt',
  'You have confirmed this email address for the first time. Before that, someone else could have added sign-in methods to the account. These were removed:':
    'Sie haben diese E-Mail-Adresse zum ersten Mal bestätigt. Davor hätte jemand anderes dem Konto Anmeldemethoden hinzufügen können. Diese wurden entfernt:',
  'Account at {provider}': 'Konto bei {provider}',
  'You can add them again in your account settings.': 'Sie können sie in Ihren Kontoeinstellungen wieder hinzufügen.',
  'You can add them again in your account settings. Reconnect {providers} there.':
    'Sie können sie in Ihren Kontoeinstellungen wieder hinzufügen. Verbinden Sie dort {providers} erneut.',
  Continue: 'Weiter',

  'One moment, please.': 'Einen Moment bitte.',
  'The sign-in is taking longer than expected.': 'Die Anmeldung dauert länger als erwartet.',
  'If nothing happens:': 'Falls nichts geschieht:',
  'This sign-in cannot be completed here': 'Diese Anmeldung kann hier nicht abgeschlossen werden',
  'It was started in another window, has expired, or is already complete. Please sign in again.':
    'Sie wurde in einem anderen Fenster begonnen, ist abgelaufen oder bereits abgeschlossen. Bitte melden Sie sich erneut an.',
  'The sign-in took too long': 'Die Anmeldung hat zu lange gedauert',
  'The sign-in was not completed in time. Please start again.':
    'Die Anmeldung wurde nicht rechtzeitig abgeschlossen. Bitte beginnen Sie von vorn.',
  'This email address belongs to an account': 'Zu dieser E-Mail-Adresse gibt es ein Konto',
  'There is already an account with this email address. Sign in to it the way you did before, for example with your password or an email link. Then connect the provider in your account settings.':
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich dort so an wie bisher, zum Beispiel mit Ihrem Passwort oder einem Link per E-Mail. Verbinden Sie dann den Anbieter in Ihren Kontoeinstellungen.',
  'This provider is not enabled': 'Dieser Anbieter ist nicht aktiviert',
  'You cannot sign in with this provider at the moment. Choose another way to sign in.':
    'Die Anmeldung bei diesem Anbieter ist derzeit nicht möglich. Melden Sie sich auf andere Weise an.',

  'Allow the command line to sign in as you?': 'Darf sich die Befehlszeile als Sie anmelden?',
  'A program wants to sign in as {name}. Continue only if you started it yourself just now.':
    'Ein Programm möchte sich als {name} anmelden. Fahren Sie nur fort, wenn Sie es gerade selbst gestartet haben.',
  'If you did not start it, refuse. Someone may be trying to use your account.':
    'Wenn Sie es nicht gestartet haben, lehnen Sie ab. Vielleicht versucht jemand, Ihr Konto zu verwenden.',
  Device: 'Gerät',
  'Network address': 'Netzwerkadresse',
  Requested: 'Angefragt',
  Unknown: 'Unbekannt',
  Allow: 'Erlauben',
  'Allowing…': 'Wird erlaubt…',
  Refuse: 'Ablehnen',
  'Refusing…': 'Wird abgelehnt…',
  'You can go back to the command line': 'Weiter geht es in der Befehlszeile',
  'The command line is now signed in. You can close this page.':
    'Die Befehlszeile ist jetzt angemeldet. Sie können diese Seite schließen.',
  Refused: 'Abgelehnt',
  'The command line was not signed in. You can close this page.':
    'Die Befehlszeile wurde nicht angemeldet. Sie können diese Seite schließen.',
  'Nothing to confirm': 'Nichts zu bestätigen',
  'This request was already answered, it has expired, or its link is incomplete. Start again from the command line.':
    'Diese Anfrage wurde schon beantwortet, ist abgelaufen, oder ihr Link ist unvollständig. Beginnen Sie in der Befehlszeile von vorn.',
  'The command line could not be signed in': 'Die Befehlszeile konnte nicht angemeldet werden',
  Close: 'Schließen',

  'Please enter your email': 'Bitte geben Sie Ihre E-Mail-Adresse ein',
  'Please enter a valid email': 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  'Please enter your password': 'Bitte geben Sie Ihr Passwort ein',
  'Please repeat your password': 'Bitte wiederholen Sie Ihr Passwort',
  'Passwords do not match': 'Die Passwörter stimmen nicht überein',
  'Password too short. Minimum length is {n}.': 'Das Passwort ist zu kurz. Die Mindestlänge beträgt {n} Zeichen.',
  'Password too long. Maximum length is {n}.': 'Das Passwort ist zu lang. Die Höchstlänge beträgt {n} Zeichen.',

  'You are already signed in': 'Sie sind bereits angemeldet',
  'You are not currently signed in.': 'Sie sind derzeit nicht angemeldet.',
  'Sign up for new users is not enabled at the moment.': 'Die Registrierung neuer Benutzer ist derzeit nicht möglich.',
  'Email sent!': 'E-Mail gesendet!',
  'If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.':
    'Falls es zu dieser Adresse ein Konto gibt, haben wir Ihnen eine E-Mail gesendet. Sehen Sie auch im Spam-Ordner nach.',
  'Password reset successfully!': 'Passwort zurückgesetzt!',
  'You can now sign in with your new password.': 'Sie können sich jetzt mit Ihrem neuen Passwort anmelden.',
  'An unknown error occurred.': 'Ein unbekannter Fehler ist aufgetreten.',
  'Please try again and if the problem persists, contact support.':
    'Bitte versuchen Sie es erneut. Wenn das Problem bestehen bleibt, wenden Sie sich an den Support.',
  'Go home': 'Zur Startseite',

  'Verify your email': 'E-Mail-Adresse bestätigen',
  'Confirm that this email address is yours.': 'Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.',
  Verify: 'Bestätigen',
  'Verifying…': 'Wird bestätigt…',
  Cancel: 'Abbrechen',
  'Email verified': 'E-Mail-Adresse bestätigt',
  'Your email address is confirmed.': 'Ihre E-Mail-Adresse ist bestätigt.',
  'Is this your account?': 'Ist das Ihr Konto?',
  'This account uses your email address. Confirm it only if you created it: its password and all its data stay valid.':
    'Dieses Konto verwendet Ihre E-Mail-Adresse. Bestätigen Sie es nur, wenn Sie es angelegt haben: Sein Passwort und alle seine Daten bleiben gültig.',
  'No name': 'Kein Name',
  Created: 'Angelegt',
  'This is my account': 'Das ist mein Konto',
  'This wasn’t me': 'Das war ich nicht',
  'Remove your email address from this account?': 'Ihre E-Mail-Adresse aus diesem Konto entfernen?',
  'Your email address is removed from the account, and all sessions of the account end.':
    'Ihre E-Mail-Adresse wird aus dem Konto entfernt, und alle Sitzungen des Kontos werden beendet.',
  'Your email address is removed from the account. Nothing else changes. We notify the account holder if possible.':
    'Ihre E-Mail-Adresse wird aus dem Konto entfernt. Alles andere bleibt unverändert. Wenn möglich, benachrichtigen wir den Inhaber des Kontos.',
  'Remove my address': 'Adresse entfernen',
  'Email address removed': 'E-Mail-Adresse entfernt',
  'The account no longer uses your email address.': 'Das Konto verwendet Ihre E-Mail-Adresse nicht mehr.',
  'Invalid link': 'Ungültiger Link',
  'This link is incomplete or no longer exists. Open the newest email and use its link.':
    'Dieser Link ist unvollständig oder existiert nicht mehr. Verwenden Sie den Link der neuesten E-Mail.',
  'Expired link': 'Abgelaufener Link',
  'This link has expired. Request a new email and use its link.':
    'Dieser Link ist abgelaufen. Fordern Sie eine neue E-Mail an und verwenden Sie deren Link.',
  'Used link': 'Verwendeter Link',
  'This link has already been used. Request a new email if you need another one.':
    'Dieser Link wurde bereits verwendet. Fordern Sie bei Bedarf eine neue E-Mail an.',
  'Link opened too many times': 'Link zu oft geöffnet',
  'This link was opened too many times. Request a new email and use its link.':
    'Dieser Link wurde zu oft geöffnet. Fordern Sie eine neue E-Mail an und verwenden Sie deren Link.',

  'Reset your password': 'Passwort zurücksetzen',
  'Enter your email, and we will send you a link to choose a new password.':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  'Send link': 'Link senden',
  'Sending…': 'Wird gesendet…',
  'Remember your password?': 'Passwort wieder eingefallen?',
  'Choose a new password': 'Neues Passwort wählen',
  'New password': 'Neues Passwort',
  'Repeat new password': 'Neues Passwort wiederholen',
  'Reset password': 'Passwort zurücksetzen',
  'Resetting…': 'Wird zurückgesetzt…',
  'The password could not be reset': 'Das Passwort konnte nicht zurückgesetzt werden',
  'Request a new email and try again.': 'Fordern Sie eine neue E-Mail an und versuchen Sie es erneut.',
  'Request a new link': 'Neuen Link anfordern',

  'Signing out…': 'Abmeldung läuft…',
  'Loading…': 'Wird geladen…',
  'This page does not exist': 'Diese Seite gibt es nicht',
  'Check the address, or start again from the home page.':
    'Prüfen Sie die Adresse oder beginnen Sie auf der Startseite.',
  'You seem to be offline': 'Sie sind offenbar offline',
  'Check your connection, then try again.': 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'The service did not answer': 'Der Dienst hat nicht geantwortet',
  'Your data is safe. Wait a moment, then try again.':
    'Ihre Daten sind sicher. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  'Too many attempts. Please try again in a moment.': 'Zu viele Versuche. Bitte versuchen Sie es gleich noch einmal.',
  'Sign-in could not be completed': 'Die Anmeldung konnte nicht abgeschlossen werden',
  'You are signed in, but the page after sign-in sends you back here each time. It may not be able to read your session, for example because your browser blocks cookies. If the problem persists, contact support.':
    'Sie sind angemeldet, aber die Seite nach der Anmeldung schickt Sie jedes Mal hierher zurück. Vielleicht kann sie Ihre Sitzung nicht lesen, zum Beispiel weil Ihr Browser Cookies blockiert. Wenn das Problem bestehen bleibt, wenden Sie sich an den Support.',
  'Try again': 'Erneut versuchen',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'The sign-in failed with the error {code}.': 'Die Anmeldung ist mit dem Fehler {code} fehlgeschlagen.',
  'The provider does not answer': 'Der Anbieter antwortet nicht',
  'It may be unavailable at the moment. Try again later, or choose another way to sign in.':
    'Er ist vielleicht gerade nicht verfügbar. Versuchen Sie es später noch einmal, oder melden Sie sich auf andere Weise an.',
  'You refused access': 'Zugriff verweigert',
  'The provider did not confirm who you are because access was refused. You can try again.':
    'Der Anbieter hat Ihre Identität nicht bestätigt, weil der Zugriff verweigert wurde. Sie können es erneut versuchen.',
  'Account already connected': 'Konto bereits verbunden',
  'This provider account is already connected to another user.':
    'Dieses Konto des Anbieters ist bereits mit einem anderen Benutzer verbunden.',
  'Another account is connected': 'Ein anderes Konto ist verbunden',
  'You have already connected another account from this provider.':
    'Sie haben bereits ein anderes Konto dieses Anbieters verbunden.',
  'Sign in again': 'Erneut anmelden',

  'Open user menu': 'Benutzermenü öffnen',
  'User menu': 'Benutzermenü',
  'You are not signed in': 'Sie sind nicht angemeldet',
  'Toggle theme': 'Farbschema wechseln',

  'Account settings': 'Kontoeinstellungen',
  Profile: 'Profil',
  'Your name and your picture.': 'Ihr Name und Ihr Bild.',
  'Sign-in and security': 'Anmeldung und Sicherheit',
  'How you sign in and how your account is protected.': 'Wie Sie sich anmelden und wie Ihr Konto geschützt ist.',
  'Active sessions': 'Aktive Sitzungen',
  'The devices where you are signed in. End any session you do not recognise.':
    'Die Geräte, auf denen Sie angemeldet sind. Beenden Sie Sitzungen, die Sie nicht kennen.',
  Account: 'Konto',
  'Manage your account.': 'Verwalten Sie Ihr Konto.',
  Change: 'Ändern',
  Add: 'Hinzufügen',
  Save: 'Speichern',
  'Saving…': 'Wird gespeichert…',
  Saved: 'Gespeichert',
  'Remove…': 'Entfernen…',
  'Replace…': 'Ersetzen…',
  'Removing…': 'Wird entfernt…',
  'Not given': 'Nicht angegeben',
  Set: 'Eingerichtet',
  'Not set': 'Nicht eingerichtet',
  On: 'Ein',
  Off: 'Aus',
  Name: 'Name',
  Picture: 'Bild',
  'Choose picture': 'Bild auswählen',
  'Opening…': 'Wird geöffnet…',
  'This file could not be opened as a picture.': 'Diese Datei konnte nicht als Bild geöffnet werden.',
  'Choose a JPEG, PNG or WebP file.': 'Wählen Sie eine JPEG-, PNG- oder WebP-Datei.',
  'Top to bottom': 'Von oben nach unten',
  'Left to right': 'Von links nach rechts',
  Zoom: 'Vergrößerung',
  'Drag the picture, or use the sliders.': 'Ziehen Sie das Bild, oder verwenden Sie die Regler.',
  'Save picture': 'Bild speichern',
  'Picture saved.': 'Bild gespeichert.',
  'Remove your picture?': 'Ihr Bild entfernen?',
  'Remove picture': 'Bild entfernen',
  'Picture removed.': 'Bild entfernt.',
  Primary: 'Hauptadresse',
  Unverified: 'Unbestätigt',
  'Open the link in the email we sent you, or request a new one.':
    'Öffnen Sie den Link in unserer E-Mail, oder fordern Sie eine neue an.',
  'Send verification email': 'Bestätigungsmail senden',
  'Email sent. Check your spam folder as well.': 'E-Mail gesendet. Sehen Sie auch im Spam-Ordner nach.',
  'To set a password, you need an email address to sign in with.':
    'Für ein Passwort brauchen Sie eine E-Mail-Adresse, mit der Sie sich anmelden.',
  'Set password': 'Passwort festlegen',
  'Change password': 'Passwort ändern',
  'Current password': 'Bisheriges Passwort',
  'This is not your current password': 'Das ist nicht Ihr bisheriges Passwort',
  'Password set.': 'Passwort festgelegt.',
  'Password changed. All other sessions have ended.': 'Passwort geändert. Alle anderen Sitzungen wurden beendet.',
  Passkey: 'Passkey',
  'Add passkey': 'Passkey hinzufügen',
  'Waiting for your device…': 'Warten auf Ihr Gerät…',
  'Sign in with a fingerprint, a face or the PIN of your device.':
    'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an.',
  'To add a passkey, you need a verified email address.':
    'Für einen Passkey brauchen Sie eine bestätigte E-Mail-Adresse.',
  'This is your only way to sign in, so it cannot be removed.':
    'Das ist Ihre einzige Anmeldemethode. Sie kann deshalb nicht entfernt werden.',
  'Passkey added.': 'Passkey hinzugefügt.',
  'Passkey removed. Delete it from your device or password manager as well.':
    'Passkey entfernt. Löschen Sie ihn auch auf Ihrem Gerät oder in Ihrem Passwortmanager.',
  'Remove the passkey?': 'Den Passkey entfernen?',
  'You can no longer use it to sign in here.': 'Danach können Sie sich hier nicht mehr mit ihm anmelden.',
  'Remove passkey': 'Passkey entfernen',
  'This device already has a passkey for your account.': 'Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.',
  'This device cannot store passkeys.': 'Dieses Gerät kann keine Passkeys speichern.',
  'Try again with another device or a password manager.':
    'Versuchen Sie es mit einem anderen Gerät oder einem Passwortmanager.',
  'The passkey could not be added.': 'Der Passkey konnte nicht hinzugefügt werden.',
  'Please try again, or use another device.': 'Versuchen Sie es erneut, oder verwenden Sie ein anderes Gerät.',
  'Code by email': 'Code per E-Mail',
  'Sign in with a code that we send you, without a password.':
    'Melden Sie sich ohne Passwort mit einem Code an, den wir Ihnen senden.',
  'To sign in with a code, you need a verified email address.':
    'Für die Anmeldung mit Code brauchen Sie eine bestätigte E-Mail-Adresse.',
  'This is your only way to sign in, so it cannot be switched off.':
    'Das ist Ihre einzige Anmeldemethode. Sie kann deshalb nicht ausgeschaltet werden.',
  'Switch on': 'Einschalten',
  'Switch off': 'Ausschalten',
  'Switch off…': 'Ausschalten…',
  'Switch off signing in with a code?': 'Die Anmeldung mit Code ausschalten?',
  'Connected accounts': 'Verbundene Konten',
  None: 'Keine',
  'Sign in with an account you already have elsewhere.':
    'Melden Sie sich mit einem Konto an, das Sie bereits anderswo haben.',
  'Connect account': 'Konto verbinden',
  'Connecting…': 'Wird verbunden…',
  'Second factor': 'Zweiter Faktor',
  'Authenticator app': 'Authentifizierungs-App',
  'Set up': 'Einrichten',
  'A code from an app on your phone protects your account even if someone else knows your password.':
    'Ein Code aus einer App auf Ihrem Telefon schützt Ihr Konto auch dann, wenn jemand Ihr Passwort kennt.',
  'Signing in also requires a code from your app.': 'Für die Anmeldung ist auch ein Code aus Ihrer App nötig.',
  'Scan this with an authenticator app.': 'Scannen Sie dies mit einer Authentifizierungs-App.',
  'QR code for your authenticator app': 'QR-Code für Ihre Authentifizierungs-App',
  'Or type this key into the app:': 'Oder geben Sie diesen Schlüssel in die App ein:',
  'Copy key': 'Schlüssel kopieren',
  Copied: 'Kopiert',
  'Please select the text and copy it.': 'Bitte markieren und kopieren Sie den Text.',
  'Open in an app on this phone': 'In einer App auf diesem Telefon öffnen',
  'Then enter the six digits it shows': 'Geben Sie dann die sechs Ziffern ein, die sie zeigt',
  'Please enter all six digits': 'Bitte geben Sie alle sechs Ziffern ein',
  'The clocks of your devices differ. Set the time automatically on both devices, then try again.':
    'Die Uhren Ihrer Geräte gehen unterschiedlich. Stellen Sie die Uhrzeit auf beiden Geräten automatisch ein, und versuchen Sie es dann erneut.',
  'Replace app': 'App ersetzen',
  'Finally, enter the six digits of your current app': 'Geben Sie zuletzt die sechs Ziffern Ihrer bisherigen App ein',
  'Signing in now requires a code from the new app.': 'Für die Anmeldung ist jetzt ein Code aus der neuen App nötig.',
  'From now on, signing in requires a code.': 'Ab jetzt ist für die Anmeldung ein Code nötig.',
  'Remove the second factor?': 'Den zweiten Faktor entfernen?',
  'You will sign in without a code. We will notify you by email.':
    'Sie melden sich danach ohne Code an. Wir benachrichtigen Sie per E-Mail.',
  'Code from your authenticator app': 'Code aus Ihrer Authentifizierungs-App',
  'Remove second factor': 'Zweiten Faktor entfernen',
  'Second factor removed. You now sign in without a code.':
    'Zweiter Faktor entfernt. Sie melden sich jetzt ohne Code an.',
  'There are no active sessions.': 'Es gibt keine aktiven Sitzungen.',
  'This device': 'Dieses Gerät',
  'Started by an administrator': 'Vom Administrator gestartet',
  'Unknown device': 'Unbekanntes Gerät',
  '{browser} on {system}': '{browser} auf {system}',
  'Last used': 'Zuletzt verwendet',
  'Signed in on {date}': 'Angemeldet am {date}',
  End: 'Beenden',
  'End the session of {device}?': 'Die Sitzung von {device} beenden?',
  'End session': 'Sitzung beenden',
  'Ending…': 'Wird beendet…',
  'The session has ended.': 'Die Sitzung wurde beendet.',
  'Other sessions': 'Andere Sitzungen',
  'You are signed in on this device only.': 'Sie sind nur auf diesem Gerät angemeldet.',
  'Signs you out on all other devices, for example after you lose one.':
    'Meldet Sie auf allen anderen Geräten ab, zum Beispiel nach dem Verlust eines Geräts.',
  'End all others…': 'Alle anderen beenden…',
  'End all others': 'Alle anderen beenden',
  'End the other session?': 'Die andere Sitzung beenden?',
  'End {n} other sessions?': '{n} andere Sitzungen beenden?',
  'All other sessions have ended.': 'Alle anderen Sitzungen wurden beendet.',
  'Ends the session on this device.': 'Beendet die Sitzung auf diesem Gerät.',
  'Delete account': 'Konto löschen',
  'Delete account…': 'Konto löschen…',
  'Deletes your account and all its data. This cannot be undone.':
    'Löscht Ihr Konto und alle zugehörigen Daten. Das lässt sich nicht rückgängig machen.',
  'Delete the account {name} at {project}?': 'Das Konto {name} bei {project} löschen?',
  'Delete account permanently': 'Konto endgültig löschen',
  'Deleting…': 'Wird gelöscht…',
  'Keep account': 'Konto behalten',
  'Your account has been deleted': 'Ihr Konto wurde gelöscht',
  'You are signed out everywhere.': 'Sie sind überall abgemeldet.',
  'This is not allowed': 'Das ist nicht erlaubt',
  'An administrator started this session, or your account lacks permission.':
    'Ein Administrator hat diese Sitzung gestartet, oder Ihrem Konto fehlt die Berechtigung.',
  'To change this, sign in again. Your last sign-in was more than {n} minutes ago.':
    'Melden Sie sich dafür erneut an. Ihre letzte Anmeldung ist mehr als {n} Minuten her.',

  'Wrong e-mail or password.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'A user with this e-mail address already exists.': 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto.',
  'This password is too easy to guess. Please choose another one.':
    'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes.',
  'Signing in with a password is not enabled for this project.':
    'Die Anmeldung mit Passwort ist für dieses Projekt nicht aktiviert.',
}

export const locale: Locale = { texts, errors }
