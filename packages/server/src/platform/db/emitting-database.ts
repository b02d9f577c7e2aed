import type { Subscriber } from '../../kernel/emit.ts'
import type { Event } from '../../kernel/event.ts'
import type { Database, Executor } from '../../kernel/database.ts'
import { sequence, Statement, type Query, type Rows } from '../../kernel/statement.ts'

/**
 * A database whose statements may emit events. What the subscribers write becomes part of the statement, so a change and its
 * consequences are kept together or not at all; what they do after the commit is done once.
 */
export function emittingDatabase(db: Database, subscribers: readonly Subscriber[]): Database {
  const tellCommitted = (events: readonly Event[]): void => {
    for (const event of events) for (const { committed } of subscribers) committed?.(event)
  }
  async function run<T>(statement: Statement<T>): Promise<T> {
    const events: Event[] = []
    const result = await db.run(expand(statement, subscribers, events))
    tellCommitted(events)
    return result
  }
  return {
    ...db,
    run,
    batch: (batch) => run(sequence(batch)),
    async transaction(work) {
      const { result, events } = await db.transaction(async (tx) => {
        // Of this attempt: one that is tried again emits its events again.
        const events: Event[] = []
        return { result: await work({ ...tx, ...emittingExecutor(tx, subscribers, events) }), events }
      })
      tellCommitted(events)
      return result
    },
  }
}

function emittingExecutor(tx: Executor, subscribers: readonly Subscriber[], events: Event[]): Executor {
  const run: Executor['run'] = (statement) => tx.run(expand(statement, subscribers, events))
  return { run, batch: (batch) => run(sequence(batch)) }
}

/** The statement with what the subscribers write in the place of its events. */
function expand<T>(statement: Statement<T>, subscribers: readonly Subscriber[], events: Event[]): Statement<T> {
  if (statement.steps.length === statement.queries.length) return statement
  const queries: Query[] = []
  const own: number[] = []
  for (const step of statement.steps) {
    if ('text' in step) own.push(queries.push(step) - 1)
    else queries.push(...consequencesOf(step.event, subscribers, events))
  }
  return new Statement(queries, (results) => statement.read(own.map((index) => results[index] as Rows)))
}

function consequencesOf(event: Event, subscribers: readonly Subscriber[], events: Event[]): readonly Query[] {
  events.push(event)
  return subscribers.flatMap(({ write }) => {
    const written = write?.(event)
    return written ? expand(written, subscribers, events).queries : []
  })
}
