import type { PageName } from '@portico/client'
import type { ComponentType } from 'react'
import type { CodeParameter } from '../app/one-time-codes.ts'
import { lazyPart, type LazyPart } from '../parts/lazy-part.ts'

interface PageOptions<Props> {
  /** The props of the component besides `fullPage` and the query, which every page gets as `searchParams`. */
  readonly props?: Partial<Props>
  /** The one-time codes in links to the page. */
  readonly codes?: readonly CodeParameter[]
  /** The page has its own skeleton with columns instead of a card. */
  readonly hasColumns?: true
}

/** A row of the page table, independent of the props of its component. */
export interface HandlerPageRow extends PageOptions<object> {
  /** The name of the component, which is its key in `componentProps`. */
  readonly component: string
  readonly part: Pick<LazyPart<never>, 'isLoaded' | 'load'>
}

interface RowOf<Component extends string, Props extends object> extends HandlerPageRow {
  readonly component: Component
  readonly part: LazyPart<Props>
}

const redirectingSignedIn = { automaticRedirect: true }

/**
 * The pages of the handler, each loaded on demand. Their paths and entries in `urls` are the rows of the same name in
 * `@portico/client`.
 */
export const handlerPages = {
  signIn: page('SignIn', () => import('../auth/SignIn.tsx'), { props: redirectingSignedIn }),
  signUp: page('SignUp', () => import('../auth/SignUp.tsx'), { props: redirectingSignedIn }),
  signOut: page('SignOut', () => import('../pages/SignOut.tsx')),
  emailVerification: page('EmailVerification', () => import('../pages/EmailVerification.tsx'), { codes: ['code'] }),
  passwordReset: page('PasswordReset', () => import('../pages/PasswordReset.tsx'), { codes: ['code'] }),
  forgotPassword: page('ForgotPassword', () => import('../pages/ForgotPassword.tsx')),
  oauthCallback: page('OAuthCallback', () => import('../pages/OAuthCallback.tsx'), { codes: ['code', 'state'] }),
  magicLinkCallback: page('MagicLinkCallback', () => import('../pages/MagicLinkCallback.tsx'), { codes: ['code'] }),
  mfa: page('Mfa', () => import('../pages/Mfa.tsx')),
  onboarding: page('Onboarding', () => import('../pages/Onboarding.tsx')),
  cliAuthConfirm: page('CliAuthConfirmation', () => import('../pages/CliAuthConfirmation.tsx'), {
    codes: ['login_code'],
  }),
  accountSettings: page('AccountSettings', () => import('../settings/AccountSettings.tsx'), { hasColumns: true }),
  teamInvitation: page('TeamInvitation', () => import('../pages/TeamInvitation.tsx'), { codes: ['code'] }),
  userInvitation: page('UserInvitation', () => import('../pages/UserInvitation.tsx'), { codes: ['code'] }),
  factorReset: page('FactorReset', () => import('../pages/FactorReset.tsx'), { codes: ['code'] }),
  disownSession: page('DisownSession', () => import('../pages/DisownSession.tsx'), { codes: ['code'] }),
  impersonation: page('Impersonation', () => import('../pages/Impersonation.tsx')),
  error: page('ErrorPage', () => import('../pages/ErrorPage.tsx')),
} as const satisfies { readonly [Name in PageName]: HandlerPageRow }

type Rows = (typeof handlerPages)[PageName]

/** Additional props for pages, keyed by the name of the component. */
export type HandlerComponentProps = {
  readonly [Row in Rows as Row['component']]?: Row['part'] extends LazyPart<infer Props> ? Partial<Props> : never
}

function page<const Component extends string, Props extends object>(
  component: Component,
  importModule: () => Promise<{ readonly [Name in Component]: ComponentType<Props> }>,
  options: PageOptions<Props> = {},
): RowOf<Component, Props> {
  return { component, part: lazyPart(component, importModule), ...options }
}
