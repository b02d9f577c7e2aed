import { StartupProblem } from '../kernel/startup-problem.ts'
import { SettingsProblems } from '../kernel/settings-problems.ts'
import type { Database } from '../kernel/database.ts'
import { openExistingDatabase, type DatabaseSettings } from '../platform/db/open-database.ts'
import type { OperatorSettings, StandaloneCommand } from './command.ts'
import type { DoctorFinding, Severity } from './doctor/check.ts'
import { checks } from './doctor/checks.ts'
import { runChecks, type CheckResult } from './doctor/run-checks.ts'

/** For the copy of the embedded database that a running service makes. A connection to PostgreSQL has its own limit. */
const COPY_MAX_MILLIS = 30_000

/** Checks the installation and says how to fix what it finds. */
export const doctorCommand: StandaloneCommand = {
  name: 'doctor',
  summary: 'Checks settings, database, addresses and more, and says how to fix what it finds.',
  options: { json: { type: 'boolean', summary: 'Prints the result as JSON.' } },
  async runAlone({ print, readSettings, version }, { switches }) {
    const results = await examine(readSettings, version)
    const count = (severity: Severity): number =>
      results.flatMap(({ findings }) => findings).filter((finding) => finding.severity === severity).length
    const [errors, warnings] = [count('error'), count('warning')]
    if (switches.has('json')) {
      print(JSON.stringify({ version, errors, warnings, checks: results }))
    } else {
      for (const result of results) print(describe(result))
      print(`\n${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`)
    }
    return errors === 0 ? 0 : 1
  },
}

async function examine(readSettings: () => OperatorSettings, version: string): Promise<CheckResult[]> {
  const settings = readOrExplain(readSettings)
  if (Array.isArray(settings)) {
    const others = checks.map(({ name }) => ({ name, state: 'skipped' as const, findings: [] }))
    return [{ name: 'settings', state: 'found', findings: settings }, ...others]
  }
  const opened = await openToRead(settings).catch((error: unknown) => {
    if (error instanceof StartupProblem) return error
    throw error
  })
  const isOpen = !(opened instanceof StartupProblem)
  try {
    const subject = {
      settings,
      db: isOpen ? opened : null,
      databaseProblem: isOpen ? null : opened,
      now: () => new Date(),
      version,
    }
    return [{ name: 'settings', state: 'passed', findings: [] }, ...(await runChecks(checks, subject))]
  } finally {
    if (isOpen) await opened.close()
  }
}

function readOrExplain(readSettings: () => OperatorSettings): OperatorSettings | DoctorFinding[] {
  try {
    return readSettings()
  } catch (error) {
    if (!(error instanceof SettingsProblems)) throw error
    return error.problems.map((problem) => ({
      severity: 'error',
      problem,
      fix: 'Change the environment of the service. `portico-server --help` lists every setting with its present value.',
    }))
  }
}

/** The embedded database of a running service is open there, so it is read from a copy. */
async function openToRead(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl === null) {
    const { openRunningEmbedded } = await import('../platform/db/embedded.ts')
    const copy = await openRunningEmbedded(settings.dataDir, COPY_MAX_MILLIS)
    if (copy !== null) return copy
  }
  return openExistingDatabase({ ...settings, databaseWaitSeconds: 0 })
}

const marks: Readonly<Record<CheckResult['state'], string>> = { passed: 'ok', found: '', skipped: 'skipped' }

function describe({ findings, name, state }: CheckResult): string {
  const lines = findings.map(
    ({ fix, problem, severity }) => `${severity.padEnd(8)} ${name}: ${problem}\n           Fix: ${fix}`,
  )
  return lines.length > 0 ? lines.join('\n') : `${marks[state].padEnd(8)} ${name}`
}
