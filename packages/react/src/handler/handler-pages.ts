import type { PageName } from '@portico/client'
import type { ComponentType } from 'react'
import type { CodeParameter } from '../app/one-time-codes.ts'
import { lazyPart, type LazyPart } from '../parts/lazy-part.ts'

type Query = Readonly<Record<string, string>>

interface PageOptions<Props> {
  /** Returns the props of the component besides `fullPage`. */
  readonly props?: (query: Query) => Partial<Props>
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

const withQuery = (searchParams: Query): { searchParams: Query } => ({ searchParams })
const redirectingSignedIn = (): { automaticRedirect: true } => ({ automaticRedirect: true })

/**
 * The pages of the handler, each loaded on demand. Their paths and entries in `urls` are the rows of the same name in
 * `@portico/client`.
 */
export const handlerPages = {
  signIn: page('SignIn', async () => (await import('../auth/SignIn.tsx')).SignIn, {
    props: redirectingSignedIn,
  }),
  signUp: page('SignUp', async () => (await import('../auth/SignUp.tsx')).SignUp, {
    props: redirectingSignedIn,
  }),
  signOut: page('SignOut', async () => (await import('../pages/SignOut.tsx')).SignOut),
  emailVerification: page(
    'EmailVerification',
    async () => (await import('../pages/EmailVerification.tsx')).EmailVerification,
    { props: withQuery, codes: ['code'] },
  ),
  passwordReset: page('PasswordReset', async () => (await import('../pages/PasswordReset.tsx')).PasswordReset, {
    props: withQuery,
    codes: ['code'],
  }),
  forgotPassword: page('ForgotPassword', async () => (await import('../pages/ForgotPassword.tsx')).ForgotPassword),
  oauthCallback: page('OAuthCallback', async () => (await import('../pages/OAuthCallback.tsx')).OAuthCallback, {
    codes: ['code', 'state'],
  }),
  magicLinkCallback: page(
    'MagicLinkCallback',
    async () => (await import('../pages/MagicLinkCallback.tsx')).MagicLinkCallback,
    { props: withQuery, codes: ['code'] },
  ),
  mfa: page('Mfa', async () => (await import('../pages/Mfa.tsx')).Mfa),
  cliAuthConfirm: page(
    'CliAuthConfirmation',
    async () => (await import('../pages/CliAuthConfirmation.tsx')).CliAuthConfirmation,
    { props: withQuery, codes: ['login_code'] },
  ),
  accountSettings: page(
    'AccountSettings',
    async () => (await import('../settings/AccountSettings.tsx')).AccountSettings,
    { hasColumns: true },
  ),
  teamInvitation: page('TeamInvitation', async () => (await import('../pages/TeamInvitation.tsx')).TeamInvitation, {
    props: withQuery,
    codes: ['code'],
  }),
  error: page('ErrorPage', async () => (await import('../pages/ErrorPage.tsx')).ErrorPage, {
    props: withQuery,
  }),
} as const satisfies { readonly [Name in PageName]: HandlerPageRow }

type Rows = (typeof handlerPages)[PageName]

/** Additional props for pages, keyed by the name of the component. */
export type HandlerComponentProps = {
  readonly [Row in Rows as Row['component']]?: Row['part'] extends LazyPart<infer Props> ? Partial<Props> : never
}

function page<const Component extends string, Props extends object>(
  component: Component,
  importPart: () => Promise<ComponentType<Props>>,
  options: PageOptions<Props> = {},
): RowOf<Component, Props> {
  return { component, part: lazyPart(importPart), ...options }
}
