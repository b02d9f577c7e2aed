import { API_PREFIX } from '@portico/contract/limits'

import type { Group, ListedCall } from './groups.ts'

export const SEARCH_MAX_CHARACTERS = 200

const WORDS_MAX = 8

/**
 * Returns the calls that match each word of a search, the best first: by method, path, name, group and description. A
 * path can also come from a request, such as `/api/v1/users/me`.
 */
export function findCalls(groups: readonly Group[], query: string): readonly ListedCall[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
  if (words.length === 0) return []
  const name = words.join('')
  const found = groups.flatMap((group) =>
    group.calls.flatMap((call) => {
      if (call.operationId.toLowerCase() === name) return [{ call, rank: -1 }]
      const ranks = words.map((word) => rankOf(call, group.name, word))
      return ranks.includes(null) ? [] : [{ call, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }]
    }),
  )
  return found
    .toSorted((one, other) => one.rank - other.rank || one.call.path.length - other.call.path.length)
    .map(({ call }) => call)
}

/** @returns the rank of the match, 0 for the best; null without a match */
function rankOf({ method, operationId, path, summary }: ListedCall, group: string, word: string): number | null {
  const name = operationId.toLowerCase()
  if (word === method.toLowerCase() || isRequestOf(path, word)) return 0
  if (name.includes(word) || path.toLowerCase().includes(word)) return 1
  if (group.toLowerCase().includes(word)) return 2
  return summary.toLowerCase().includes(word) ? 3 : null
}

/** Whether the word is the path of a call, with values in place of the parameters. */
function isRequestOf(path: string, word: string): boolean {
  const parts = word.replace(API_PREFIX, '').split('/')
  const own = path.toLowerCase().split('/')
  return (
    word.startsWith('/') &&
    parts.length === own.length &&
    own.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
  )
}
