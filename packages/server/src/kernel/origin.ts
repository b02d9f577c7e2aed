/**
 * The actor of a change. Without a signed-in user, the type comes from the API key. An owner of the project is an
 * `admin` with an id.
 */
export interface Actor {
  readonly type: 'user' | 'client' | 'server' | 'admin' | 'system'
  readonly id?: string
  /** The set of the API key that authenticated the call. */
  readonly keySetId?: string
}

/** The request that caused a change. Fields are null where they are unknown. */
export interface Origin {
  readonly projectId: string
  readonly requestId: string | null
  readonly clientAddress: string | null
  /** The header of the browser that made the request; absent for a request of a backend. */
  readonly acceptLanguage?: string | null
}
