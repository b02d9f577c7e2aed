import type { Ports } from '../transport/ports.ts'
import type { Session } from '../session/session.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import { FollowingResource } from './following-resource.ts'
import { CachedResource } from './resource.ts'

/** One kind of session value. */
export interface Source<Value> {
  /** Identifies the kind of value and its parameters. The same key requires the same `Value` and functions. */
  readonly key: string
  readonly load: (session: Session, resource: CachedResource<Value>) => Promise<Value>
  /** Prepares a new resource, such as for the end of its session. By default the value outlives the session. */
  readonly prepare?: (session: Session, resource: CachedResource<Value>) => void
}

/** Caches values per session and key. Each token store has one resource per key, which follows its current session. */
export class SessionResources {
  readonly #ports: Ports
  // Weak, so that a server does not keep values after their request.
  readonly #bySession = new WeakMap<Session, Map<string, CachedResource<never>>>()
  readonly #byHolder = new WeakMap<SessionHolder, Map<string, FollowingResource<never>>>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  ofHolder<Value>(holder: SessionHolder, source: Source<Value>): FollowingResource<Value> {
    return findOrCreate<FollowingResource<Value>>(
      this.#byHolder,
      holder,
      source.key,
      () =>
        new FollowingResource(
          () => this.ofSession(holder.current(), source),
          (listener) => holder.subscribe(listener),
        ),
    )
  }

  ofSession<Value>(session: Session, { key, load, prepare }: Source<Value>): CachedResource<Value> {
    return findOrCreate<CachedResource<Value>>(this.#bySession, session, key, () => {
      const resource: CachedResource<Value> = new CachedResource(this.#ports, () => load(session, resource))
      prepare?.(session, resource)
      return resource
    })
  }

  /** Fetches the values again whose keys start with one of these words, if they have subscribers. Never rejects. */
  async renew(session: Session, ...starts: readonly string[]): Promise<void> {
    const changed = [...(this.#bySession.get(session) ?? [])].filter(([key]) =>
      starts.some((start) => key.startsWith(`${start} `)),
    )
    await Promise.all(changed.map(([, resource]) => resource.renew()))
  }
}

/** Drops the value when its session ends, and fetches it again if there is a subscriber. */
export function endsWithSession(session: Session, resource: { invalidate(): void }): void {
  session.onEnd(() => resource.invalidate())
}

function findOrCreate<Found>(
  owners: WeakMap<object, Map<string, unknown>>,
  owner: object,
  key: string,
  create: () => Found,
): Found {
  const byKey = owners.get(owner) ?? new Map<string, unknown>()
  owners.set(owner, byKey)
  // Unchecked cast: `Source` requires one kind of value per key.
  const found = (byKey.get(key) as Found | undefined) ?? create()
  byKey.set(key, found)
  return found
}
