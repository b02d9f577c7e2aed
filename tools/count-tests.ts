import type { Vitest } from 'vitest/node'
import type { Tally } from './checks.ts'

/** Counts test cases. A file or group that fails outside its test cases counts as one more failure. */
export function countTests(vitest: Vitest): Tally {
  const result: Tally = { passed: 0, failed: vitest.state.getUnhandledErrors().length }
  for (const module of vitest.state.getTestModules()) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') result.passed++
      if (state === 'failed') result.failed++
    }
    for (const group of [module, ...module.children.allSuites()]) {
      if (group.errors().length > 0) result.failed++
    }
  }
  return result
}
