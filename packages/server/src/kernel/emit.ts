import type { EventData, EventType } from '@portico/contract'

import type { Call } from './call.ts'
import type { Event } from './event.ts'
import { Statement } from './statement.ts'
import { toCamelCaseMembers } from './letter-case.ts'

/** What an event takes from the call that causes it. */
export type EventCall = Pick<Call, 'projectId' | 'actor' | 'origin' | 'now'>

/**
 * A statement that emits an event. What the subscribers write belongs to the same transaction, at this place in the order
 * of its statements.
 */
export function emit<Type extends EventType>(call: EventCall, type: Type, data: EventData<Type>): Statement<void> {
  const { projectId, actor, origin } = call
  // TypeScript does not see that type and data of one member of the union fit each other.
  const event = { type, data, projectId, at: call.now(), actor, origin } as unknown as Event
  return new Statement<void>([{ event }], () => {})
}

/** The call, as made by the user who has just proved who they are. */
export function asUser<C extends EventCall>(call: C, userId: string): C {
  return { ...call, actor: { type: 'user', id: userId } }
}

/** The call, as made by an application whose user has not proved who they are. */
export function asClient<C extends EventCall>(call: C): C {
  return { ...call, actor: { type: 'client' } }
}

/** The call of an operator or of the service itself. */
export function systemCall(projectId: string, now: Date, clientAddress: string | null = null): EventCall {
  return {
    projectId,
    actor: { type: 'system' },
    origin: { projectId, requestId: null, clientAddress },
    now: () => now,
  }
}

/** The names of the fields that an update writes, in the letter case of the domain. */
export function writtenFields(update: object): string[] {
  return Object.entries(toCamelCaseMembers(update)).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

/** What follows from events. */
export interface Subscriber {
  /** What to write in the transaction of the change. A pure function of the event. */
  readonly write?: (event: Event) => Statement<unknown> | null | undefined
  /** What to do after the commit. Must not fail. */
  readonly committed?: (event: Event) => void
}

/** Calls the handler for the type of an event; returns undefined if there is none. */
export function on<R>(handlers: { readonly [T in EventType]?: (event: Event<T>) => R }): (
  event: Event,
) => R | undefined {
  // The handler under the type of an event takes events of that type.
  return (event) => (handlers[event.type] as ((event: Event) => R) | undefined)?.(event)
}
