/** Who causes a change. A call without a signed-in user has the type of its keys. */
export interface Actor {
  readonly type: 'user' | 'client' | 'server' | 'admin' | 'system'
  readonly id?: string
}

/** Where a change comes from, as far as that is known. */
export interface Origin {
  readonly projectId: string
  readonly requestId: string | null
  readonly clientAddress: string | null
}
