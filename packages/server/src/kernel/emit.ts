import type { EventData, EventType } from '@portico/contract'

import type { Call } from './call.ts'
import type { Event } from './event.ts'
import { Statement } from './statement.ts'
import { toCamelCaseMembers } from './letter-case.ts'

/** The part of a call that its events record. */
export type EventCall = Pick<Call, 'projectId' | 'actor' | 'origin' | 'now'>

/**
 * Creates a statement that emits an event. The statements of the subscribers run at this position, in the same
 * transaction.
 */
export function emit<Type extends EventType>(call: EventCall, type: Type, data: EventData<Type>): Statement<void> {
  const { projectId, actor, origin } = call
  // TypeScript cannot relate the type and the data of one member of the union.
  const event = { type, data, projectId, at: call.now(), actor, origin } as unknown as Event
  return new Statement<void>([{ event }], () => {})
}

/** Returns the call with the user as its actor. Use it only after the user has proved their identity. */
export function asUser<C extends EventCall>(call: C, userId: string): C {
  return { ...call, actor: { type: 'user', id: userId } }
}

/** Returns the call with the client application as its actor, because no user has proved their identity. */
export function asClient<C extends EventCall>(call: C): C {
  return { ...call, actor: { type: 'client' } }
}

/** Creates the call of an operator or of the service itself. */
export function systemCall(projectId: string, now: Date, clientAddress: string | null = null): EventCall {
  return {
    projectId,
    actor: { type: 'system' },
    origin: { projectId, requestId: null, clientAddress },
    now: () => now,
  }
}

/** Returns the camelCase names of the fields that an update writes. */
export function writtenFields(update: object): string[] {
  return Object.entries(toCamelCaseMembers(update)).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

/** Derives the consequences of events, such as audit entries and mails. */
export interface Subscriber {
  /** Returns the statement to run in the transaction of the change. A pure function of the event. */
  readonly write?: (event: Event) => Statement<unknown> | null | undefined
  /** Runs after the commit. Must not fail. */
  readonly committed?: (event: Event) => void
}

/** Creates a function that calls the handler for the type of an event, or returns undefined if there is no handler. */
export function on<R>(handlers: { readonly [T in EventType]?: (event: Event<T>) => R }): (
  event: Event,
) => R | undefined {
  // Each handler accepts the event type under which it is registered.
  return (event) => (handlers[event.type] as ((event: Event) => R) | undefined)?.(event)
}
