import { createHash } from 'node:crypto'

import pg from 'pg'
import { serialize } from 'pg-protocol'

import type { Row } from '../../kernel/statement.ts'

/*
 * How both engines prepare a query, encode its parameters and decode its rows (PostgreSQL, "Extended Query").
 */

type Parser = (text: string) => unknown

interface Column {
  readonly name: string
  readonly parse: Parser
}

/** A column as the engine describes it. */
export interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** A query as it is prepared on a connection. */
export interface Prepared {
  readonly name: string
  readonly text: string
  readonly generation: number
}

const NAME_CHARACTERS = 24
const preparedByText = new Map<string, Prepared>()
let generation = 0

const getTypeParser = pg.types.getTypeParser as (oid: number, format: 'text') => Parser

const BIGINT_OID = 20

/**
 * Returns the prepared form of a query. Its name is derived from the text: behind a connection pooler, two nodes must
 * never use one name for different queries.
 */
export function preparedOf(text: string): Prepared {
  let prepared = preparedByText.get(text)
  if (prepared === undefined) {
    // A pooler that shares prepared statements recognizes them by their text, so each generation has its own.
    const sent = generation === 0 ? text : `${text} /* ${generation} */`
    const name = `portico_${createHash('sha256').update(sent).digest('hex').slice(0, NAME_CHARACTERS)}`
    prepared = { name, text: sent, generation }
    preparedByText.set(text, prepared)
  }
  return prepared
}

/** Prepares every query again at its next use, because the tables have changed since this one was prepared. */
export function prepareAgain(outdated: Prepared): void {
  if (outdated.generation !== generation) return
  generation += 1
  preparedByText.clear()
}

/** Connections of an earlier generation hold prepared queries that no caller uses any more. */
export function currentGeneration(): number {
  return generation
}

/** Creates the messages that prepare the query and request its columns. */
export function prepareMessages({ name, text }: Prepared): Buffer[] {
  return [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]
}

/**
 * Creates the messages that prepare a query whose name may be taken, because the batch that prepared it first has
 * failed. Closing a free name is not an error.
 */
export function prepareAnewMessages(prepared: Prepared): Buffer[] {
  return [serialize.close({ type: 'S', name: prepared.name }), ...prepareMessages(prepared)]
}

/** Creates the messages that execute the prepared query. */
export function executeMessages({ name }: Prepared, values: readonly unknown[]): Buffer[] {
  return [serialize.bind({ statement: name, values: [...values], valueMapper: toParameter }), serialize.execute()]
}

/** Joins the messages of a batch and its end, so that one write sends them: several writes cost more than the copy. */
export function joinMessages(messages: readonly Buffer[]): Buffer {
  return Buffer.concat([...messages, serialize.sync()])
}

/** Returns the function that parses values of a type. */
export function parserOf(typeId: number): Parser {
  // Counts and milliseconds stay far below 2^53, so numbers are exact.
  return typeId === BIGINT_OID ? Number : getTypeParser(typeId, 'text')
}

/** Decodes the rows of one prepared query. Create it once per query and connection. */
export class RowReader {
  readonly #columns: readonly Column[]
  /** V8 copies an object with many properties faster than it adds them one by one, and the copy takes less memory. */
  readonly #empty: Record<string, unknown>

  constructor(fields: readonly Field[]) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
    this.#empty = Object.fromEntries(fields.map(({ name }) => [name, null]))
  }

  read(values: readonly (string | null)[]): Row {
    const row = { ...this.#empty }
    for (let index = 0; index < this.#columns.length; index += 1) {
      const { name, parse } = this.#columns[index] as Column
      const text = values[index] ?? null
      row[name] = text === null ? null : parse(text)
    }
    return row
  }
}

/** Reads the number of rows in a command tag: "UPDATE 1", "INSERT 0 1", "SELECT 3"; "SET" touches no rows. */
export function countOf(commandTag: string): number {
  return Number(commandTag.slice(commandTag.lastIndexOf(' ') + 1)) || 0
}

/** Encodes a parameter as text. Bytes stay unchanged, and any type other than those below is sent as JSON. */
export function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | bigint | boolean)
}

/** Encodes an element of an array (PostgreSQL, "Array Input and Output Syntax"). */
function toElement(value: unknown): string {
  const encoded = toParameter(value)
  if (encoded === null) return 'NULL'
  if (Array.isArray(value)) return String(encoded)
  const text = typeof encoded === 'string' ? encoded : `\\x${encoded.toString('hex')}`
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
