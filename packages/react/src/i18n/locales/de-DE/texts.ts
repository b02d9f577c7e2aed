import { pluralsOf } from '@portico/ui/language/plural'
import { errors } from './errors.ts'
import type { Locale } from '../locale.ts'
import type { LocalePlurals } from '../plurals.ts'
import type { LocaleTexts } from '../texts.ts'

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
  'Email & Password': 'E-Mail und Passwort',
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
    'Die Anmeldung mit einem Anbieter ist in einem eingebetteten Rahmen nicht möglich. Öffnen Sie diese Seite in einem eigenen Tab.',
  'Redirecting to {provider}…': 'Weiterleitung zu {provider}…',
  'Sign in with a passkey': 'Mit Passkey anmelden',
  'Waiting for your passkey…': 'Warten auf Ihren Passkey…',
  'The passkey was not accepted. Try again, or choose another way to sign in.':
    'Der Passkey wurde nicht angenommen. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
  'The passkey could not be used here. Choose another way to sign in.':
    'Der Passkey konnte hier nicht verwendet werden. Melden Sie sich auf andere Weise an.',

  'Send code': 'Code senden',
  'Check your email': 'Prüfen Sie Ihr Postfach',
  'Enter the code from the email to {email}, or open the link in it.':
    'Geben Sie den Code aus der E-Mail an {email} ein oder öffnen Sie den Link darin.',
  'Code from the email': 'Code aus der E-Mail',
  'Send a new code': 'Neuen Code senden',
  'New code in {n} s': 'Neuer Code in {n} s',
  'A new code is on its way.': 'Ein neuer Code ist unterwegs.',
  'Invalid code': 'Ungültiger Code',
  'Invalid TOTP code': 'Ungültiger TOTP-Code',
  'Invalid TOTP code. Please try signing in again.': 'Ungültiger TOTP-Code. Bitte melden Sie sich erneut an.',
  'New account registration is not allowed': 'Die Registrierung neuer Konten ist nicht erlaubt',
  'Your account is suspended': 'Ihr Konto ist gesperrt',
  'You cannot sign in with this account.': 'Mit diesem Konto können Sie sich nicht anmelden.',
  Until: 'Bis',
  Reason: 'Grund',
  'If you think this is a mistake, contact support.':
    'Wenn Sie das für einen Irrtum halten, wenden Sie sich an den Support.',
  'Back to sign-in': 'Zurück zur Anmeldung',
  'Terms of service': 'Nutzungsbedingungen',
  'Privacy policy': 'Datenschutzerklärung',
  'Confirm that it is you': 'Bestätigen Sie, dass Sie es sind',
  'Enter the code that your authenticator app shows for {project}.':
    'Geben Sie den Code ein, den Ihre Authenticator-App für {project} anzeigt.',
  'Enter the code that your authenticator app shows.': 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
  'Six-digit code': 'Sechsstelliger Code',
  'Checking…': 'Wird geprüft…',
  'The TOTP code is invalid. Please try again.': 'Der TOTP-Code ist ungültig. Bitte versuchen Sie es erneut.',
  'The sign-in took too long. Please start again.': 'Die Anmeldung hat zu lange gedauert. Bitte beginnen Sie von vorn.',
  'There is no sign-in to finish': 'Es gibt keine offene Anmeldung',
  'Start again from the sign-in page.': 'Beginnen Sie auf der Anmeldeseite von vorn.',

  'Sign in with this link?': 'Mit diesem Link anmelden?',
  'Someone requested this link to sign in with your email address. Continue only if it was you.':
    'Jemand hat diesen Link angefordert, um sich mit Ihrer E-Mail-Adresse anzumelden. Fahren Sie nur fort, wenn Sie das waren.',
  'The link signs you in as another user. Continue only if you created it yourself just now.':
    'Der Link meldet Sie als anderer Benutzer an. Fahren Sie nur fort, wenn Sie ihn gerade selbst erstellt haben.',
  'The link signs you in as {email}.': 'Der Link meldet Sie als {email} an.',
  'You are signed in.': 'Sie sind angemeldet.',

  'Sign-in methods removed': 'Anmeldemethoden entfernt',
  'You have confirmed this email address for the first time. Before that, someone else could have added sign-in methods or API keys to the account. These were removed:':
    'Sie haben diese E-Mail-Adresse zum ersten Mal bestätigt. Davor hätte jemand anderes dem Konto Anmeldemethoden oder API-Schlüssel hinzufügen können. Diese wurden entfernt:',
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
    'Die Anmeldung mit diesem Anbieter ist derzeit nicht möglich. Melden Sie sich auf andere Weise an.',

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
  'You can go back to the command line': 'Sie können zur Befehlszeile zurückkehren',
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
  'Verify your email address to use your account.': 'Bestätigen Sie Ihre E-Mail-Adresse, um Ihr Konto zu nutzen.',
  'Use another email address': 'Andere E-Mail-Adresse verwenden',
  'Your email': 'Ihre E-Mail',
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
  'Your email address was added to this account. Confirm it only if the account is yours.':
    'Ihre E-Mail-Adresse wurde zu diesem Konto hinzugefügt. Bestätigen Sie sie nur, wenn das Konto Ihnen gehört.',
  'This account uses your email address. Verify it only if the account is yours. To sign in with this address as well, sign in to the account first, then open the link again.':
    'Dieses Konto verwendet Ihre E-Mail-Adresse. Bestätigen Sie sie nur, wenn das Konto Ihnen gehört. Um sich auch mit dieser Adresse anzumelden, melden Sie sich zuerst beim Konto an und öffnen Sie dann den Link erneut.',
  'Your email address is removed from the account, and all sessions of the account end. If the account has another verified address, we notify its user there.':
    'Ihre E-Mail-Adresse wird aus dem Konto entfernt, und alle Sitzungen des Kontos werden beendet. Hat das Konto eine andere bestätigte Adresse, benachrichtigen wir seinen Benutzer dort.',
  'Your email address is removed from the account. If the account has another verified address, we notify its user there.':
    'Ihre E-Mail-Adresse wird aus dem Konto entfernt. Hat das Konto eine andere bestätigte Adresse, benachrichtigen wir seinen Benutzer dort.',
  'Remove my address': 'Meine Adresse entfernen',
  'Email address removed': 'E-Mail-Adresse entfernt',
  'The account no longer uses your email address.': 'Das Konto verwendet Ihre E-Mail-Adresse nicht mehr.',
  'Invalid link': 'Ungültiger Link',
  'This link is incomplete or no longer exists. Open the newest email and use its link.':
    'Dieser Link ist unvollständig oder existiert nicht mehr. Öffnen Sie die neueste E-Mail und verwenden Sie deren Link.',
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
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen können.',
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
  'Still connecting…': 'Verbindungsaufbau läuft noch…',
  'This page does not exist': 'Diese Seite gibt es nicht',
  'Check the address, or start again from the home page.':
    'Prüfen Sie die Adresse oder beginnen Sie auf der Startseite von vorn.',
  'You seem to be offline': 'Sie sind offenbar offline',
  'Check your connection, then try again.': 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'The service did not answer': 'Der Dienst hat nicht geantwortet',
  'Your data is safe. Wait a moment, then try again.':
    'Ihre Daten sind sicher. Warten Sie einen Moment und versuchen Sie es dann erneut.',
  'Please allow cookies for this page, then try again.':
    'Bitte erlauben Sie Cookies für diese Seite, und versuchen Sie es dann erneut.',
  'Please open this page with https, then try again.':
    'Bitte öffnen Sie diese Seite mit https, und versuchen Sie es dann erneut.',
  'Too many attempts. Please try again in a moment.': 'Zu viele Versuche. Bitte versuchen Sie es gleich noch einmal.',
  'Too many attempts. Please try again in {n} seconds.':
    'Zu viele Versuche. Bitte versuchen Sie es in {n} Sekunden noch einmal.',
  'Too many attempts. Please try again in {n} minutes.':
    'Zu viele Versuche. Bitte versuchen Sie es in {n} Minuten noch einmal.',
  'Sign-in could not be completed': 'Die Anmeldung konnte nicht abgeschlossen werden',
  'You are signed in, but the page after sign-in sends you back here each time. It may not be able to read your session, for example because your browser blocks cookies. If the problem persists, contact support.':
    'Sie sind angemeldet, aber die Seite nach der Anmeldung schickt Sie jedes Mal hierher zurück. Vielleicht kann sie Ihre Sitzung nicht lesen, zum Beispiel weil Ihr Browser Cookies blockiert. Wenn das Problem bestehen bleibt, wenden Sie sich an den Support.',
  'Try again': 'Erneut versuchen',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'The sign-in failed with the error {code}.': 'Die Anmeldung ist mit dem Fehler {code} fehlgeschlagen.',
  'The provider does not answer': 'Der Anbieter antwortet nicht',
  'It may be unavailable at the moment. Try again later, or choose another way to sign in.':
    'Er ist vielleicht gerade nicht verfügbar. Versuchen Sie es später noch einmal, oder melden Sie sich auf andere Weise an.',
  'You refused access': 'Sie haben den Zugriff verweigert',
  'The provider did not confirm who you are because access was refused. You can try again.':
    'Der Anbieter hat Ihre Identität nicht bestätigt, weil der Zugriff verweigert wurde. Sie können es erneut versuchen.',
  'Account already connected': 'Konto bereits verbunden',
  'This provider account is already connected to another user.':
    'Dieses Konto des Anbieters ist bereits mit einem anderen Benutzer verbunden.',
  'Another account is connected': 'Ein anderes Konto ist verbunden',
  'You have already connected another account from this provider.':
    'Sie haben bereits ein anderes Konto dieses Anbieters verbunden.',
  'Sign in again': 'Erneut anmelden',
  'Your session has ended. What you typed is still here.': 'Ihre Sitzung ist beendet. Ihre Eingaben sind noch da.',

  'Open user menu': 'Benutzermenü öffnen',
  'User menu': 'Benutzermenü',
  'You are not signed in': 'Sie sind nicht angemeldet',
  Language: 'Sprache',
  'Toggle theme': 'Farbschema wechseln',
  'You are signed in as {name}.': 'Sie sind als {name} angemeldet.',
  'An administrator started this session. Profile, sign-in methods and keys cannot be changed.':
    'Ein Administrator hat diese Sitzung gestartet. Profil, Anmeldemethoden und Schlüssel lassen sich nicht ändern.',
  'End impersonation': 'Sitzung beenden',

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
  'Send verification email': 'Bestätigungsmail senden',
  'You have not confirmed yet that this mailbox is yours. Until you do, you can lose the address or your sign-in methods.':
    'Sie haben noch nicht bestätigt, dass dieses Postfach Ihnen gehört. Bis dahin können Sie die Adresse oder Ihre Anmeldemethoden verlieren.',
  'Confirm that this is your mailbox': 'Bestätigen, dass dies Ihr Postfach ist',
  'Email addresses': 'E-Mail-Adressen',
  'Addresses that receive our mail and that you can sign in with.':
    'Unter diesen Adressen erreichen wir Sie, und mit ihnen können Sie sich anmelden.',
  'Add email address': 'E-Mail-Adresse hinzufügen',
  'Used for sign-in': 'Zum Anmelden verwendet',
  'Verify this address first.': 'Bestätigen Sie diese Adresse zuerst.',
  'This is your only address to sign in with.': 'Das ist Ihre einzige Adresse zum Anmelden.',
  'Make primary': 'Zur Hauptadresse machen',
  'Use for sign-in': 'Zum Anmelden verwenden',
  'Stop using for sign-in': 'Nicht mehr zum Anmelden verwenden',
  'Remove {email}?': '{email} entfernen?',
  'You will have no primary address until you choose another one.':
    'Sie haben dann keine Hauptadresse, bis Sie eine andere wählen.',
  'You can no longer receive our mail there or sign in with it.':
    'Sie erhalten dort dann keine E-Mails von uns mehr und können sich nicht mehr mit dieser Adresse anmelden.',
  'Remove address': 'Adresse entfernen',
  'We send a link to this address. Open it to verify the address.':
    'Wir senden einen Link an diese Adresse. Öffnen Sie ihn, um die Adresse zu bestätigen.',
  'You already have this address': 'Diese Adresse haben Sie bereits',
  'Another account already signs in with this address.': 'Mit dieser Adresse meldet sich bereits ein anderes Konto an.',
  'Address added. Open the link in the email to verify it.':
    'Adresse hinzugefügt. Öffnen Sie den Link in der E-Mail, um sie zu bestätigen.',
  'Primary address changed.': 'Hauptadresse geändert.',
  'You can now sign in with this address.': 'Sie können sich jetzt mit dieser Adresse anmelden.',
  'The address is no longer used for sign-in.': 'Die Adresse wird nicht mehr zum Anmelden verwendet.',
  'Address removed.': 'Adresse entfernt.',
  'Adding…': 'Wird hinzugefügt…',
  'Email sent. Check your spam folder as well.': 'E-Mail gesendet. Sehen Sie auch im Spam-Ordner nach.',
  'To set a password, you need an email address to sign in with.':
    'Für ein Passwort brauchen Sie eine E-Mail-Adresse, mit der Sie sich anmelden.',
  'Set password': 'Passwort festlegen',
  'Change password': 'Passwort ändern',
  'Current password': 'Aktuelles Passwort',
  'This is not your current password': 'Das ist nicht Ihr aktuelles Passwort',
  'Password set.': 'Passwort festgelegt.',
  'Password changed. All other sessions have ended.': 'Passwort geändert. Alle anderen Sitzungen wurden beendet.',
  'Choose a stronger password': 'Stärkeres Passwort wählen',
  'Your password still works, but it does not meet the current rules. A stronger one protects your account better.':
    'Ihr Passwort funktioniert weiterhin, erfüllt aber nicht die aktuellen Regeln. Ein stärkeres schützt Ihr Konto besser.',
  Passkeys: 'Passkeys',
  'Add passkey': 'Passkey hinzufügen',
  'Waiting for your device…': 'Warten auf Ihr Gerät…',
  'Sign in with a fingerprint, a face or the PIN of your device.':
    'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an.',
  'To add a passkey, you need a verified email address.':
    'Für einen Passkey brauchen Sie eine bestätigte E-Mail-Adresse.',
  'Browsers refuse passkeys on an IP address. Open this page by its name, such as localhost.':
    'Browser verweigern Passkeys auf einer IP-Adresse. Öffnen Sie diese Seite über ihren Namen, etwa localhost.',
  'This is your only way to sign in, so it cannot be removed.':
    'Das ist Ihre einzige Anmeldemethode. Sie kann deshalb nicht entfernt werden.',
  'Options for {name}': 'Optionen für {name}',
  Rename: 'Umbenennen',
  'Please enter a name': 'Bitte geben Sie einen Namen ein',
  'A name has at most {n} characters.': 'Ein Name hat höchstens {n} Zeichen.',
  'Added on {date}': 'Hinzugefügt am {date}',
  'Not used yet': 'Noch nicht verwendet',
  'Passkey added.': 'Passkey hinzugefügt.',
  'Passkey renamed.': 'Passkey umbenannt.',
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
  'Disconnect…': 'Trennen…',
  Disconnect: 'Trennen',
  'Disconnecting…': 'Wird getrennt…',
  'Disconnect your account at {provider}?': 'Ihr Konto bei {provider} trennen?',
  '{provider} is disconnected.': '{provider} ist getrennt.',
  'Connected accounts': 'Verbundene Konten',
  'No addresses': 'Keine Adressen',
  'No accounts': 'Keine Konten',
  'No passkeys': 'Keine Passkeys',
  'Sign in with an account that you already have at a provider.':
    'Melden Sie sich mit einem Konto an, das Sie bereits bei einem Anbieter haben.',
  'Connect account': 'Konto verbinden',
  'Connecting…': 'Wird verbunden…',
  'Second factor': 'Zweiter Faktor',
  'Authenticator app': 'Authenticator-App',
  'Set up a second factor to use your account.': 'Richten Sie einen zweiten Faktor ein, um Ihr Konto zu nutzen.',
  'Set up a second factor by {date}. After that, you can only set one up when you sign in.':
    'Richten Sie bis {date} einen zweiten Faktor ein. Danach können Sie nach der Anmeldung nur noch einen einrichten.',
  'To set up an authenticator app, first confirm that one of your email addresses is yours.':
    'Um eine Authenticator-App einzurichten, bestätigen Sie zuerst, dass eine Ihrer E-Mail-Adressen Ihnen gehört.',
  'Set up': 'Einrichten',
  'A code from an app on your phone protects your account even if someone else knows your password.':
    'Ein Code aus einer App auf Ihrem Telefon schützt Ihr Konto auch dann, wenn jemand anderes Ihr Passwort kennt.',
  'Signing in also requires a code from your app.': 'Für die Anmeldung ist auch ein Code aus Ihrer App nötig.',
  'Scan this with an authenticator app.': 'Scannen Sie dies mit einer Authenticator-App.',
  'QR code for your authenticator app': 'QR-Code für Ihre Authenticator-App',
  'Or type this key into the app:': 'Oder geben Sie diesen Schlüssel in die App ein:',
  'Copy key': 'Schlüssel kopieren',
  Copied: 'Kopiert',
  'Please select the text and copy it.': 'Bitte markieren und kopieren Sie den Text.',
  'Open in an app on this phone': 'In einer App auf diesem Telefon öffnen',
  'Then enter the six digits it shows': 'Geben Sie dann die sechs Ziffern ein, die sie anzeigt',
  'Please enter all six digits': 'Bitte geben Sie alle sechs Ziffern ein',
  'The clocks of your devices differ. Set the time automatically on both devices, then try again.':
    'Die Uhren Ihrer Geräte gehen unterschiedlich. Lassen Sie die Uhrzeit auf beiden Geräten automatisch einstellen, und versuchen Sie es dann erneut.',
  'Replace app': 'App ersetzen',
  'Finally, enter the six digits of your current app': 'Geben Sie zuletzt die sechs Ziffern Ihrer bisherigen App ein',
  'Signing in now requires a code from the new app.': 'Für die Anmeldung ist jetzt ein Code aus der neuen App nötig.',
  'From now on, signing in requires a code.': 'Ab jetzt ist für die Anmeldung ein Code nötig.',
  'Remove the second factor?': 'Den zweiten Faktor entfernen?',
  'You will sign in without a code. We will notify you by email.':
    'Sie melden sich danach ohne Code an. Wir benachrichtigen Sie per E-Mail.',
  'You can then sign in with the passkey instead of a code.':
    'Sie können sich dann mit dem Passkey statt mit einem Code anmelden.',
  'Code from your authenticator app': 'Code aus Ihrer Authenticator-App',
  'Remove second factor': 'Zweiten Faktor entfernen',
  'Second factor removed. You now sign in without a code.':
    'Zweiter Faktor entfernt. Sie melden sich jetzt ohne Code an.',
  'Use a recovery code': 'Wiederherstellungscode verwenden',
  'Use your authenticator app': 'Authenticator-App verwenden',
  'Recovery code': 'Wiederherstellungscode',
  'Enter one of the recovery codes that you saved. Each works once.':
    'Geben Sie einen der Wiederherstellungscodes ein, die Sie gespeichert haben. Jeder gilt einmal.',
  'Recovery codes': 'Wiederherstellungscodes',
  'Unused: {n}': 'Unbenutzt: {n}',
  'If you lose your phone, a recovery code takes the place of a code from your app. Each works once.':
    'Wenn Sie Ihr Telefon verlieren, ersetzt ein Wiederherstellungscode den Code aus der App. Jeder gilt einmal.',
  'Create codes': 'Codes erstellen',
  'Save these codes where you can find them without your phone. They are shown only now.':
    'Speichern Sie diese Codes dort, wo Sie sie ohne Ihr Telefon finden. Sie werden nur jetzt angezeigt.',
  'Copy codes': 'Codes kopieren',
  Print: 'Drucken',
  'Replace the recovery codes?': 'Wiederherstellungscodes ersetzen?',
  'The present codes stop working. We will notify you by email.':
    'Die jetzigen Codes gelten dann nicht mehr. Wir benachrichtigen Sie per E-Mail.',
  'Replace codes': 'Codes ersetzen',
  'No codes': 'Keine Codes',
  'Recovery codes for {project}': 'Wiederherstellungscodes für {project}',
  'Please enter the whole code': 'Bitte geben Sie den ganzen Code ein',
  'All recovery codes are used. Create new ones.': 'Alle Wiederherstellungscodes sind verbraucht. Erstellen Sie neue.',
  'Cancel the removal of your second factor?': 'Entfernung Ihres zweiten Faktors abbrechen?',
  'Your second factor stays. Signing in still requires it.':
    'Ihr zweiter Faktor bleibt. Für die Anmeldung ist er weiterhin nötig.',
  'Announced removal': 'Angekündigte Entfernung',
  'Your second factor will be removed at this time. If you did not ask for this, cancel the removal.':
    'Ihr zweiter Faktor wird zu diesem Zeitpunkt entfernt. Wenn Sie nicht darum gebeten haben, brechen Sie die Entfernung ab.',
  'Cancel the removal': 'Entfernung abbrechen',
  'Cancelling…': 'Wird abgebrochen…',
  'Removal cancelled': 'Entfernung abgebrochen',
  'End the session on the new device?': 'Die fremde Sitzung beenden?',
  'We end the session on the new device. If your account can have a password, we also send you a link to choose a new one.':
    'Wir beenden die Sitzung auf dem neuen Gerät. Wenn Ihr Konto ein Passwort haben kann, senden wir Ihnen auch einen Link, mit dem Sie ein neues wählen.',
  'Session ended': 'Sitzung beendet',
  'Check your email and choose a new password. This ends all other sessions as well.':
    'Sehen Sie in Ihr Postfach und wählen Sie ein neues Passwort. Damit enden auch alle anderen Sitzungen.',
  'Check your account settings: remove each way to sign in and end each session that you do not recognise.':
    'Prüfen Sie Ihre Kontoeinstellungen: Entfernen Sie jede Anmeldemethode und beenden Sie jede Sitzung, die Sie nicht kennen.',
  'There are no active sessions.': 'Es gibt keine aktiven Sitzungen.',
  'This device': 'Dieses Gerät',
  'Started by an administrator': 'Von einem Administrator gestartet',
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
  'Remember this device until {date}': 'Dieses Gerät bis {date} merken',
  'Remembered devices': 'Gemerkte Geräte',
  Forget: 'Nicht mehr merken',
  'Ask for your second factor on {device} again?': 'Auf {device} wieder nach Ihrem zweiten Faktor fragen?',
  'That device asks for your second factor again.': 'Das Gerät fragt wieder nach Ihrem zweiten Faktor.',
  'You are signed in on this device only.': 'Sie sind nur auf diesem Gerät angemeldet.',
  'Signs you out on all other devices, for example after you lose one.':
    'Meldet Sie auf allen anderen Geräten ab, zum Beispiel nach dem Verlust eines Geräts.',
  'End all others…': 'Alle anderen beenden…',
  'End all others': 'Alle anderen beenden',
  'All other sessions have ended.': 'Alle anderen Sitzungen wurden beendet.',
  'Ends the session on this device.': 'Beendet die Sitzung auf diesem Gerät.',
  'Your data': 'Ihre Daten',
  'The data that is stored about your account, as a JSON file.':
    'Die zu Ihrem Konto gespeicherten Daten als JSON-Datei.',
  Download: 'Herunterladen',
  'Downloaded as {file}.': 'Als {file} heruntergeladen.',
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
  'Your sign-up is waiting for approval': 'Ihre Registrierung wartet auf Genehmigung',
  'You can use your account as soon as it is approved.': 'Sie können Ihr Konto nutzen, sobald es genehmigt ist.',
  'This is not allowed': 'Das ist nicht erlaubt',
  'An administrator started this session, or your account lacks permission.':
    'Ein Administrator hat diese Sitzung gestartet, oder Ihrem Konto fehlt die Berechtigung.',
  'To change this, sign in again. Your last sign-in was more than {n} minutes ago.':
    'Melden Sie sich dafür erneut an. Ihre letzte Anmeldung ist mehr als {n} Minuten her.',

  'You are invited to a team': 'Sie sind in ein Team eingeladen',
  'The invited address belongs to an account. Sign in to join the team.':
    'Zu der eingeladenen Adresse gibt es ein Konto. Melden Sie sich an, um dem Team beizutreten.',
  'Create an account to join the team. If you already have one, sign in.':
    'Erstellen Sie ein Konto, um dem Team beizutreten. Wenn Sie schon eines haben, melden Sie sich an.',
  'New accounts cannot be created at the moment. If you already have one, sign in to join the team.':
    'Neue Konten können derzeit nicht erstellt werden. Wenn Sie schon eines haben, melden Sie sich an, um dem Team beizutreten.',
  'Create account': 'Konto erstellen',
  'Its members will see your name and your picture.': 'Die Mitglieder sehen dann Ihren Namen und Ihr Bild.',
  Team: 'Team',
  Invited: 'Eingeladen',
  'Invited by': 'Eingeladen von',
  'Signed in as': 'Angemeldet als',
  'Join team': 'Team beitreten',
  'Joining…': 'Beitritt läuft…',
  'Not now': 'Nicht jetzt',
  'This invitation is for another address': 'Diese Einladung gilt einer anderen Adresse',
  'Your account does not have the invited address. Switch to the right account, or join with this one.':
    'Ihr Konto hat die eingeladene Adresse nicht. Wechseln Sie zum richtigen Konto, oder treten Sie mit diesem bei.',
  'Switch account': 'Konto wechseln',
  'Join with this account': 'Mit diesem Konto beitreten',
  'You are now a member': 'Sie sind jetzt Mitglied',
  'You can open the team at any time in your account settings.':
    'Sie können das Team jederzeit in Ihren Kontoeinstellungen öffnen.',
  'Open your invitation again': 'Öffnen Sie Ihre Einladung erneut',
  'This page does not know your invitation, for example because the sign-in ended in another tab or browser. Open the link in the invitation email again.':
    'Diese Seite kennt Ihre Einladung nicht, zum Beispiel weil Sie sich in einem anderen Tab oder Browser angemeldet haben. Öffnen Sie erneut den Link in der Einladungs-E-Mail.',
  'Invalid invitation': 'Ungültige Einladung',
  'The link is incomplete, or the invitation was withdrawn. Ask the person who invited you for a new invitation.':
    'Der Link ist unvollständig, oder die Einladung wurde zurückgezogen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.',
  'Expired invitation': 'Abgelaufene Einladung',
  'This invitation has expired. Ask the person who invited you for a new invitation.':
    'Diese Einladung ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.',
  'Used invitation': 'Verwendete Einladung',
  'This invitation was already accepted. If that was you, open the team in your account settings.':
    'Diese Einladung wurde bereits angenommen. Wenn Sie das waren, öffnen Sie das Team in Ihren Kontoeinstellungen.',
  'This link was opened too many times. Ask the person who invited you for a new invitation.':
    'Dieser Link wurde zu oft geöffnet. Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.',
  'Your invitation has verified this address.': 'Durch Ihre Einladung ist diese Adresse bestätigt.',

  // Invitations to sign up
  'You are invited to {project}': 'Sie sind zu {project} eingeladen',
  'Accept the invitation to create an account. If you already have an account with this address, the invitation signs you in.':
    'Nehmen Sie die Einladung an, um ein Konto zu erstellen. Wenn Sie mit dieser Adresse schon ein Konto haben, meldet die Einladung Sie an.',
  'Accept invitation': 'Einladung annehmen',
  'You are already signed in. To accept the invitation, sign out first.':
    'Sie sind bereits angemeldet. Um die Einladung anzunehmen, melden Sie sich zuerst ab.',
  'This invitation was already accepted. If that was you, sign in.':
    'Diese Einladung wurde bereits angenommen. Wenn Sie das waren, melden Sie sich an.',

  Teams: 'Teams',
  'Current team': 'Aktuelles Team',
  'Other teams': 'Andere Teams',
  'You have no other teams': 'Sie haben keine anderen Teams',
  'You are not a member of a team': 'Sie sind in keinem Team Mitglied',
  'Settings of {name}': 'Einstellungen von {name}',
  'Select a team': 'Team wählen',
  'No team': 'Kein Team',
  'Create a team': 'Team erstellen',
  'Load the teams again': 'Teams neu laden',
  'Search teams': 'Teams suchen',
  'Search members': 'Mitglieder suchen',
  'Search invitations': 'Einladungen suchen',
  '{n} found': '{n} gefunden',
  'No matches': 'Keine Treffer',
  'Show {n} more': '{n} weitere anzeigen',

  'Teams that you are invited to.': 'Teams, in die Sie eingeladen sind.',
  'You are its first member and can invite others.': 'Sie sind das erste Mitglied und können andere einladen.',
  'Create team': 'Team erstellen',
  'Creating…': 'Wird erstellt…',
  'Team created': 'Team erstellt',
  'You cannot create teams here': 'Sie können hier keine Teams erstellen',
  'How you appear in this team, and what you can manage.':
    'Wie Sie in diesem Team erscheinen und was Sie verwalten können.',
  'This team is not available': 'Dieses Team ist nicht verfügbar',
  'It was deleted, or you are not a member.': 'Es wurde gelöscht, oder Sie sind kein Mitglied.',
  'Your profile': 'Ihr Profil',
  'Your picture': 'Ihr Bild',
  'Your name': 'Ihr Name',
  'For the members of this team only.': 'Nur für die Mitglieder dieses Teams.',
  'Remove your picture from this team?': 'Ihr Bild aus diesem Team entfernen?',
  'The team then sees the picture of your account.': 'Das Team sieht dann das Bild Ihres Kontos.',
  'Team picture': 'Bild des Teams',
  'Team name': 'Name des Teams',
  'Second factor required': 'Zweiter Faktor erforderlich',
  'Each member needs an authenticator app or a passkey.':
    'Jedes Mitglied braucht eine Authenticator-App oder einen Passkey.',
  'Switch on…': 'Einschalten…',
  'Require a second factor of all members?': 'Von allen Mitgliedern einen zweiten Faktor verlangen?',
  'Members without one must set it up within the time that the app allows, and you too. Some members must sign in again.':
    'Mitglieder ohne zweiten Faktor müssen ihn in der Zeit einrichten, die die App gewährt, auch Sie. Manche Mitglieder müssen sich neu anmelden.',
  'No longer require a second factor?': 'Keinen zweiten Faktor mehr verlangen?',
  'Members keep their second factors and can remove them.':
    'Die Mitglieder behalten ihren zweiten Faktor und können ihn entfernen.',
  'Remove the picture of the team?': 'Das Bild des Teams entfernen?',
  Members: 'Mitglieder',
  'Only you': 'Nur Sie',
  '{n} people': '{n} Personen',
  You: 'Sie',
  'Remove {name} from the team?': '{name} aus dem Team entfernen?',
  'They need a new invitation to return.': 'Für eine Rückkehr ist eine neue Einladung nötig.',
  'Remove member': 'Mitglied entfernen',
  'Member removed.': 'Mitglied entfernt.',
  'Roles of {name}': 'Rollen von {name}',
  'You can grant and revoke only permissions that you have yourself.':
    'Sie können nur Berechtigungen erteilen und entziehen, die Sie selbst haben.',
  Roles: 'Rollen',
  'Single permissions': 'Einzelne Berechtigungen',
  'Roles changed.': 'Rollen geändert.',
  Administrator: 'Verwaltung',
  Member: 'Mitglied',
  'Change name and picture': 'Name und Bild ändern',
  'Delete the team': 'Team löschen',
  'See the members': 'Mitglieder sehen',
  'Remove members': 'Mitglieder entfernen',
  'Invite people': 'Personen einladen',
  'Manage API keys': 'API-Schlüssel verwalten',
  'Change roles': 'Rollen ändern',
  'Change the roles of members': 'Rollen von Mitgliedern ändern',
  Invitations: 'Einladungen',
  'Open invitations': 'Offene Einladungen',
  'No open invitations': 'Keine offenen Einladungen',
  'We send a link by email. People without an account can create one with it.':
    'Wir senden einen Link per E-Mail. Wer kein Konto hat, kann damit eines erstellen.',
  'Invite…': 'Einladen…',
  'Please enter an email address': 'Bitte geben Sie eine E-Mail-Adresse ein',
  'Send invitation': 'Einladung senden',
  'Invitation sent to {email}.': 'Einladung an {email} gesendet.',
  'Valid until {date}': 'Gültig bis {date}',
  'Send again': 'Erneut senden',
  'Withdraw…': 'Zurückziehen…',
  'Withdraw the invitation of {email}?': 'Die Einladung an {email} zurückziehen?',
  'The link in the email then no longer works.': 'Der Link in der E-Mail funktioniert dann nicht mehr.',
  'Withdraw invitation': 'Einladung zurückziehen',
  'Withdrawing…': 'Wird zurückgezogen…',
  'Invitation withdrawn.': 'Einladung zurückgezogen.',
  'Leave team': 'Team verlassen',
  'Leave…': 'Verlassen…',
  'You lose access to the team.': 'Sie verlieren den Zugang zum Team.',
  'Leave {name}?': '{name} verlassen?',
  'Leaving…': 'Wird verlassen…',
  'To return, you need a new invitation.': 'Für eine Rückkehr brauchen Sie eine neue Einladung.',
  'You are the last member. No one can open the team after you leave.':
    'Sie sind das letzte Mitglied. Nachdem Sie das Team verlassen haben, kann es niemand mehr öffnen.',
  'You can manage this team. If no other member can, no one will be able to manage it.':
    'Sie können dieses Team verwalten. Wenn kein anderes Mitglied das kann, kann es danach niemand mehr verwalten.',
  'You are the only member who can manage this team. Give this role to another member first.':
    'Nur Sie können dieses Team verwalten. Geben Sie diese Rolle zuerst einem anderen Mitglied.',
  'You are no longer a member of {name}.': 'Sie sind kein Mitglied von {name} mehr.',
  'Delete team': 'Team löschen',
  'Delete team…': 'Team löschen…',
  'Deletes the team with all its data, for all members. This cannot be undone.':
    'Löscht das Team mit allen Daten, für alle Mitglieder. Das lässt sich nicht rückgängig machen.',
  'Delete the team {name}?': 'Das Team {name} löschen?',
  'Its members and their data in the team are removed at once.':
    'Die Mitglieder und ihre Daten im Team werden sofort entfernt.',
  'Delete team permanently': 'Team endgültig löschen',
  'Keep team': 'Team behalten',
  '{name} is deleted.': '{name} ist gelöscht.',

  'API keys': 'API-Schlüssel',
  'Your programs act as you with these keys. Treat them like passwords.':
    'Mit diesen Schlüsseln handeln Ihre Programme in Ihrem Namen. Behandeln Sie sie wie Passwörter.',
  'Your programs act for the team with these keys. Treat them like passwords.':
    'Mit diesen Schlüsseln handeln Ihre Programme für das Team. Behandeln Sie sie wie Passwörter.',
  'Your keys': 'Ihre Schlüssel',
  'No keys yet': 'Noch keine Schlüssel',
  'No valid keys': 'Keine gültigen Schlüssel',
  'Create a key, then send it with each request:':
    'Erstellen Sie einen Schlüssel und senden Sie ihn mit jeder Anfrage:',
  'Copy command': 'Befehl kopieren',
  'Create key…': 'Schlüssel erstellen…',
  'Create an API key': 'API-Schlüssel erstellen',
  Description: 'Beschreibung',
  'Name the program or device that uses the key.': 'Nennen Sie das Programm oder Gerät, das den Schlüssel verwendet.',
  'Please enter a description': 'Bitte geben Sie eine Beschreibung ein',
  'A description has at most {n} characters.': 'Eine Beschreibung hat höchstens {n} Zeichen.',
  Expiry: 'Ablauf',
  '1 day': '1 Tag',
  '{n} days': '{n} Tage',
  '1 year': '1 Jahr',
  Never: 'Nie',
  Unchanged: 'Unverändert',
  'The key works until you revoke it.': 'Der Schlüssel gilt, bis Sie ihn widerrufen.',
  'Create key': 'Schlüssel erstellen',
  'There are {n} valid keys, the maximum.': 'Es gibt {n} gültige Schlüssel. Mehr sind nicht möglich.',
  'Revoke keys that you no longer need, then try again.':
    'Widerrufen Sie Schlüssel, die Sie nicht mehr brauchen, und versuchen Sie es dann erneut.',
  'Store this key now': 'Schlüssel jetzt speichern',
  'It is shown only once. If you lose it, create a new one.':
    'Er wird nur einmal angezeigt. Wenn Sie ihn verlieren, erstellen Sie einen neuen.',
  'I have stored it': 'Ich habe ihn gespeichert',
  'Confirm that you have stored the key.': 'Bestätigen Sie, dass Sie den Schlüssel gespeichert haben.',
  Done: 'Fertig',
  Key: 'Schlüssel',
  Status: 'Status',
  Options: 'Optionen',
  All: 'Alle',
  Valid: 'Gültig',
  Expired: 'Abgelaufen',
  Revoked: 'Widerrufen',
  Public: 'Öffentlich',
  'Until {date}': 'Bis {date}',
  'Expires {when}': 'Läuft {when} ab',
  'Does not expire': 'Läuft nicht ab',
  'Search keys': 'Schlüssel suchen',
  Edit: 'Bearbeiten',
  'Key changed.': 'Schlüssel geändert.',
  'Revoke…': 'Widerrufen…',
  'Revoke {name}?': '{name} widerrufen?',
  'Programs that use this key lose access at once. It cannot be made valid again.':
    'Programme mit diesem Schlüssel verlieren sofort den Zugriff. Er kann nicht wieder gültig werden.',
  'Revoke key': 'Schlüssel widerrufen',
  'Revoking…': 'Wird widerrufen…',
  'Key revoked.': 'Schlüssel widerrufen.',

  'Wrong e-mail or password.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'A user with this e-mail address already exists.': 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto.',
  'This password is too easy to guess. Please choose another one.':
    'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes.',
  'Signing in with a password is not enabled for this project.':
    'Die Anmeldung mit Passwort ist für dieses Projekt nicht aktiviert.',
}

const plural = pluralsOf('de')

const plurals: LocalePlurals = {
  '{n} valid keys': (n) => plural(n, { one: '1 gültiger Schlüssel', other: '{n} gültige Schlüssel' }),
  'End {n} other sessions?': (n) =>
    plural(n, { one: 'Die andere Sitzung beenden?', other: '{n} andere Sitzungen beenden?' }),
}

export const locale: Locale = { texts, plurals, errors }
