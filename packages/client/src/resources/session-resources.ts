import type { Ports } from '../transport/ports.ts'
import type { Session } from '../session/session.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import { FollowingResource } from './following-resource.ts'
import { CachedResource, type Resource } from './resource.ts'

type ByKey<Owner extends object> = WeakMap<Owner, Map<string, Resource<unknown>>>

/** Caches values per session and key. Each token store has one resource per key, which follows its current session. */
export class SessionResources {
  readonly #ports: Ports
  // Weak, so that a server does not keep values after their request.
  readonly #bySession: ByKey<Session> = new WeakMap()
  readonly #byHolder: ByKey<SessionHolder> = new WeakMap()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** @param key identifies the kind of value and its parameters; the same key requires the same `Value` and `load` */
  ofHolder<Value>(
    holder: SessionHolder,
    key: string,
    load: (session: Session, resource: Resource<Value>) => Promise<Value>,
  ): Resource<Value> {
    const ofSession = (session: Session): Resource<Value> =>
      findOrCreate(this.#bySession, session, key, () => {
        const resource: Resource<Value> = new CachedResource(this.#ports, () => load(session, resource))
        session.onEnd(() => resource.invalidate())
        return resource
      })
    return findOrCreate(
      this.#byHolder,
      holder,
      key,
      () =>
        new FollowingResource(
          () => ofSession(holder.current()),
          (listener) => holder.subscribe(listener),
        ),
    )
  }
}

function findOrCreate<Owner extends object, Value>(
  owners: ByKey<Owner>,
  owner: Owner,
  key: string,
  create: () => Resource<Value>,
): Resource<Value> {
  const byKey = owners.get(owner) ?? new Map<string, Resource<unknown>>()
  owners.set(owner, byKey)
  // Unchecked cast: `ofHolder` requires one kind of value per key.
  const resource = (byKey.get(key) as Resource<Value> | undefined) ?? create()
  byKey.set(key, resource)
  return resource
}
