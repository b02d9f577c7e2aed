'use client'

import { porticoAppInternalsSymbol, type PorticoClientApp, type Tokens, type TokenStoreOption } from '@portico/client'
import { useResource } from './resource-hooks.ts'
import { usePorticoApp, type UsePorticoAppOptions } from './usePorticoApp.ts'

/** Which user's tokens a hook returns, and from which app. */
export type UseTokensOptions = TokenStoreOption & UsePorticoAppOptions

/**
 * Returns an access token that is refreshed before it expires, or null if no user is signed in. Suspends until it is
 * loaded.
 */
export function useAccessToken(options: UseTokensOptions = {}): string | null {
  return useTokensOf(usePorticoApp(options), options).accessToken
}

/** Returns the refresh token of the session, or null if no user is signed in. */
export function useRefreshToken(options: UseTokensOptions = {}): string | null {
  return useTokensOf(usePorticoApp(options), options).refreshToken
}

/** Returns headers for requests to your own backend. The backend passes the request to its app as `tokenStore`. */
export function useAuthHeaders(options: UseTokensOptions = {}): { 'x-stack-auth': string } {
  return authHeadersOf(useTokensOf(usePorticoApp(options), options))
}

/** Returns the tokens as an object, for transports without headers. */
export function useAuthJson(options: UseTokensOptions = {}): Tokens {
  return useTokensOf(usePorticoApp(options), options)
}

export function useTokensOf(app: PorticoClientApp, { tokenStore }: TokenStoreOption = {}): Tokens {
  return useResource(app[porticoAppInternalsSymbol].tokenReadResource(tokenStore, 'tokens'))
}

export function authHeadersOf(tokens: Tokens): { 'x-stack-auth': string } {
  return { 'x-stack-auth': JSON.stringify(tokens) }
}
