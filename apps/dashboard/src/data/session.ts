import { DEFAULT_HANDLER_PATH, pagePath } from '@portico/client/admin'
import { KnownErrors } from '@portico/react'
import { PorticoInternalApp, useIsAtIpAddress, type CurrentInternalUserWithHooks } from '@portico/react/internal'
import { useEffect, useState } from 'react'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'

import { recentSignInMethodsOf, type RecentSignInMethod } from './recent-sign-in-methods.ts'
import { settings } from './settings.ts'

type Navigate = (to: string, options?: { replace?: boolean }) => void

let navigateInApp: Navigate = (to, { replace = false } = {}) => {
  if (replace) window.location.replace(to)
  else window.location.assign(to)
}

/** Lets the SDK change pages through the router, without loading the dashboard again. */
export function redirectThrough(navigate: Navigate): void {
  navigateInApp = navigate
}

const SIGN_IN_PATH = `${DEFAULT_HANDLER_PATH}/${pagePath('signIn')}`
/** Whether the owner has chosen to sign out. */
let hasSignedOut = false

/** Tells the other tabs that the owner has signed out, before the session ends: they then keep no text. */
const signOuts = new BroadcastChannel('portico-dashboard-sign-out')
signOuts.addEventListener('message', () => (hasSignedOut = true))

/** Whether this tab has shown a page of an owner since it last showed the sign-in page. */
let wasSignedIn = false
let hasSessionEnded = false

/** Whether the sign-in page is shown because the session of this tab has ended, without a sign-out. */
export function isSessionEnded(): boolean {
  return hasSessionEnded
}

const navigate: Navigate = (to, options) => {
  if (to.startsWith(SIGN_IN_PATH)) {
    // Several parts of a page lead here at once.
    hasSessionEnded ||= wasSignedIn && !hasSignedOut
    wasSignedIn = false
  } else {
    hasSessionEnded = false
    hasSignedOut = false
  }
  navigateInApp(hasSignedOut ? SIGN_IN_PATH : to, options)
}

/**
 * The app of the dashboard, with which owners sign in to the project "internal". This file contains everything about
 * its session.
 */
export const internalApp = new PorticoInternalApp({
  baseUrl: window.location.origin,
  publishableClientKey: settings.publishableClientKey,
  // The refresh token is in a cookie that scripts cannot read.
  tokenStore: 'dashboard',
  redirectMethod: { navigate, useNavigate: () => navigate },
  urls: {
    home: '/projects',
    afterSignIn: '/projects',
    afterSignUp: '/projects',
    afterSignOut: SIGN_IN_PATH,
    accountSettings: '/account',
  },
})

export type Owner = CurrentInternalUserWithHooks

export interface OwnerOfPage {
  readonly owner: Owner
  /** The session has ended, and the page keeps what the owner has typed. */
  readonly hasEnded: boolean
}

/**
 * The signed-in owner. Suspends while it loads, and redirects to the sign-in page if there is none. If the session ends
 * while the page has typed text, the page stays.
 */
export function useOwner(hasTypedText: () => boolean): OwnerOfPage {
  const [known, setKnown] = useState<Owner | null>(null)
  const keepsText = known !== null && !hasSignedOut && hasTypedText()
  const user: Owner | null = internalApp.useUser({ or: keepsText ? 'return-null' : 'redirect' })
  if (user && user !== known) setKnown(user)
  useEffect(() => {
    if (user) wasSignedIn = true
  }, [user])
  const owner = user ?? known
  if (!owner) throw new Error('The page has no owner, and was not left.')
  return { owner, hasEnded: user === null }
}

/** Leaves the page of an ended session for the sign-in page. What was typed is lost. */
export async function leaveEndedSession(): Promise<void> {
  await internalApp.redirectToSignIn()
}

/** Reads the session again after the service did not respond. Every `useOwner` then returns the new value. */
export async function readSessionAgain(): Promise<void> {
  await internalApp.getUser()
}

/**
 * Returns the access token of the page, also after the owner has signed in again.
 *
 * @param refusedToken a token that the service refused although it looks valid, because the clock of this computer is
 *   wrong
 */
export async function readOwnerToken(refusedToken: string | null): Promise<string | null> {
  if (refusedToken !== null) await internalApp.getUser()
  return internalApp.getAccessToken()
}

/**
 * Signs the owner out. The sign-in page does not return to this page, because another owner may sign in.
 *
 * @returns whether the service has ended the session; if not, the SDK repeats the sign-out at the next visit
 */
