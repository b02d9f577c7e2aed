import { DEFAULT_HANDLER_PATH } from '@portico/contract/limits'

/** Where the pages of sign-in live in the host application. */
export interface HandlerUrls {
  handler: string
  home: string
  signIn: string
  signUp: string
  signOut: string
  emailVerification: string
  passwordReset: string
  forgotPassword: string
  oauthCallback: string
  magicLinkCallback: string
  accountSettings: string
  error: string
  teamInvitation: string
  /** Asks for the second factor of a sign-in that began on another page. */
  mfa: string
  afterSignIn: string
  afterSignUp: string
  afterSignOut: string
}

/** Fills in the defaults; entries that are undefined count as absent. */
export function resolveUrls(given: Partial<{ [Name in keyof HandlerUrls]: string | undefined }> = {}): HandlerUrls {
  const handler = given.handler ?? DEFAULT_HANDLER_PATH
  const home = given.home ?? '/'
  const afterSignIn = given.afterSignIn ?? home
  const defaults: HandlerUrls = {
    handler,
    home,
    signIn: `${handler}/sign-in`,
    signUp: `${handler}/sign-up`,
    signOut: `${handler}/sign-out`,
    emailVerification: `${handler}/email-verification`,
    passwordReset: `${handler}/password-reset`,
    forgotPassword: `${handler}/forgot-password`,
    oauthCallback: `${handler}/oauth-callback`,
    magicLinkCallback: `${handler}/magic-link-callback`,
    accountSettings: `${handler}/account-settings`,
    error: `${handler}/error`,
    teamInvitation: `${handler}/team-invitation`,
    mfa: `${handler}/mfa`,
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
  }
  const overrides = Object.fromEntries(Object.entries(given).filter(([, url]) => url !== undefined))
  return Object.freeze({ ...defaults, ...overrides })
}
