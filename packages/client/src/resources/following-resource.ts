import type { ExpectingResource, Resource, Snapshot } from './resource.ts'

/**
 * Delegates to a resource that can change, such as the user of the current session.
 *
 * Its identity stays the same when the target changes, so subscribers need not subscribe again.
 */
export class FollowingResource<Value> implements ExpectingResource<Value> {
  readonly #current: () => Resource<Value>
  readonly #onSwitch: (listener: () => void) => () => void
  expected: ExpectingResource<Value>['expected'] = null
  #serverSnapshot: Snapshot<Value> = { status: 'pending' }

  /** @param onSwitch calls its listener when `current` starts to return another resource */
  constructor(current: () => Resource<Value>, onSwitch: (listener: () => void) => () => void) {
    this.#current = current
    this.#onSwitch = onSwitch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    let unsubscribe = this.#current().subscribe(listener)
    const stop = this.#onSwitch(() => {
      const unsubscribePrevious = unsubscribe
      unsubscribe = this.#current().subscribe(listener)
      unsubscribePrevious()
      listener()
    })
    return () => {
      stop()
      unsubscribe()
    }
  }

  readonly getSnapshot = (): Snapshot<Value> => this.#current().getSnapshot()

  readonly getServerSnapshot = (): Snapshot<Value> => this.#serverSnapshot

  read(): Value {
    return this.#current().read()
  }

  load(): Promise<Value> {
    return this.#current().load()
  }

  refresh(): Promise<Value> {
    return this.#current().refresh()
  }

  invalidate(): void {
    this.#current().invalidate()
  }

  seed(value: Value): void {
    this.#current().seed(value)
  }

  /** Sets the value for rendering on the server and during hydration. */
  seedServerSnapshot(value: Value): void {
    this.#serverSnapshot = { status: 'ok', data: value }
  }
}
