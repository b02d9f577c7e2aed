/** The database or Redis cannot answer right now. The caller gets 503 with Retry-After; the cause is only logged. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}
