import type { Format } from '@portico/ui/language/format'
import type { PageOf } from '../data/resource.ts'

/** The sentences about the number of records in a list. */
export interface CountTexts {
  /** "3 users", of a list with one page. */
  readonly countAlone: (count: number, shown: string) => string
  /** "50 of 18,204 users" */
  readonly count: (shown: string, all: string) => string
  /** A number that the service has not counted to the end. */
  readonly atLeast: (count: string) => string
}

/** The number of shown records, and of all that match as far as the service counts. */
export function countText(
  { rows, total }: PageOf<unknown>,
  hasMore: boolean,
  { t, format }: { readonly t: CountTexts; readonly format: Format },
): string {
  const shown = format.number(rows.length)
  if (!hasMore || total?.count == null) return t.countAlone(rows.length, shown)
  const all = format.number(total.count)
  return t.count(shown, total.isCapped ? t.atLeast(all) : all)
}
