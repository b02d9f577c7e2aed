import { startVitest, type TestModule } from 'vitest/node'

import type { TestRun } from './mutations/outcome.ts'

// Runs the tests of one check without it, for `run-mutations.ts`: run-mutation.ts <engine> <test files>
const [engine, ...tests] = process.argv.slice(2)
const vitest = await startVitest(tests, {
  watch: false,
  bail: 1,
  maxWorkers: 1,
  project: ['unit', `service-${engine}`],
  // Prints nothing.
  reporters: [{}],
})
const run = readRun(vitest.state.getTestModules())
await vitest.close()
// Exit explicitly, because a hanging test can leave a timer or a socket open.
process.send?.(run, () => process.exit())

function readRun(modules: readonly TestModule[]): TestRun {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const groups = modules.flatMap((module) => [module, ...module.children.allSuites()])
  return {
    failed: tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({
        name: test.fullName,
        errors: (test.result().errors ?? []).map(({ cause, message }) => ({ message, cause })),
      })),
    problems: [
      ...groups.flatMap((group) => group.errors().map(({ message }) => message)),
      ...vitest.state.getUnhandledErrors().map(String),
    ],
  }
}
