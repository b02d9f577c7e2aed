import type { Plugin } from 'vite'

import { mutations } from './all.ts'
import { applyMutation, fileOf, MUTATION_VARIABLE } from './mutation.ts'

/** Removes one check while Vite loads the code, so that the working tree stays unchanged. Empty outside `npm run mutate`. */
export function mutationPlugins(): Plugin[] {
  const check = process.env[MUTATION_VARIABLE]
  if (check === undefined) return []
  const mutation = mutations.find((candidate) => candidate.check === check)
  if (!mutation) throw new Error(`${MUTATION_VARIABLE} names no mutation of tools/mutations: "${check}".`)
  return [
    {
      name: 'portico-mutation',
      enforce: 'pre',
      transform: (source, id) => (id === fileOf(mutation) ? applyMutation(mutation, source) : undefined),
    },
  ]
}
