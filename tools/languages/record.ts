import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Sentences } from './sentences.ts'

const folder = join(import.meta.dirname, '../../languages')

/** How a sentence was checked. */
export interface Check {
  /** The checked sentence. A sentence that was changed since then counts as not checked. */
  readonly text: string
  /** A second translation, made from the English sentence without knowledge of the first. */
  readonly second: string
  /** The sentence, translated back without knowledge of the English one. */
  readonly back: string
  /** Why the sentence stays, if the translations differ in more than words of the same meaning. */
  readonly reason?: string
  /** The person who speaks the language and has reviewed the sentence. */
  readonly reviewer?: string
}

/**
 * How far a sentence was checked: `machine` is a translation that was not compared, `checked` one that was compared
 * with a second translation and a translation back, and `native` one that a named person has reviewed.
 */
export const statuses = ['machine', 'checked', 'native'] as const
export type Status = (typeof statuses)[number]

/** A language's checks, by sentence id. */
export type Record = Readonly<{ [id: string]: Check }>

/** Reads the record of a language. A language without one was not checked. */
export function readRecord(tag: string): Record {
  const file = join(folder, tag, 'record.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record) : {}
}

export function statusOf(record: Record, id: string, text: string): Status {
  const check = record[id]
  if (check?.text !== text) return 'machine'
  return check.reviewer === undefined ? 'checked' : 'native'
}

export type Coverage = { readonly [Name in Status]: number }

export function coverageOf(record: Record, sentences: Sentences): Coverage {
  const coverage = { machine: 0, checked: 0, native: 0 }
  for (const [id, text] of sentences) coverage[statusOf(record, id, text)] += 1
  return coverage
}
