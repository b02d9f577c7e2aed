import type { UserClientRead } from '@portico/contract'

import type { UserContext } from './user-context.ts'
import type { TokenStoreInit } from '../session/tokens.ts'
import { readClaims } from '../session/access-token.ts'
import { problemOfAccessToken } from '../session/access-token-problem.ts'

/** The user as an access token describes it: as old as the token, unverified, and for display only. */
export interface TokenPartialUser {
  /** A UUID, which never changes. */
  readonly id: string
  /** The name; null without one. */
  readonly displayName: string | null
  /** The primary address; null without one. */
  readonly primaryEmail: string | null
  /** Whether the user has proved the primary address. */
  readonly primaryEmailVerified: boolean
  /** Whether a sign-in also requires a code from an authenticator app. */
  readonly isMultiFactorRequired: boolean
  /** Whether the user has not signed up yet. */
  readonly isAnonymous: boolean
  /** Whether the user cannot use the account at present. */
  readonly isRestricted: boolean
  /** Why the account is restricted; null if it is not. */
  readonly restrictedReason: UserClientRead['restricted_reason']
}

export async function getPartialUser(
  { holderOf, ports }: UserContext,
  { tokenStore }: { tokenStore?: TokenStoreInit },
): Promise<TokenPartialUser | null> {
  const { accessToken } = await holderOf(tokenStore).callInCurrent((session) => session.getTokens())
  const user = partialUserOf(accessToken)
  if (accessToken !== null && !user) {
    ports.warn(`The access token cannot be read: ${problemOfAccessToken(accessToken)}.`)
  }
  return user
}

export function partialUserOf(accessToken: string | null): TokenPartialUser | null {
  const claims = accessToken === null ? null : readClaims(accessToken)
  return typeof claims?.['sub'] === 'string' ? partialUserOfClaims(claims, claims['sub']) : null
}

/** @param claims the claims of an access token of the user with this id */
export function partialUserOfClaims(claims: Readonly<Record<string, unknown>>, id: string): TokenPartialUser {
  const text = (name: string): string | null => {
    const value = claims[name]
    return typeof value === 'string' ? value : null
  }
  const reason = claims['restricted_reason']
  return {
    id,
    displayName: text('name'),
    primaryEmail: text('email'),
    primaryEmailVerified: claims['email_verified'] === true,
    isMultiFactorRequired: claims['requires_totp_mfa'] === true,
    isAnonymous: claims['is_anonymous'] === true,
    isRestricted: claims['is_restricted'] === true,
    // Unchecked cast: the service issues this claim as its contract defines it.
    restrictedReason: (reason ?? null) as UserClientRead['restricted_reason'],
  }
}
