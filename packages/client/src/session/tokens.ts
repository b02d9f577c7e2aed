/** The token pair of a session; both null when nobody is signed in. */
export interface Tokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

export const noTokens: Tokens = { accessToken: null, refreshToken: null }

/** Anything with the headers of an incoming request, such as `Request`. */
export interface RequestLike {
  readonly headers: { get(name: string): string | null }
}

/**
 * Where the tokens of the current user live.
 *
 * - `cookie`: cookies of the page; only in a browser
 * - `nextjs-cookie`: the same in a browser; on the server it needs `@portico/nextjs`
 * - `memory`: lost on reload. On a server it is shared by all requests, so never use it for visitors there
 * - a request: its `x-stack-auth` header, else its cookies; never written
 * - a token pair: as it is; never written
 * - null: no current user
 */
export type TokenStoreInit =
  | 'cookie'
  | 'nextjs-cookie'
  | 'memory'
  | RequestLike
  | { readonly accessToken: string | null; readonly refreshToken: string | null }
  | null
