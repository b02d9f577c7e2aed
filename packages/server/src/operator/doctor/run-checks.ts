import { limitTime } from '../../kernel/time-limit.ts'
import type { Check, DoctorFinding, Subject } from './check.ts'

/** Long enough for a mail server that delays its greeting. */
const CHECK_MAX_MILLIS = 15_000

export interface CheckResult {
  readonly name: string
  /** `skipped`: the check needs a database that cannot be opened. */
  readonly state: 'passed' | 'found' | 'skipped'
  readonly findings: readonly DoctorFinding[]
}

/**
 * Runs the checks in order, because one listens on the port that another one calls. A failed check does not stop the
 * others.
 */
export async function runChecks(
  checks: readonly Check[],
  subject: Subject,
  maxMillis = CHECK_MAX_MILLIS,
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of checks) results.push(await runCheck(check, subject, maxMillis))
  return results
}

async function runCheck(check: Check, subject: Subject, maxMillis: number): Promise<CheckResult> {
  const { name } = check
  const work = start(check, subject)
  if (work === null) return { name, state: 'skipped', findings: [] }
  const findings = await limitTime(work.catch(explainFailure), maxMillis, () => [
    {
      severity: 'error' as const,
      problem: `The check took longer than ${maxMillis / 1_000} s.`,
      fix: 'Find out what does not answer, such as a server or a name server, and run doctor again.',
    },
  ])
  return { name, state: findings.length === 0 ? 'passed' : 'found', findings }
}

/** Returns null if the check needs a database and there is none. */
function start(check: Check, subject: Subject): Promise<readonly DoctorFinding[]> | null {
  if (!check.needsDatabase) return check.run(subject)
  const { db } = subject
  return db === null ? null : check.run({ ...subject, db })
}

function explainFailure(error: unknown): DoctorFinding[] {
  const reason = error instanceof Error ? error.message : String(error)
  return [
    {
      severity: 'error',
      problem: `The check failed: ${reason}`,
      fix: 'The other findings may contain the reason. If they do not, report this as a defect of doctor.',
    },
  ]
}
