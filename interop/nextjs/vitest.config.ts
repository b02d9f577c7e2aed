import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const sourceCondition = '@portico/source'
const conditions = [sourceCondition, 'module', 'node', 'development|production']

/** The tests of `npm run interop`. They are not part of `npm test`, because they need Next.js and TanStack Start. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [sourceCondition] } },
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['interop/{nextjs,packages,tanstack-start}/*.test.ts'],
    env: { PORTICO_TEST_ENGINE: 'pglite' },
    testTimeout: 60_000,
    // Enough to build a host on a machine that runs other programs.
    hookTimeout: 600_000,
  },
})