export async function signOut(owner: Owner): Promise<boolean> {
  hasSignedOut = true
  signOuts.postMessage(null)
  return owner.signOut().then(
    () => true,
    () => false,
  )
}

/** How an invited owner without an account can create one. */
export type InvitedSignUp = 'open' | 'with-mailbox' | 'closed'

/**
 * While sign-up is closed on this service, an invited owner can still create an account with a proof of the mailbox: a
 * mailed code, or a provider.
 */
export function useInvitedSignUp(): UseQueryResult<InvitedSignUp> {
  return useQuery({ ...internalConfig, select: invitedSignUpOf })
}

function invitedSignUpOf({ magicLinkEnabled, oauthProviders, signUpEnabled }: InternalConfig): InvitedSignUp {
  if (signUpEnabled) return 'open'
  return magicLinkEnabled || oauthProviders.length > 0 ? 'with-mailbox' : 'closed'
}

type InternalConfig = Awaited<ReturnType<typeof internalApp.getProject>>['config']

/** How owners can sign in to this service. */
const internalConfig = queryOptions({
  queryKey: ['service', 'config'],
  queryFn: async (): Promise<InternalConfig> => (await internalApp.getProject()).config,
  staleTime: Infinity,
})

/** The methods with which an owner can sign in again: those that the account has and the service allows. */
export function useRecentSignInMethods(owner: Owner): UseQueryResult<RecentSignInMethod[]> {
  const isAtIpAddress = useIsAtIpAddress()
  return useQuery({ ...internalConfig, select: (config) => recentSignInMethodsOf(owner, config, isAtIpAddress) })
}

/** How the owner authenticates again without leaving the page. */
export type RecentSignIn =
  | { readonly method: 'passkey' }
  | { readonly method: 'password'; readonly password: string }
  /** @property code the six typed characters @property nonce from `sendSignInCode` */
  | { readonly method: 'code'; readonly code: string; readonly nonce: string }
  | { readonly method: 'second-factor'; readonly totp: string; readonly attemptCode: string }

/** Mails a code to the owner, for `signInAgain`. Returns its nonce. */
export async function sendSignInCode({ primaryEmail }: Owner): Promise<string> {
  const result = await internalApp.sendMagicLinkEmail(primaryEmail ?? '')
  if (result.status === 'error') throw result.error
  return result.data.nonce
}

/** Why a step of signing in again is refused. `expired`: it took too long, and the first step has to be repeated. */
export class SignInAgainRefused extends Error {
  readonly reason: 'code' | 'totp' | 'expired' | 'account'

  constructor(reason: SignInAgainRefused['reason']) {
    super(`The sign-in was refused: ${reason}.`)
    this.reason = reason
  }
}

/**
 * Signs the owner in again. Calls that require a recent sign-in then succeed.
 *
 * @returns the attempt code if a second factor is required; null after the sign-in
 * @throws SignInAgainRefused if a code is wrong, or if the passkey belongs to another account, which is then signed in
 */
export async function signInAgain(owner: Owner, proof: RecentSignIn): Promise<string | null> {
  const result = await sendProof(owner, proof)
  if (result.status === 'ok') {
    const user = await internalApp.getUser()
    if (user?.id !== owner.id) throw new SignInAgainRefused('account')
    return null
  }
  if (KnownErrors.InvalidTotpCode.isInstance(result.error)) throw new SignInAgainRefused('totp')
  if (KnownErrors.VerificationCodeError.isInstance(result.error)) {
    throw new SignInAgainRefused(proof.method === 'code' ? 'code' : 'expired')
  }
  if (KnownErrors.MultiFactorAuthenticationRequired.isInstance(result.error)) return result.error.details.attempt_code
  throw result.error
}

async function sendProof(
  { primaryEmail }: Owner,
  proof: RecentSignIn,
): Promise<{ readonly status: 'ok' } | { readonly status: 'error'; readonly error: unknown }> {
  const stay = { noRedirect: true }
  switch (proof.method) {
    case 'passkey':
      return internalApp.signInWithPasskey(stay)
    case 'password':
      return internalApp.signInWithCredential({ email: primaryEmail ?? '', password: proof.password, ...stay })
    case 'code':
      return internalApp.signInWithMagicLink(proof.code.trim() + proof.nonce, stay)
    case 'second-factor':
      return internalApp.signInWithMfa(proof.totp.trim(), proof.attemptCode, stay)
  }
}
