import type { Resource } from '@portico/client'

/** Long enough for React to render a failure once more before a boundary has it, shorter than a person needs to click. */
const HANDOVER_MILLIS = 500

interface Attempt {
  readonly promise: Promise<void>
  readonly failure: { readonly cause: unknown; handedOver: boolean } | null
}

/**
 * What a render has to start and wait for: once per resource, however often React renders.
 *
 * A failure is thrown to the error boundary, instead of a new attempt. Whatever renders again after the boundary has
 * drawn it does so because the boundary was reset, and so begins anew.
 */
export class Attempts {
  readonly #attempts = new WeakMap<Resource<unknown>, Attempt>()

  /** What to throw: the promise of the attempt while it runs, then its failure. */
  toThrow(key: Resource<unknown>, start: () => Promise<void>): unknown {
    const begun = this.#attempts.get(key)
    if (!begun) return this.#begin(key, start)
    const { failure } = begun
    if (!failure) return begun.promise
    if (!failure.handedOver) {
      failure.handedOver = true
      setTimeout(() => this.#attempts.delete(key), HANDOVER_MILLIS)
    }
    return failure.cause
  }

  #begin(key: Resource<unknown>, start: () => Promise<void>): Promise<void> {
    const promise = start().then(
      () => void this.#attempts.delete(key),
      (cause: unknown) => void this.#attempts.set(key, { promise, failure: { cause, handedOver: false } }),
    )
    this.#attempts.set(key, { promise, failure: null })
    return promise
  }
}
