import { errors } from '../texts/en/errors.ts'

/** A bounded queue is full, or the expected wait is too long. The caller gets 503 with Retry-After at once. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super(errors.overloaded)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
