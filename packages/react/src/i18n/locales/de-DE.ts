import type { LocaleTexts } from '../texts.ts'

export const texts: LocaleTexts = {
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
  'You used this the last time': 'Zuletzt von Ihnen verwendet',
  'Signing in with a provider does not work inside a frame. Open this page in a tab of its own.':
    'In einem eingebetteten Rahmen ist die Anmeldung bei einem Anbieter nicht möglich. Öffnen Sie diese Seite in einem eigenen Tab.',
  'Going to {provider}…': 'Weiter zu {provider}…',
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
  'New account registration is not allowed': 'Neue Konten können nicht angelegt werden',
  'Confirm that it is you': 'Bestätigen Sie, dass Sie es sind',
  'Enter the code that your authenticator app shows for {project}.':
    'Geben Sie den Code ein, den Ihre Authenticator-App für {project} anzeigt.',
  'Enter the code that your authenticator app shows.': 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
  'Six-digit code': 'Sechsstelliger Code',
  'Checking…': 'Wird geprüft…',
  'The TOTP code is invalid. Please try again.': 'Der TOTP-Code ist ungültig. Bitte versuchen Sie es erneut.',
  'The sign-in took too long. Please start again.': 'Die Anmeldung hat zu lange gedauert. Bitte beginnen Sie von vorn.',
  'There is no sign-in to finish': 'Es gibt keine Anmeldung abzuschließen',
  'Start again from the sign-in page.': 'Beginnen Sie auf der Anmeldeseite von vorn.',

  'Sign in with this link?': 'Mit diesem Link anmelden?',
  'Someone asked for this link to sign in with your email address. Continue if that was you.':
    'Jemand hat diesen Link angefordert, um sich mit Ihrer E-Mail-Adresse anzumelden. Fahren Sie fort, wenn Sie das waren.',
  'You are signed in.': 'Sie sind angemeldet.',

  'One moment, please.': 'Einen Moment bitte.',
  'The sign-in takes a while.': 'Die Anmeldung dauert etwas.',
  'If nothing happens:': 'Falls nichts geschieht:',
  'This sign-in cannot be finished here': 'Diese Anmeldung kann hier nicht abgeschlossen werden',
  'It was started in another window, too long ago, or has been finished already. Please sign in again.':
    'Sie wurde in einem anderen Fenster oder vor zu langer Zeit begonnen oder ist schon abgeschlossen. Bitte melden Sie sich erneut an.',
  'The sign-in took too long': 'Die Anmeldung hat zu lange gedauert',
  'It was not finished in time. Please start again.':
    'Sie wurde nicht rechtzeitig abgeschlossen. Bitte beginnen Sie von vorn.',
  'This email address belongs to an account': 'Zu dieser E-Mail-Adresse gibt es ein Konto',
  'There is an account with the email address of this provider. Sign in to it the way you did before.':
    'Zur E-Mail-Adresse dieses Anbieters gibt es schon ein Konto. Melden Sie sich dort so an wie bisher.',
  'This provider is not enabled': 'Dieser Anbieter ist nicht aktiviert',
  'Signing in with this provider is not possible at the moment. Choose another way.':
    'Die Anmeldung bei diesem Anbieter ist derzeit nicht möglich. Wählen Sie einen anderen Weg.',

  'Allow the command line to sign in as you?': 'Darf sich die Befehlszeile als Sie anmelden?',
  'A program asks to sign in as {name}. Continue only if you started it yourself just now.':
    'Ein Programm möchte sich als {name} anmelden. Fahren Sie nur fort, wenn Sie es gerade selbst gestartet haben.',
  'If you did not, someone may be trying to use your account. Refuse then.':
    'Wenn nicht, versucht womöglich jemand, Ihr Konto zu verwenden. Lehnen Sie dann ab.',
  Device: 'Gerät',
  'Network address': 'Netzwerkadresse',
  Asked: 'Angefragt',
  Unknown: 'Unbekannt',
  Allow: 'Erlauben',
  'Allowing…': 'Wird erlaubt…',
  Refuse: 'Ablehnen',
  'Refusing…': 'Wird abgelehnt…',
  'You can go back to the command line': 'Weiter geht es in der Befehlszeile',
  'It is signed in now. You can close this page.': 'Sie ist jetzt angemeldet. Sie können diese Seite schließen.',
  Refused: 'Abgelehnt',
  'The command line was not signed in. You can close this page.':
    'Die Befehlszeile wurde nicht angemeldet. Sie können diese Seite schließen.',
  'Nothing to confirm': 'Nichts zu bestätigen',
  'This request was answered already, has expired, or its link is incomplete. Start again from the command line.':
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
  'Invalid link': 'Ungültiger Link',
  'This link is incomplete or no longer exists. Open the newest email and use its link.':
    'Dieser Link ist unvollständig oder existiert nicht mehr. Verwenden Sie den Link der neuesten E-Mail.',
  'Expired link': 'Abgelaufener Link',
  'This link has expired. Ask for a new email and use its link.':
    'Dieser Link ist abgelaufen. Fordern Sie eine neue E-Mail an und verwenden Sie deren Link.',
  'Used link': 'Verwendeter Link',
  'This link has already been used. Ask for a new email if you need another one.':
    'Dieser Link wurde bereits verwendet. Fordern Sie bei Bedarf eine neue E-Mail an.',
  'Link tried too often': 'Link zu oft verwendet',
  'This link was opened too many times. Ask for a new email and use its link.':
    'Dieser Link wurde zu oft geöffnet. Fordern Sie eine neue E-Mail an und verwenden Sie deren Link.',

  'Reset your password': 'Passwort zurücksetzen',
  'Enter your email and we send you a link to choose a new password.':
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  'Send link': 'Link senden',
  'Sending…': 'Wird gesendet…',
  'Remembered it?': 'Wieder eingefallen?',
  'Choose a new password': 'Neues Passwort wählen',
  'New password': 'Neues Passwort',
  'Repeat new password': 'Neues Passwort wiederholen',
  'Reset password': 'Passwort zurücksetzen',
  'Resetting…': 'Wird zurückgesetzt…',
  'The password could not be reset': 'Das Passwort konnte nicht zurückgesetzt werden',
  'Ask for a new email and try again.': 'Fordern Sie eine neue E-Mail an und versuchen Sie es erneut.',
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
  'Try again': 'Erneut versuchen',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'The sign-in ended with the error {code}.': 'Die Anmeldung endete mit dem Fehler {code}.',
  'You refused access': 'Zugriff verweigert',
  'The provider did not confirm who you are because access was refused. You can try again.':
    'Der Anbieter hat Ihre Identität nicht bestätigt, weil der Zugriff verweigert wurde. Sie können es erneut versuchen.',
  'Account already connected': 'Konto bereits verbunden',
  'This account of the provider is already connected to another user.':
    'Dieses Konto des Anbieters ist bereits mit einem anderen Benutzer verbunden.',
  'Another account is connected': 'Ein anderes Konto ist verbunden',
  'Your user is already connected to another account of this provider.':
    'Ihr Benutzer ist bereits mit einem anderen Konto dieses Anbieters verbunden.',
  'Sign in again': 'Erneut anmelden',

  'Open user menu': 'Benutzermenü öffnen',
  'User menu': 'Benutzermenü',
  'You are not signed in': 'Sie sind nicht angemeldet',
  'Toggle theme': 'Farbschema wechseln',

  'Wrong e-mail or password.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'A user with this e-mail address already exists.': 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto.',
  'This password is too easy to guess. Please choose another one.':
    'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes.',
  'Signing in with a password is not enabled for this project.':
    'Die Anmeldung mit Passwort ist für dieses Projekt nicht aktiviert.',
}
