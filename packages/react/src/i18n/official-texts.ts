import type { Text } from './locales/texts.ts'
import type { TranslationOverrides } from './translate.ts'

/** Texts of the original SDK, with the text of this package that has the same meaning but differs. */
const ourTextByOfficial: ReadonlyMap<string, Text> = new Map<string, Text>([
  ['Account Settings', 'Account settings'],
  ['Active Sessions', 'Active sessions'],
  ['Add new passkey', 'Add passkey'],
  ['An unknown error occurred', 'An unknown error occurred.'],
  ['Authorize', 'Allow'],
  ['Authorize CLI Application', 'Allow the command line to sign in as you?'],
  ['Authorizing...', 'Allowing…'],
  ['Authorization Failed', 'The command line could not be signed in'],
  ['CLI Authorization Successful', 'You can go back to the command line'],
  ['Current Session', 'This device'],
  ['Delete Account', 'Delete account'],
  ['Delete Passkey', 'Remove passkey'],
  ['Disable MFA', 'Remove second factor'],
  ['Disable OTP', 'Switch off'],
  ['Do you want to sign in?', 'Sign in with this link?'],
  ['Do you want to verify your email?', 'Confirm that this email address is yours.'],
  ["Don't need to reset?", 'Remember your password?'],
  ['Enable MFA', 'Set up'],
  ['Enable OTP', 'Switch on'],
  ['Enter the code from your email', 'Code from the email'],
  ['Enter the six-digit code from your authenticator app', 'Enter the code that your authenticator app shows.'],
  ['Failed to reset password', 'The password could not be reset'],
  ['Go Home', 'Go home'],
  [
    'Incorrect code. Please try again.',
    'The clocks of your devices differ. Set the time automatically on both devices, then try again.',
  ],
  ['Incorrect password', 'This is not your current password'],
  ['Invalid image', 'This file could not be opened as a picture.'],
  ['IP Address', 'Network address'],
  ['Multi-factor authentication', 'Second factor'],
  ['Multi-Factor Authentication', 'Confirm that it is you'],
  ['My Profile', 'Profile'],
  ['New Password', 'New password'],
  ['No active sessions found', 'There are no active sessions.'],
  ['No authentication method enabled.', 'No authentication method enabled'],
  ['No display name set', 'No name'],
  ['Not signed in', 'You are not signed in'],
  ['OAuth provider access denied', 'You refused access'],
  ['OTP sign-in', 'Code by email'],
  ['Old password', 'Current password'],
  ['One-Time Password', 'Code by email'],
  ['Passkey registered', 'Passkey added.'],
  [
    'Permanently remove your account and all associated data',
    'Deletes your account and all its data. This cannot be undone.',
  ],
  ['Please enter a valid email address', 'Please enter a valid email'],
  ['Please enter an email address', 'Please enter your email'],
  ['Profile image', 'Picture'],
  ['Repeat New Password', 'Repeat new password'],
  ['Repeat Password', 'Repeat password'],
  ['Reset Password', 'Reset password'],
  ['Reset Your Password', 'Reset your password'],
  ['Revoke', 'End'],
  ['Revoke All Other Sessions', 'End all others'],
  ['Scan this QR code with your authenticator app:', 'Scan this with an authenticator app.'],
  ['Send Email', 'Send code'],
  ['Send email', 'Send link'],
  ['Set Password', 'Set password'],
  ['Sign In', 'Sign in'],
  ['Sign Up', 'Sign up'],
  ['Sign in with Passkey', 'Sign in with a passkey'],
  ['Signed in successfully!', 'You are signed in.'],
  ['TOTP multi-factor authentication QR code', 'QR code for your authenticator app'],
  ['Then, enter your six-digit MFA code:', 'Then enter the six digits it shows'],
  [
    'This account is already connected to another user. Please connect a different account.',
    'This provider account is already connected to another user.',
  ],
  [
    'The user is already connected to another OAuth account. Did you maybe selected the wrong account on the OAuth provider page?',
    'You have already connected another account from this provider.',
  ],
  [
    'To enable OTP sign-in, please add a verified sign-in email.',
    'To sign in with a code, you need a verified email address.',
  ],
  [
    'To enable Passkey sign-in, please add a verified sign-in email.',
    'To add a passkey, you need a verified email address.',
  ],
  ['To set a password, please add a sign-in email.', 'To set a password, you need an email address to sign in with.'],
  ['Try Again', 'Try again'],
  ['Update Password', 'Change password'],
  ['Update password', 'Change password'],
  ['User name', 'Name'],
  ['Verified! Redirecting...', 'Email verified'],
  ['Verifying...', 'Verifying…'],
  ['You email has been verified!', 'Your email address is confirmed.'],
  [
    'Your password has been reset. You can now sign in with your new password.',
    'You can now sign in with your new password.',
  ],
])

/**
 * Converts overrides that are keyed by the texts of the original SDK. If an app overrides both texts, the one of this
 * package takes precedence. Unknown texts are kept and have no effect.
 */
export function fromOfficialTexts(overrides: Readonly<Record<string, string>>): TranslationOverrides {
  const translated = Object.entries(overrides).flatMap(([text, override]) => {
    const ours = ourTextByOfficial.get(text)
    return ours === undefined ? [] : [[ours, override]]
  })
  return { ...Object.fromEntries(translated), ...overrides }
}
