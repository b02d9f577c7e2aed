/** The actor of a change. Without a signed-in user, the type is that of the API key. */
export interface Actor {
  readonly type: 'user' | 'client' | 'server' | 'admin' | 'system'
  readonly id?: string
}

/** The request that caused a change. Fields are null where they are unknown. */
export interface Origin {
  readonly projectId: string
  readonly requestId: string | null
  readonly clientAddress: string | null
}
