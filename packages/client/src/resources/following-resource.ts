import type { Resource, Snapshot } from './resource.ts'

/**
 * The resource that is the current one at each moment, such as the user of whichever session is current.
 *
 * Keeps its identity while the current one changes, so that subscribers stay where they are.
 */
export class FollowingResource<Value> implements Resource<Value> {
  readonly #current: () => Resource<Value>
  readonly #onSwitch: (listener: () => void) => () => void
  #serverSnapshot: Snapshot<Value> = { status: 'pending' }

  /** @param onSwitch calls its listener whenever `current` gives another resource than before */
  constructor(current: () => Resource<Value>, onSwitch: (listener: () => void) => () => void) {
    this.#current = current
    this.#onSwitch = onSwitch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    let leave = this.#current().subscribe(listener)
    const stop = this.#onSwitch(() => {
      const leavePrevious = leave
      leave = this.#current().subscribe(listener)
      leavePrevious()
      listener()
    })
    return () => {
      stop()
      leave()
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

  /** Sets what is rendered on the server and while React takes over its markup. */
  seedServerSnapshot(value: Value): void {
    this.#serverSnapshot = { status: 'ok', data: value }
  }
}
