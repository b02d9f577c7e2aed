/**
 * What the SDK has to know about a page.
 *
 * - `page`: a page without peculiarities
 * - `step`: a step of signing in or out; a visitor who returned here would start the same flow again
 * - `fixed`: the specification fixes the address, so the page has no entry in `urls` and no redirect
 */
type PageKind = 'page' | 'step' | 'fixed'

/**
 * The pages that the handler serves. A row yields the path, the entry in `urls` and the method `redirectTo…`, all by its
 * name. The component is the row of the same name in `@portico/react`.
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
  // Asks for the second factor of a sign-in that began on another page.
  mfa: 'step',
  cliAuthConfirm: 'fixed',
  accountSettings: 'page',
  error: 'page',
} as const satisfies Record<string, PageKind>

export type PageName = keyof typeof pages

/** The pages that an application can move. */
export type MovablePageName = {
  [Name in PageName]: (typeof pages)[Name] extends 'fixed' ? never : Name
}[PageName]

// The keys of the table are the names and nothing else.
export const pageNames = Object.keys(pages) as readonly PageName[]

/** The path of a page below `urls.handler`: `sign-in` for `signIn`. */
export function pagePath(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
