import type { Team } from '@portico/react'

/** What a group reads. It is in the metadata of the team, under `book`. */
export interface Book {
  readonly title: string
  readonly author: string
  /** Id of the member who chose it. */
  readonly chosenBy: string
}

/** Returns the book of a group. Other clients can write the metadata too, so this accepts only what it can show. */
export function bookOf({ clientMetadata }: Team): Book | null {
  const { book } = (clientMetadata ?? {}) as { readonly book?: Partial<Record<keyof Book, unknown>> }
  const { title, author, chosenBy } = book ?? {}
  if (typeof title !== 'string' || typeof author !== 'string' || typeof chosenBy !== 'string') return null
  return { title, author, chosenBy }
}
