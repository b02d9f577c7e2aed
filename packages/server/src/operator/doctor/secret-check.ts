import { stat } from 'node:fs/promises'
import path from 'node:path'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { requireMatchingSecret } from '../../records/projects/signing-keys.ts'
import type { Check, DoctorFinding } from './check.ts'

export const secretCheck: Check = {
  name: 'secret',
  summary: 'whether PORTICO_SECRET opens the database',
  needsDatabase: true,
  async run({ db, settings: { dataDir, secrets } }) {
    const findings = await findReadableFile(path.join(dataDir, 'secret'))
    if (secrets.length > 1) {
      findings.push({
        severity: 'note',
        problem: `PORTICO_SECRET contains ${secrets.length} secrets, so a rotation is in progress.`,
        fix: 'Continue with the steps in docs/security/operators.md, "Changing PORTICO_SECRET".',
      })
    }
    try {
      await requireMatchingSecret({ db, secret: new MasterSecret(secrets) })
    } catch (error) {
      if (!(error instanceof StartupProblem)) throw error
      findings.push({ severity: 'error', problem: error.message, fix: error.nextStep })
    }
    return findings
  },
}

/** The generated secret of development mode. Windows has no modes. */
async function findReadableFile(file: string): Promise<DoctorFinding[]> {
  const found = await stat(file).catch(() => null)
  if (found === null || process.platform === 'win32' || (found.mode & 0o077) === 0) return []
  return [
    {
      severity: 'warning',
      problem: `Other users of this machine can read ${file}.`,
      fix: `Run: chmod 600 ${file}`,
    },
  ]
}
