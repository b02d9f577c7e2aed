import { join } from 'node:path'

import type { Plugin } from 'vite'

import { findMutation } from './find-mutations.ts'
import { MUTATION_VARIABLE, root } from './mutation.ts'

/**
 * Removes one check while Vite loads the code, so that the working tree stays unchanged. Empty outside `npm run
 * mutate`.
 */
export function mutationPlugins(): Plugin[] {
  const check = process.env[MUTATION_VARIABLE]
  if (check === undefined) return []
  const { file, mutated } = findMutation(check)
  const path = join(root, file)
  return [
    {
      name: 'portico-mutation',
      enforce: 'pre',
      transform: (_source, id) => (id === path ? mutated : undefined),
      // Later runs reuse the other modules.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (id === path ? false : null)),
    },
  ]
}
