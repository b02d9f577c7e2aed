import type { Tokens } from './tokens.ts'

/** The methods that return the tokens of a session. */
export interface AuthTokens<Given extends unknown[] = []> {
  /** Returns an access token that is valid for at least 20 s, or null if no user is signed in. */
  getAccessToken(...options: Given): Promise<string | null>
  /** Returns the refresh token, or null if no user is signed in. */
  getRefreshToken(...options: Given): Promise<string | null>
  /** Returns headers for a request to your own backend. Pass that request to the app there as `tokenStore`. */
  getAuthHeaders(...options: Given): Promise<{ 'x-stack-auth': string }>
  /**
   * Returns the value of an `Authorization` header with the same content as `getAuthHeaders`, for transports that have
   * only this header. Null if no user is signed in.
   */
  getAuthorizationHeader(...options: Given): Promise<string | null>
  /** Returns the tokens for transports without headers. */
  getAuthJson(...options: Given): Promise<Tokens>
}

export const authTokenNames = [
  'getAccessToken',
  'getRefreshToken',
  'getAuthHeaders',
  'getAuthorizationHeader',
  'getAuthJson',
] as const satisfies readonly (keyof AuthTokens)[]
