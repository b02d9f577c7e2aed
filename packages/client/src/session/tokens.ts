/** The token pair of a session. Both are null when no user is signed in. */
export interface Tokens {
  /** A JWT, valid for about ten minutes; null when no user is signed in. */
  readonly accessToken: string | null
  /** Gets new access tokens. Keep it secret; null when no user is signed in. */
  readonly refreshToken: string | null
}

export const noTokens: Tokens = { accessToken: null, refreshToken: null }

/** Stores one token pair. */
export interface TokenStore {
  /** Returns the current tokens: the same object until they change. */
  read(): Tokens
  /** Replaces the tokens. Two nulls are a sign-out. */
  write(tokens: Tokens): void
  /** Calls the listener after each change, also after changes by other tabs. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** True if other tabs read and write the same store. */
  readonly isShared: boolean
  /**
   * True if written tokens are kept. Only then may a refresh rotate the refresh token. Otherwise the owner of the
   * original pair (of a request, for example) keeps a used refresh token, and its reuse ends the session.
   */
  readonly keepsWrites: boolean
}

/** An object with the headers of an incoming request, such as `Request`. */
export interface RequestLike {
  /** The headers of the request, as in the Fetch API. */
  readonly headers: { get(name: string): string | null }
}

/**
 * Where the SDK keeps the tokens of the current user.
 *
 * - `cookie`: cookies of the page; only in a browser
 * - `nextjs-cookie`: the same in a browser; on a server the cookies of the request, with the app of `@portico/nextjs`
 * - `memory`: lost on reload; on a server all requests share it, so never use it for visitors there
 * - a request: its `Authorization` header from `getAuthorizationHeader()`, its `x-stack-auth` header, or its cookies;
 *   read-only
 * - a token pair: read-only
 * - a `TokenStore`: storage of the application, such as that of a phone
 * - null: no current user
 */
export type TokenStoreInit =
  | 'cookie'
  | 'nextjs-cookie'
  | 'memory'
  | RequestLike
  | TokenStore
  | { readonly accessToken: string | null; readonly refreshToken: string | null }
  | null
