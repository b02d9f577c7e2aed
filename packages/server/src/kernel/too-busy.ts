/** A bounded queue has no room for the call, or no time. The caller gets 503 with Retry-After at once. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The service is overloaded. Try again shortly.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
