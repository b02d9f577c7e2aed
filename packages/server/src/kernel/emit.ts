import type { EventData, EventType } from '@portico/contract'

import type { Call } from './call.ts'
import type { Event, EventHead } from './event.ts'
import { Statement, type Rows } from './statement.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'

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

/**
 * Creates a statement that changes many records and emits an event for each. Use it if only the statement itself
 * determines the records. The statements of the subscribers become part of the same query, so they cost no round trip.
 *
 * @param change common table expressions, the last one named `changed`. Its rows are the event data, with the names of
 * the catalogue. No `select` follows.
 */
export function emitEach<Type extends EventType>(
  { actor, now, origin, projectId }: EventCall,
  type: Type,
  change: Statement<Rows<EventData<Type> & object>>,
): Statement<void> {
  const [query, ...others] = change.queries
  if (!query || others.length > 0) throw new Error(`The change that emits ${type} must consist of one query.`)
  const emitsEach = { type, projectId, at: now(), actor, origin }
  return new Statement<void>([{ ...query, emitsEach }], () => {})
}

/** Returns the call with the user as its actor. Use it only after the user has proved their identity. */
export function asUser<C extends EventCall>(call: C, userId: string): C {
  return { ...call, actor: { type: 'user', id: userId } }
}

/** Returns the call with the client application as its actor, because no user has proved their identity. */
export function asClient<C extends EventCall>(call: C): C {
  return { ...call, actor: { type: 'client' } }
}

/** Creates a call by an operator or by the service itself. */
export function systemCall(projectId: string, now: Date, clientAddress: string | null = null): EventCall {
  return {
    projectId,
    actor: { type: 'system' },
    origin: { projectId, requestId: null, clientAddress },
    now: () => now,
  }
}

/** Returns the call with the service itself as its actor. */
export function asSystem<C extends EventCall>(call: C): C {
  return { ...call, actor: { type: 'system' } }
}

/** Returns the camelCase names of the fields that an update writes. */
export function writtenFields(update: object): string[] {
  return Object.entries(toCamelCaseMembers(update)).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

type Written = Statement<unknown> | null | undefined

/** Writes the consequences of events in the transaction of the change. Both functions are pure. */
interface Writing {
  /** Returns the statement to run in the transaction of the change. */
  readonly write: (event: Event) => Written
  /**
   * Like `write`, for a change of many records: returns one statement that reads the data of the events from the rows
   * of `changed`.
   */
  readonly writeEach: (head: EventHead) => Written
}

interface Reacting {
  /** Runs after the commit. Must not fail. */
  readonly committed: (event: Event) => void
}

/** Derives the consequences of events, such as audit entries and mails. */
export type Subscriber = (Writing & Partial<Reacting>) | (Reacting & { readonly [Name in keyof Writing]?: never })

/** Handlers by event type, as one function. */
export interface EventHandlers<R> {
  (event: Event): R | undefined
  readonly handles: (type: EventType) => boolean
}

/** Creates a function that calls the handler for the type of an event, or returns undefined if there is no handler. */
export function on<R>(handlers: { readonly [T in EventType]?: (event: Event<T>) => R }): EventHandlers<R> {
  // Each handler accepts the event type under which it is registered.
  const handle = (event: Event): R | undefined => (handlers[event.type] as ((event: Event) => R) | undefined)?.(event)
  return Object.assign(handle, { handles: (type: EventType) => Object.hasOwn(handlers, type) })
}

/**
 * Creates the `writeEach` of a subscriber that writes only for events that are emitted one at a time.
 *
 * @param handlers the handlers of the subscriber's `write`
 * @returns a function that throws for their event types, so that no consequence is lost
 */
export function onlySingle({ handles }: EventHandlers<unknown>): Writing['writeEach'] {
  return ({ type }) => {
    if (handles(type)) throw new Error(`A subscriber handles ${type} one at a time. Use emit instead of emitEach.`)
    return null
  }
}
