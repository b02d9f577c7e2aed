import type { EventData, EventType } from '@portico/contract'

import type { Actor, Origin } from './origin.ts'

interface EventOf<Type extends EventType> {
  readonly type: Type
  readonly data: EventData<Type>
  readonly projectId: string
  readonly at: Date
  readonly actor: Actor
  readonly origin: Origin
}

/** An event of the catalogue in the contract package. */
export type Event<Type extends EventType = EventType> = { readonly [T in Type]: EventOf<T> }[Type]
