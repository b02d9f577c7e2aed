import type { Ports } from '../transport/ports.ts'
import type { Session } from '../session/session.ts'
import type { SessionHolder } from '../session/session-holder.ts'

import { FollowingResource } from './following-resource.ts'
import { CachedResource, type Resource } from './resource.ts'

type ByKey<Owner extends object> = WeakMap<Owner, Map<string, Resource<unknown>>>

/** Cached values of a session, by a key for each kind; per token store one that follows its current session. */
export class SessionResources {
  readonly #ports: Ports
  // Weak, so that on a server nothing outlives the request it belongs to.
  readonly #bySession: ByKey<Session> = new WeakMap()
  readonly #byHolder: ByKey<SessionHolder> = new WeakMap()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** @param key names the kind of value and what it depends on; the same key means the same `Value` and `load` */
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
  // One key has one kind of value, as `ofHolder` asks of its callers.
  const resource = (byKey.get(key) as Resource<Value> | undefined) ?? create()
  byKey.set(key, resource)
  return resource
}
