// `npm run bench [-- --only <name>,<name>] [--users <number>] [--before <folder>]`: runs the comparisons and writes
// their results.
import { parseArgs } from 'node:util'

import { ensurePrograms } from '../tools/programs.ts'
import type { Comparison } from './comparison.ts'
import { before } from './comparisons/before.ts'
import { driver } from './comparisons/driver.ts'
import { bulk } from './comparisons/bulk.ts'
import { burst } from './comparisons/burst.ts'
import { codes } from './comparisons/codes.ts'
import { currentUser } from './comparisons/current-user.ts'
import { dashboard } from './comparisons/dashboard.ts'
import { flood } from './comparisons/flood.ts'
import { exports } from './comparisons/exports.ts'
import { imports } from './comparisons/imports.ts'
import { memory } from './comparisons/memory.ts'
import { password } from './comparisons/password.ts'
import { projects } from './comparisons/projects.ts'
import { refresh } from './comparisons/refresh.ts'
import { scale } from './comparisons/scale.ts'
import { startUp } from './comparisons/start-up.ts'
import { testkit } from './comparisons/testkit.ts'
import { mails } from './comparisons/mails.ts'
import { templateEditor } from './comparisons/template-editor.ts'
import { verifyAccessToken } from './comparisons/verify-access-token.ts'
import { webhooks } from './comparisons/webhooks.ts'
import { startBenchPostgres } from './postgres.ts'
import { describeRun, toText, writeResults, type Run } from './report.ts'

/** The start-up comparisons run first: they read files, and pending disk writes of the others would slow them down. */
const comparisonsOfAnyCheckout: readonly Comparison[] = [
  startUp,
  testkit,
  verifyAccessToken,
  mails,
  currentUser,
  refresh,
  codes,
  password,
  burst,
  flood,
  memory,
  imports,
  exports,
  webhooks,
  dashboard,
  templateEditor,
  driver,
  projects,
  scale,
]

const USERS = '1000000'

const {
  only,
  users,
  before: folder,
} = parseArgs({
  options: { only: { type: 'string' }, users: { type: 'string', default: USERS }, before: { type: 'string' } },
}).values
const comparisons =
  folder === undefined ? comparisonsOfAnyCheckout : [...comparisonsOfAnyCheckout, before(folder), bulk(folder)]
const names = comparisons.map(({ name }) => name)
const wanted = only === undefined ? names : only.split(',')
const chosen = comparisons.filter(({ name }) => wanted.includes(name))
const problem = ensurePrograms({
  chromium: chosen.includes(dashboard) || chosen.includes(templateEditor),
  postgres: true,
  redis: false,
})
if (chosen.length < wanted.length) fail(`--only takes ${names.join(', ')}, not "${only}".`)
if (problem) fail(problem)

const startedAt = performance.now()
const postgres = await startBenchPostgres()
const runs: Record<string, Run> = {}
try {
  for (const comparison of chosen) {
    console.log(comparison.name)
    const about = describeRun(postgres.version)
    const progress = (line: string): void => console.log(`  ${line}`)
    const findings = await comparison.run({ postgres, users: Number(users), progress })
    runs[comparison.name] = { ...about, findings }
  }
} finally {
  await postgres.stop()
}

console.log(`\n${toText(Object.values(runs).flatMap(({ findings }) => findings))}\n`)
console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`)
// Do not replace the results with those for another number of users.
if (users === USERS) {
  await writeResults(runs, [...new Set([...names, 'before', 'bulk'])])
  console.log('Written to bench/RESULTS.md and bench/results.json')
}
// Exit with 0 if a target is missed: that is a result, not a failure of the run.
process.exit(0)

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
