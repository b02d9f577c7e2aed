import { parseCLI, startVitest } from 'vitest/node'
import { countTests } from './count-tests.ts'
import { ensurePrograms } from './programs.ts'

// npm run interop -- [arguments of Vitest, such as -t 2.8.108]
const problem = ensurePrograms({ chromium: true, postgres: false, redis: false })
if (problem) {
  console.error(problem)
  process.exit(1)
}

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const vitest = await startVitest(filter, { ...options, config: 'interop/nextjs/vitest.config.ts' })
const { passed, failed } = countTests(vitest)
await vitest.close()
console.log(`${passed} passed, ${failed} failed`)
// Exit explicitly, so that a timer or socket that a test left open does not block CI.
process.exit(failed > 0 || passed === 0 ? 1 : 0)
