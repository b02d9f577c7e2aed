import type { Subscriber } from '../../kernel/emit.ts'
import type { Event, EventHead } from '../../kernel/event.ts'
import type { Database, Executor } from '../../kernel/database.ts'
import { plainQueries } from './plain-queries.ts'
import { isEmitting, sequence, Statement, type Query, type Rows } from '../../kernel/statement.ts'

/**
 * Creates a database whose statements may emit events. The statements of the subscribers become part of the emitting
 * statement, so a change and its consequences commit together. Subscribers run their `committed` function once, after
 * the commit.
 */
export function emittingDatabase(db: Database, subscribers: readonly Subscriber[]): Database {
  const notifyCommitted = (events: readonly Event[]): void => {
    for (const event of events) for (const { committed } of subscribers) committed?.(event)
  }
  async function run<T>(statement: Statement<T>): Promise<T> {
    const events: Event[] = []
    const result = await db.run(expand(statement, subscribers, events))
    notifyCommitted(events)
    return result
  }
  const { cells } = db
  return {
    ...db,
    ...(cells && { cells: { ...cells, at: (name) => emittingDatabase(cells.at(name), subscribers) } }),
    run,
    batch: (batch) => run(sequence(batch)),
    async transaction(work) {
      // guard: subscribers are not notified of events of a rolled-back attempt
      //   (replace `const { result, events } = await db.transaction(async (tx) => { // Collect events per attempt: a retry emits them again. const events: Event[] = []` with `const events: Event[] = []; const { result } = await db.transaction(async (tx) => {`)
      //   [postgres]
      const { result, events } = await db.transaction(async (tx) => {
        // Collect events per attempt: a retry emits them again.
        const events: Event[] = []
        return { result: await work({ ...tx, ...emittingExecutor(tx, subscribers, events) }), events }
      })
      notifyCommitted(events)
      return result
    },
  }
}

function emittingExecutor(tx: Executor, subscribers: readonly Subscriber[], events: Event[]): Executor {
  const run: Executor['run'] = (statement) => tx.run(expand(statement, subscribers, events))
  return { run, batch: (batch) => run(sequence(batch)) }
}

/** Replaces a statement's events by the statements of the subscribers. */
function expand<T>(statement: Statement<T>, subscribers: readonly Subscriber[], events: Event[]): Statement<T> {
  if (!isEmitting(statement)) return statement
  const queries: Query[] = []
  const own: { readonly index: number; readonly emitsEach: EventHead | undefined }[] = []
  for (const step of statement.steps) {
    if ('event' in step) {
      // guard: subscribers write in the transaction of the change
      //   (replace `queries.push(…)` with `events.push(step.event)`) [emitting-database, sessions/sessions]
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
      // guard: a change of many records emits an event for each
      if (emitsEach) events.push(...eventsOf(emitsEach, ownResults[index] as Rows))
    }
    return statement.read(ownResults)
  })
}

function consequencesOf(event: Event, subscribers: readonly Subscriber[], events: Event[]): readonly Query[] {
  // guard: subscribers are notified only after the commit
  //   (replace `events.push` with `for (const { committed } of subscribers) committed?.`)
  events.push(event)
  return subscribers.flatMap(({ write }) => {
    const written = write?.(event)
    return written ? expand(written, subscribers, events).queries : []
  })
}

/** Adds the statements of the subscribers for each changed row to the query. */
function withConsequences(query: Query, head: EventHead, subscribers: readonly Subscriber[]): Query {
  const parts = subscribers.flatMap(({ writeEach }) => {
    const written = writeEach?.(head)
    // guard: subscribers write in the transaction of a change of many records
    //   (replace `plainQueries(written)` with `[]`) [emitting-database, session-limit]
    return written ? plainQueries(written) : []
  })
  const texts = [query.text]
  const values = [...query.values]
  for (const [index, part] of parts.entries()) {
    texts.push(`consequence_${index} as (${renumberParameters(part.text, values.length)})`)
    values.push(...part.values)
  }
  return { ...query, text: `${texts.join(', ')} select * from changed`, values }
}

/** Renumbers the parameters of a text that is appended to a query. */
function renumberParameters(text: string, offset: number): string {
  return text.replaceAll(/\$(\d+)/g, (_parameter, position: string) => `$${Number(position) + offset}`)
}

function eventsOf(head: EventHead, { rows }: Rows): Event[] {
  // Each row is the data of one event, as `emitEach` requires.
  return rows.map((data) => ({ ...head, data }) as Event)
}
