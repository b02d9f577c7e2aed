// Mutation tests of the security-critical modules, for `npm run mutate -- --all`. Results are kept in node_modules/.cache/stryker: a later
// run tests only what has changed since.
import { modules } from './modules.mjs'

export default {
  mutate: modules,
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/stryker/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Sentences are for people, and log lines for operators: changing them breaks no promise.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Stryker rewrites tsconfig files with a compiler interface that TypeScript 7 does not have. This file does not exist.
  tsconfigFile: 'tools/stryker/no-tsconfig.json',
  disableTypeChecks: false,
  incremental: true,
  incrementalFile: 'node_modules/.cache/stryker/incremental.json',
  tempDirName: '.stryker',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: 'node_modules/.cache/stryker/report.html' },
  jsonReporter: { fileName: 'node_modules/.cache/stryker/report.json' },
  clearTextReporter: { logTests: false, allowColor: true },
  timeoutMS: 20_000,
  ignorePatterns: ['bench', 'e2e', 'interop', 'examples', 'docs', '**/dist', '.portico'],
  allowEmpty: false,
}
