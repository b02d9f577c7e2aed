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

/** Something that has happened, from the catalogue of the contract. */
export type Event<Type extends EventType = EventType> = { readonly [T in Type]: EventOf<T> }[Type]
