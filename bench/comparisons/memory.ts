import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { runPinned } from '../../tools/install.mjs'
import { CONNECTIONS, someEmails, type Comparison } from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import { readSession, readToken, signInToBetterAuth, signUpBetterAuthUsers, startBetterAuth } from '../peers.ts'
import { readCurrentUser, refreshByHeader, signUp, signUpUsers, startPackage, startPortico } from '../portico.ts'
import type { ServerProcess } from '../processes.ts'

const SECONDS = 5

/**
 * Measures peak resident memory under reads, refreshes and sign-ups, of the package that operators run and of the
 * sources.
 */
export const memory: Comparison = {
  name: 'memory',
  async run({ postgres, progress }) {
    const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'))
    if ((await runPinned('tools/build-packages.ts', ['server'])) !== 0) throw new Error('The package is not built.')
    const onPostgres = await peakOfPortico(startPackage, { DATABASE_URL: await postgres.createDatabase() })
    progress(`on PostgreSQL: ${onPostgres.toFixed(0)} MB`)
    const fromSources = await peakOfPortico(startPortico, { DATABASE_URL: await postgres.createDatabase() })
    progress(`on PostgreSQL, from its sources: ${fromSources.toFixed(0)} MB`)
    const embedded = await peakOfPortico(startPortico, { PORTICO_DATA_DIR: folder })
    progress(`embedded: ${embedded.toFixed(0)} MB`)
    const betterAuth = await peakOfBetterAuth(await postgres.createDatabase())
    progress(`better-auth: ${betterAuth.toFixed(0)} MB`)
    await rm(folder, { recursive: true, force: true })

    return [
      {
        title: 'Memory under load',
        conditions: `Peak resident memory of the process during ${SECONDS} s each of reads of the current user, refreshes and sign-ups (better-auth: sign-ins), over ${CONNECTIONS} connections, sampled every 100 ms. Production runs the package, \`npm start\` the sources.`,
        series: [
          { name: 'Portico on PostgreSQL', unit: 'MB', values: [onPostgres] },
          { name: 'Portico on PostgreSQL, from its sources', unit: 'MB', values: [fromSources] },
          { name: 'Portico on its embedded engine, from its sources', unit: 'MB', values: [embedded] },
          { name: 'better-auth on PostgreSQL', unit: 'MB', values: [betterAuth] },
        ],
        checks: [{ what: 'resident memory on PostgreSQL', values: [onPostgres], unit: 'MB', target: { atMost: 200 } }],
      },
    ]
  },
}

async function peakOfPortico(start: typeof startPackage, settings: Record<string, string>): Promise<number> {
  const service = await start(settings)
  const users = await signUpUsers(service, someEmails(CONNECTIONS))
  return peakUnder(service, [
    users.map(readCurrentUser),
    users.map((user) => refreshByHeader(user, { rotates: true })),
    users.map(() => signUp('someone-[<id>]@example.com', { withMail: true })),
  ])
}

async function peakOfBetterAuth(databaseUrl: string): Promise<number> {
  const server = await startBetterAuth(databaseUrl)
  const emails = someEmails(CONNECTIONS)
  const users = await signUpBetterAuthUsers(server, emails)
  return peakUnder(server, [
    users.map(readSession),
    users.map(readToken),
    emails.map((email) => signInToBetterAuth(server, email)),
  ])
}

async function peakUnder(server: ServerProcess, loads: readonly Lane[][]): Promise<number> {
  const peakMemory = server.watchMemory()
  for (const lanes of loads) await runLoad({ origin: server.origin, lanes, seconds: SECONDS })
  const peak = peakMemory()
  await server.stop()
  return peak
}
