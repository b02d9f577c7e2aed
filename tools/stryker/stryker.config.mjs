// Mutation tests of the security-critical modules, for `npm run mutate -- --all`. The results are stored in
// node_modules/.cache/stryker, so a later run tests only changed code.
import { currentGroup } from './groups.mjs'

const { modules, name } = currentGroup()
const results = `node_modules/.cache/stryker/${name}`

export default {
  mutate: modules,
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/stryker/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // Do not mutate texts: a test does not have to detect a changed sentence or log line.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Names a file that does not exist: Stryker rewrites tsconfig files with a compiler API that TypeScript 7 does not
  // have.
  tsconfigFile: 'tools/stryker/no-tsconfig.json',
  disableTypeChecks: false,
  incremental: true,
  incrementalFile: `${results}.incremental.json`,
  tempDirName: '.stryker',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: `${results}.html` },
  jsonReporter: { fileName: `${results}.json` },
  clearTextReporter: { logTests: false, allowColor: true },
  timeoutMS: 20_000,
  ignorePatterns: ['bench', 'e2e', 'interop', 'examples', 'docs', '**/dist', '.portico'],
  allowEmpty: false,
}
