import type { Check, DoctorFinding } from './check.ts'
import { identify, type Answering } from './identify.ts'
import { localOrigin } from './local-checks.ts'

export const baseUrlCheck: Check = {
  name: 'base-url',
  summary: 'whether the base URL leads to this service, as a browser sees it',
  async run({ db, settings: { baseUrl, host, port } }) {
    const answering = await identify(baseUrl, db)
    if (answering.kind !== 'nothing') return judge(baseUrl, answering)
    const { code, reason } = answering
    const isRunning = (await identify(localOrigin(host, port), db)).kind === 'own'
    if (!isRunning && code === 'ECONNREFUSED') {
      return [
        {
          severity: 'warning',
          problem: `Nothing answers at ${baseUrl}, and the service does not run on this machine.`,
          fix: 'Start the service and run doctor again.',
        },
      ]
    }
    return [
      {
        severity: 'error',
        problem: `The base URL ${baseUrl} cannot be reached: ${reason}.`,
        fix: adviceFor(code),
      },
    ]
  },
}

function judge(baseUrl: string, answering: Exclude<Answering, { kind: 'nothing' }>): DoctorFinding[] {
  if (answering.kind === 'own' || answering.kind === 'unverified') return []
  if (answering.kind === 'other_portico') {
    return [
      {
        severity: 'error',
        problem: `At the base URL ${baseUrl} another Portico answers, whose keys are not in this database.`,
        fix: 'Set PORTICO_BASE_URL to the URL of this service, or DATABASE_URL to the database of that one.',
      },
    ]
  }
  const { location, status } = answering
  return [
    {
      severity: 'error',
      problem: `At the base URL ${baseUrl} another program answers (status ${status}${location === null ? '' : `, redirect to ${location}`}).`,
      fix: 'Set PORTICO_BASE_URL to the URL at which browsers reach the service without a redirect, and let the proxy forward every path to it.',
    },
  ]
}

function adviceFor(code: string): string {
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return 'Check the host name in PORTICO_BASE_URL and its DNS records.'
  if (/CERT|SIGNATURE|TLS|SSL/.test(code)) {
    return 'Install a certificate at the proxy that is valid for the host name, with its intermediate certificates.'
  }
  return 'Check that the proxy runs, forwards to the service, and can be reached from this machine.'
}
