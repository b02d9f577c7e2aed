import type { Text } from './locales/texts.ts'
import type { TranslationOverrides } from './translate.ts'

/** Texts of the original SDK, with the text of this package that has the same meaning but differs. */
const ourTextByOfficial: ReadonlyMap<string, Text> = new Map<string, Text>([
  ['Account Settings', 'Account settings'],
  ['Active Sessions', 'Active sessions'],
  ['Add new passkey', 'Add passkey'],
  ['An unknown error occurred', 'An unknown error occurred.'],
  ['API Key', 'Key'],
  ['API Keys', 'API keys'],
  [
    'API keys grant programmatic access to your account.',
    'Your programs act as you with these keys. Treat them like passwords.',
  ],
  [
    'API keys grant programmatic access to your team.',
    'Your programs act for the team with these keys. Treat them like passwords.',
  ],
  [
    'Are you sure you want to disable OTP sign-in? You will not be able to sign in with only emails anymore.',
    'Switch off signing in with a code?',
  ],
  [
    'Are you sure you want to disable Passkey sign-in? You will not be able to sign in with your passkey anymore.',
    'Remove the passkey?',
  ],
  ['Authorization Failed', 'The command line could not be signed in'],
  ['Authorize CLI Application', 'Allow the command line to sign in as you?'],
  ['Authorize', 'Allow'],
  ['Authorizing...', 'Allowing…'],
  ['CLI Authorization Successful', 'You can go back to the command line'],
  ['Close', 'Done'],
  [
    'Copy it to a safe place. You will not be able to view it again.',
    'It is shown only once. If you lose it, create a new one.',
  ],
  ['Create', 'Create team'],
  ['Create a Team', 'Create a team'],
  ['Create API Key', 'Create an API key'],
  ['Current Session', 'This device'],
  ['Delete Account', 'Delete account'],
  ['Delete Passkey', 'Remove passkey'],
  ['Description is required', 'Please enter a description'],
  ['Disable MFA', 'Remove second factor'],
  ['Disable OTP', 'Switch off'],
  ['Display name', 'Team name'],
  ['Do you want to sign in?', 'Sign in with this link?'],
  ['Do you want to verify your email?', 'Confirm that this email address is yours.'],
  ["Don't need to reset?", 'Remember your password?'],
  ['Enable MFA', 'Set up'],
  ['Enable OTP', 'Switch on'],
  ['End your current session', 'Ends the session on this device.'],
  ['Enter the code from your email', 'Code from the email'],
  ['Enter the six-digit code from your authenticator app', 'Enter the code that your authenticator app shows.'],
  ['Expired Magic Link', 'Expired link'],
  ['Expired Password Reset Link', 'Expired link'],
  ['Expired Team Invitation Link', 'Expired invitation'],
  ['Expired Verification Link', 'Expired link'],
  ['Expires In', 'Expiry'],
  ['Failed to reset password', 'The password could not be reset'],
  ['Failed to reset password. Please request a new password reset link', 'Request a new email and try again.'],
  ['Go Home', 'Go home'],
  ['Here is your API key.', 'Store this key now'],
  ['I understand that I will not be able to view this key again.', 'I have stored it'],
  ['Ignore', 'Not now'],
  ['Impersonation', 'Started by an administrator'],
  [
    'Incorrect code. Please try again.',
    'The clocks of your devices differ. Set the time automatically on both devices, then try again.',
  ],
  ['Incorrect password', 'This is not your current password'],
  ['Invalid CLI Authorization Link', 'Nothing to confirm'],
  ['Invalid image', 'This file could not be opened as a picture.'],
  ['Invalid Magic Link', 'Invalid link'],
  ['Invalid Password Reset Link', 'Invalid link'],
  ['Invalid Team Invitation Link', 'Invalid invitation'],
  ['Invalid Verification Link', 'Invalid link'],
  [
    'Invite a user to your team through email',
    'We send a link by email. People without an account can create one with it.',
  ],
  ['Invite member', 'Invitations'],
  ['Invite User', 'Send invitation'],
  ['IP Address', 'Network address'],
  ['Join', 'Join team'],
  ['Leave', 'Leave…'],
  ['Leave Team', 'Leave team'],
  ['leave this team and remove your team profile', 'You lose access to the team.'],
  ['Magic Link Already Used', 'Used link'],
  ['Missing verification information', 'There is no sign-in to finish'],
  ['Multi-Factor Authentication', 'Confirm that it is you'],
  ['Multi-factor authentication', 'Second factor'],
  ['My Profile', 'Profile'],
  ['New Password', 'New password'],
  ['No active sessions found', 'There are no active sessions.'],
  ['No authentication method enabled.', 'No authentication method enabled'],
  ['No display name set', 'No name'],
  ['No outstanding invitations', 'No open invitations'],
  ['No teams yet', 'You are not a member of a team'],
  ['Not signed in', 'You are not signed in'],
  ['OAuth provider access denied', 'You refused access'],
  ['OAuth provider is temporarily unavailable', 'The provider does not answer'],
  ['Old password', 'Current password'],
  ['One-Time Password', 'Code by email'],
  ['Other Session', 'Other sessions'],
  [
    'OTP sign-in is enabled and cannot be disabled as it is currently the only sign-in method',
    'This is your only way to sign in, so it cannot be switched off.',
  ],
  ['OTP sign-in', 'Code by email'],
  ['Outstanding invitations', 'Open invitations'],
  ['Overwrite your user display name in this team', 'For the members of this team only.'],
  ['Passkey', 'Passkeys'],
  ['Passkey registered', 'Passkey added.'],
  [
    'Passkey sign-in is enabled and cannot be disabled as it is currently the only sign-in method',
    'This is your only way to sign in, so it cannot be removed.',
  ],
  [
    'Permanently remove your account and all associated data',
    'Deletes your account and all its data. This cannot be undone.',
  ],
  [
    'Please check if you have the correct link. If you continue to have issues, please contact support.',
    'This link is incomplete or no longer exists. Open the newest email and use its link.',
  ],
  [
    'Please double check if you have the correct password reset link.',
    'This link is incomplete or no longer exists. Open the newest email and use its link.',
  ],
  [
    'Please double check if you have the correct team invitation link.',
    'The link is incomplete, or the invitation was withdrawn. Ask the person who invited you for a new invitation.',
  ],
  ['Please enter a valid email address', 'Please enter a valid email'],
  ['Please enter an email address', 'Please enter your email'],
  ['Please enter your old password', 'Please enter your password'],
  ['Profile image', 'Picture'],
  ['Register a passkey', 'Add passkey'],
  ['Repeat New Password', 'Repeat new password'],
  ['Repeat Password', 'Repeat password'],
  ['Resend verification email', 'Send verification email'],
  ['Reset Password', 'Reset password'],
  ['Reset Your Password', 'Reset your password'],
  ['Revoke All Other Sessions', 'End all others'],
  ['Revoke', 'End'],
  ['Scan this QR code with your authenticator app:', 'Scan this with an authenticator app.'],
  ['Send Email', 'Send code'],
  ['Send email', 'Send link'],
  ['Set Password', 'Set password'],
  [
    'Sign in or create an account to join the team.',
    'Create an account to join the team. If you already have one, sign in.',
  ],
  ['Sign in with Passkey', 'Sign in with a passkey'],
  ['Sign In', 'Sign in'],
  ['Sign Up', 'Sign up'],
  ['Signed in successfully!', 'You are signed in.'],
  ['Team display name', 'Team name'],
  ['Team invitation', 'You are invited to a team'],
  ['Team profile image', 'Team picture'],
  ['Team user name', 'Your name'],
  [
    'The CLI application has been authorized successfully. You can close this window and return to the command line.',
    'The command line is now signed in. You can close this page.',
  ],
  [
    'The CLI application has been authorized successfully. You can now close this window and return to the command line.',
    'The command line is now signed in. You can close this page.',
  ],
  [
    'The magic link has already been used. The link can only be used once. Please request a new magic link if you need to sign-in again.',
    'This link has already been used. Request a new email if you need another one.',
  ],
  [
    'The OAuth provider could not complete sign-in right now. Please try again in a moment.',
    'It may be unavailable at the moment. Try again later, or choose another way to sign in.',
  ],
  [
    'The sign-in operation has been cancelled or denied. Please try again.',
    'The provider did not confirm who you are because access was refused. You can try again.',
  ],
  [
    'The sign-in operation has been cancelled. Please try again. [access_denied]',
    'The provider did not confirm who you are because access was refused. You can try again.',
  ],
  [
    'The user is already connected to another OAuth account. Did you maybe selected the wrong account on the OAuth provider page?',
    'You have already connected another account from this provider.',
  ],
  ['Then, enter your six-digit MFA code:', 'Then enter the six digits it shows'],
  [
    "These are devices where you're currently logged in. You can revoke access to end a session.",
    'The devices where you are signed in. End any session you do not recognise.',
  ],
  [
    'This account is already connected to another user. Please connect a different account.',
    'This provider account is already connected to another user.',
  ],
  [
    'This CLI authorization link is missing a login code. Please return to the command line and start the login process again.',
    'This request was already answered, it has expired, or its link is incomplete. Start again from the command line.',
  ],
  [
    'This password reset link has already been used. If you need to reset your password again, please request a new password reset link from the login page.',
    'This link has already been used. Request a new email if you need another one.',
  ],
  [
    'This team invitation link has already been used.',
    'This invitation was already accepted. If that was you, open the team in your account settings.',
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
  ['TOTP multi-factor authentication QR code', 'QR code for your authenticator app'],
  ['Try Again', 'Try again'],
  ['Update Password', 'Change password'],
  ['Update password', 'Change password'],
  ['Used Password Reset Link', 'Used link'],
  ['Used Team Invitation Link', 'Used invitation'],
  ['User name', 'Name'],
  ['Verified! Redirecting...', 'Email verified'],
  ['Verifying...', 'Verifying…'],
  ['You email has been verified!', 'Your email address is confirmed.'],
  [
    'Your email verification link has expired. Please request a new verification link from your account settings.',
    'This link has expired. Request a new email and use its link.',
  ],
  ['Your Email', 'Email'],
  [
    'Your magic link has expired. Please request a new magic link if you need to sign-in.',
    'This link has expired. Request a new email and use its link.',
  ],
  [
    'Your password has been reset. You can now sign in with your new password.',
    'You can now sign in with your new password.',
  ],
  [
    'Your password reset link has expired. Please request a new password reset link from the login page.',
    'This link has expired. Request a new email and use its link.',
  ],
  [
    'Your team invitation link has expired. Please request a new team invitation link ',
    'This invitation has expired. Ask the person who invited you for a new invitation.',
  ],
])

/** Whether a component here shows this text of the original SDK. */
export function isOfficialText(text: string): boolean {
  return ourTextByOfficial.has(text)
}

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
