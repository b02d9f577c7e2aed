import type { AuthTokens } from '../session/auth-tokens.ts'
import type { Tokens, TokenStoreInit } from '../session/tokens.ts'
import type { UserContext } from './user-context.ts'

/** The same methods of an app, whose options may name another token store. */
function ofApp<Name extends keyof AuthTokens>(name: Name) {
  return (context: UserContext, options?: { tokenStore?: TokenStoreInit }): ReturnType<AuthTokens[Name]> => {
    const getTokens = () => context.holderOf(options?.tokenStore).callInCurrent((session) => session.getTokens())
    // Unchecked cast: the result is that of the method with this name.
    return authTokensOf(getTokens)[name]() as ReturnType<AuthTokens[Name]>
  }
}

export const getAccessToken = ofApp('getAccessToken')
export const getRefreshToken = ofApp('getRefreshToken')
export const getAuthHeaders = ofApp('getAuthHeaders')
export const getAuthorizationHeader = ofApp('getAuthorizationHeader')
export const getAuthJson = ofApp('getAuthJson')

export function authTokensOf(getTokens: () => Promise<Tokens>): AuthTokens {
  return {
    getAccessToken: async () => (await getTokens()).accessToken,
    getRefreshToken: async () => (await getTokens()).refreshToken,
    getAuthHeaders: async () => ({ 'x-stack-auth': JSON.stringify(await getTokens()) }),
    getAuthorizationHeader: async () => authorizationHeaderOf(await getTokens()),
    getAuthJson: getTokens,
  }
}

/** The protocol's name for a token pair in an `Authorization` header; official servers read the same. */
function authorizationHeaderOf(tokens: Tokens): string | null {
  if (tokens.accessToken === null && tokens.refreshToken === null) return null
  // Tokens are ASCII, which `btoa` requires.
  return `Bearer stackauth_${btoa(JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }))}`
}
