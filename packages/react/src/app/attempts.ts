import type { Resource } from '@portico/client'
import { isServer } from './is-server.ts'
import { RendersInBrowser } from './resource-hooks.ts'

/**
 * Long enough for React's second render of a failure before the error boundary catches it, shorter than a person takes
 * to click.
 */
const HANDOVER_MILLIS = 500

interface Attempt {
  readonly promise: Promise<void>
  readonly failure: { readonly cause: unknown; handedOver: boolean } | null
}

/**
 * Work that a render starts and waits for, once per resource, no matter how often React renders.
 *
 * A failure is thrown to the error boundary and does not start a new attempt. A render after that means that the
 * boundary was reset, so it starts a new attempt.
 */
export class Attempts {
  readonly #attempts = new WeakMap<Resource<unknown>, Attempt>()

  /**
   * Returns the value to throw: the promise while the attempt runs, its failure afterwards. Starts nothing on a server,
   * where each request would sign up another user.
   */
  toThrow(key: Resource<unknown>, start: () => Promise<void>): unknown {
    if (isServer()) return new RendersInBrowser()
    const attempt = this.#attempts.get(key)
    if (!attempt) return this.#start(key, start)
    const { failure } = attempt
    if (!failure) return attempt.promise
    if (!failure.handedOver) {
      failure.handedOver = true
      setTimeout(() => this.#attempts.delete(key), HANDOVER_MILLIS)
    }
    return failure.cause
  }

  #start(key: Resource<unknown>, start: () => Promise<void>): Promise<void> {
    const promise = start().then(
      () => void this.#attempts.delete(key),
      (cause: unknown) => void this.#attempts.set(key, { promise, failure: { cause, handedOver: false } }),
    )
    this.#attempts.set(key, { promise, failure: null })
    return promise
  }
}
