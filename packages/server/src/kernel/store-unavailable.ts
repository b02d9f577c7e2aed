/** The database or Redis is not available. The caller gets 503 with Retry-After; only the log has the cause. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}
