import type { EventData, EventType } from '@portico/contract'

import type { Actor, Origin } from './origin.ts'

/** An event without its data. */
export interface EventHead<Type extends EventType = EventType> {
  readonly type: Type
  readonly projectId: string
  readonly at: Date
  readonly actor: Actor
  readonly origin: Origin
}

interface EventOf<Type extends EventType> extends EventHead<Type> {
  readonly data: EventData<Type>
}

/** An event of the catalogue in the contract package. */
export type Event<Type extends EventType = EventType> = { readonly [T in Type]: EventOf<T> }[Type]
