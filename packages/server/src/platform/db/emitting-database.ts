import type { Subscriber } from '../../kernel/emit.ts'
import type { Event, EventHead } from '../../kernel/event.ts'
import type { Database, Executor } from '../../kernel/database.ts'
import { plainQueries } from './plain-queries.ts'
import { isEmitting, sequence, Statement, type Query, type Rows } from '../../kernel/statement.ts'

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
  if (!isEmitting(statement)) return statement
  const queries: Query[] = []
  const own: { readonly index: number; readonly emitsEach: EventHead | undefined }[] = []
  for (const step of statement.steps) {
    if ('event' in step) {
      queries.push(...consequencesOf(step.event, subscribers, events))
    } else {
      const { emitsEach, ...query } = step
      own.push({ index: queries.length, emitsEach })
      queries.push(emitsEach ? withConsequences(query, emitsEach, subscribers) : step)
    }
  }
  return new Statement(queries, (results) => {
    const ownResults = own.map(({ index }) => results[index] as Rows)
    for (const [index, { emitsEach }] of own.entries()) {
      if (emitsEach) events.push(...eventsOf(emitsEach, ownResults[index] as Rows))
    }
    return statement.read(ownResults)
  })
}

function consequencesOf(event: Event, subscribers: readonly Subscriber[], events: Event[]): readonly Query[] {
  events.push(event)
  return subscribers.flatMap(({ write }) => {
    const written = write?.(event)
    return written ? expand(written, subscribers, events).queries : []
  })
}

/** The query, completed with what the subscribers write for each row it changes. */
function withConsequences(query: Query, head: EventHead, subscribers: readonly Subscriber[]): Query {
  const parts = subscribers.flatMap(({ writeEach }) => {
    const written = writeEach?.(head)
    return written ? plainQueries(written) : []
  })
  const texts = [query.text]
  const values = [...query.values]
  for (const [index, part] of parts.entries()) {
    texts.push(`consequence_${index} as (${renumbered(part.text, values.length)})`)
    values.push(...part.values)
  }
  return { ...query, text: `${texts.join(', ')} select * from changed`, values }
}

/** The text with its parameters after those of the query that it becomes part of. */
function renumbered(text: string, offset: number): string {
  return text.replaceAll(/\$(\d+)/g, (_parameter, position: string) => `$${Number(position) + offset}`)
}

function eventsOf(head: EventHead, { rows }: Rows): Event[] {
  // The rows are the data of the event, as `emitEach` requires of the change.
  return rows.map((data) => ({ ...head, data }) as Event)
}
