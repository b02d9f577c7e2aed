import { lazyPart } from '../parts/lazy-part.ts'
import type { PagePath } from './handler-path.ts'

/** One entry per page: whoever signs in downloads nothing of the others. */
export const lazyPages = {
  'sign-in': lazyPart(async () => (await import('../auth/SignIn.tsx')).SignIn),
  'sign-up': lazyPart(async () => (await import('../auth/SignUp.tsx')).SignUp),
  'sign-out': lazyPart(async () => (await import('../pages/SignOut.tsx')).SignOut),
  'email-verification': lazyPart(async () => (await import('../pages/EmailVerification.tsx')).EmailVerification),
  'password-reset': lazyPart(async () => (await import('../pages/PasswordReset.tsx')).PasswordReset),
  'forgot-password': lazyPart(async () => (await import('../pages/ForgotPassword.tsx')).ForgotPassword),
  'oauth-callback': lazyPart(async () => (await import('../pages/OAuthCallback.tsx')).OAuthCallback),
  'magic-link-callback': lazyPart(async () => (await import('../pages/MagicLinkCallback.tsx')).MagicLinkCallback),
  mfa: lazyPart(async () => (await import('../pages/Mfa.tsx')).Mfa),
  'cli-auth-confirm': lazyPart(async () => (await import('../pages/CliAuthConfirmation.tsx')).CliAuthConfirmation),
  'account-settings': lazyPart(async () => (await import('../settings/AccountSettings.tsx')).AccountSettings),
  error: lazyPart(async () => (await import('../pages/ErrorPage.tsx')).ErrorPage),
} as const satisfies Record<PagePath, unknown>
