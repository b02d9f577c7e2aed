/** A bounded queue is full. The caller gets 503 with Retry-After instead of waiting without end. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds = 2) {
    super('The service has too much to do at the moment.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
