/**
 * Every text the components can show. The English text is its own key, so a component reads like its screen, and
 * overrides written for the specification's texts keep working.
 *
 * Only types leave this file: the list itself never reaches a visitor.
 */
export const texts = [
  // Sign-in and sign-up
  'Sign in to your account',
  'Create a new account',
  "Don't have an account?",
  'Already have an account?',
  'Sign in',
  'Sign up',
  'Sign out',
  'Or continue with',
  'Email',
  'Email & Password',
  'No authentication method enabled',
  'Password',
  'Repeat password',
  'Forgot password?',
  'Show password',
  'Hide password',
  'At least {n} characters',
  'Signing in…',
  'Signed in',
  'Signing up…',
  'Account created',
  'Ways to sign in',

  // Validation
  'Please enter your email',
  'Please enter a valid email',
  'Please enter your password',
  'Please repeat your password',
  'Passwords do not match',
  'Password too short. Minimum length is {n}.',
  'Password too long. Maximum length is {n}.',

  // Message cards
  'You are already signed in',
  'You are not currently signed in.',
  'Sign up for new users is not enabled at the moment.',
  'Email sent!',
  'If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.',
  'Password reset successfully!',
  'You can now sign in with your new password.',
  'An unknown error occurred.',
  'Please try again and if the problem persists, contact support.',
  'Go home',

  // E-mail verification
  'Verify your email',
  'Confirm that this email address is yours.',
  'Verify',
  'Verifying…',
  'Cancel',
  'Email verified',
  'Your email address is confirmed.',
  'Invalid link',
  'This link is incomplete or no longer exists. Open the newest email and use its link.',
  'Expired link',
  'This link has expired. Ask for a new email and use its link.',
  'Used link',
  'This link has already been used. Ask for a new email if you need another one.',
  'Link tried too often',
  'This link was opened too many times. Ask for a new email and use its link.',

  // Forgotten password
  'Reset your password',
  'Enter your email and we send you a link to choose a new password.',
  'Send link',
  'Sending…',
  'Remembered it?',
  'Choose a new password',
  'New password',
  'Repeat new password',
  'Reset password',
  'Resetting…',
  'The password could not be reset',
  'Ask for a new email and try again.',
  'Request a new link',

  // Leaving, failures, pages that are not there
  'Signing out…',
  'Loading…',
  'This page does not exist',
  'Check the address, or start again from the home page.',
  'You seem to be offline',
  'Check your connection, then try again.',
  'The service did not answer',
  'Your data is safe. Wait a moment, then try again.',
  'Too many attempts. Please try again in a moment.',
  'Try again',
  'Something went wrong',
  'The sign-in ended with the error {code}.',
  'You refused access',
  'The provider did not confirm who you are because access was refused. You can try again.',
  'Account already connected',
  'This account of the provider is already connected to another user.',
  'Another account is connected',
  'Your user is already connected to another account of this provider.',
  'Sign in again',

  // User button
  'Open user menu',
  'User menu',
  'You are not signed in',
  'Toggle theme',

  // Sentences of the service
  'Wrong e-mail or password.',
  'A user with this e-mail address already exists.',
  'This password is too easy to guess. Please choose another one.',
  'Signing in with a password is not enabled for this project.',
] as const

export type Text = (typeof texts)[number]

/** The texts of one language, keyed by the English ones. */
export type LocaleTexts = Readonly<Record<Text, string>>
