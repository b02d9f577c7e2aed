/**
 * The kind of a page.
 *
 * - `page`: a page without special rules
 * - `step`: a step of signing in or out; never a return location, because the visitor would start the flow again
 * - `fixed`: a page with the same path in every app, so it has no entry in `urls` and no redirect method
 */
type PageKind = 'page' | 'step' | 'fixed'

/**
 * The pages that the handler serves. The name of a row determines the path, the entry in `urls` and the method
 * `redirectTo…`. Its component is the row of the same name in `@portico/react`.
 */
export const pages = {
  signIn: 'step',
  signUp: 'step',
  signOut: 'step',
  emailVerification: 'page',
  passwordReset: 'step',
  forgotPassword: 'step',
  oauthCallback: 'step',
  magicLinkCallback: 'step',
  // Requests the second factor of a sign-in that started on another page.
  mfa: 'step',
  // Shows a restricted user what ends the restriction.
  onboarding: 'step',
  cliAuthConfirm: 'fixed',
  accountSettings: 'page',
  teamInvitation: 'page',
  userInvitation: 'step',
  factorReset: 'step',
  disownSession: 'step',
  impersonation: 'step',
  error: 'step',
} as const satisfies Record<string, PageKind>

/** The name of an SDK page, such as `signIn`. */
export type PageName = keyof typeof pages

/** The pages that an application can move. */
export type MovablePageName = {
  [Name in PageName]: (typeof pages)[Name] extends 'fixed' ? never : Name
}[PageName]

// `Object.keys` returns `string[]`; the table has no other keys.
/** The names of all SDK pages. */
export const pageNames = Object.keys(pages) as readonly PageName[]

/** Returns the path of a page below `urls.handler`, such as `sign-in` for `signIn`. */
export function pagePath(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
