import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createCertificate } from '../../../test/certificate.ts'
import { freePort } from '../../../test/free-port.ts'
import { startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { SqlName, statement } from '../../kernel/statement.ts'
import { ownSchemaVersion } from '../../platform/db/migrate.ts'
import { readSettings } from '../../settings.ts'
import { baseUrlCheck } from './address-check.ts'
import { certificatesCheck, judgeValidity } from './certificates-check.ts'
import type { Check, DoctorFinding, Subject } from './check.ts'
import { clockCheck, databaseCheck, judgeServer, schemaCheck, rightsCheck } from './database-checks.ts'
import { judgeFreeSpace, nodeCheck, portsCheck, proxiesCheck } from './local-checks.ts'
import { runChecks } from './run-checks.ts'
import { secretCheck } from './secret-check.ts'

let portico: TestPortico
let dataDir: string

beforeAll(async () => {
  portico = await createTestPortico()
  dataDir = await mkdtemp(path.join(tmpdir(), 'portico-doctor-'))
})

afterAll(() => portico.close())

/** The service of this file with other settings. */
function subjectOf(env: Record<string, string> = {}, other: Partial<Subject> = {}): Subject {
  const { port } = new URL(portico.baseUrl)
  return {
    settings: readSettings({
      PORTICO_SECRET: portico.secret,
      PORTICO_BASE_URL: portico.baseUrl,
      PORTICO_PORT: port,
      PORTICO_DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://portico@127.0.0.1/portico',
      ...env,
    }),
    db: portico.database.db,
    databaseProblem: null,
    now: () => new Date(),
    version: '1.2.3',
    ...other,
  }
}

async function findingsOf(check: Check, subject: Subject): Promise<readonly DoctorFinding[]> {
  const [result] = await runChecks([check], subject)
  return result?.findings ?? []
}

/** Starts a program that is not the service. Returns its port. */
async function startProgram(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

const production = {
  PORTICO_MODE: 'production',
  PORTICO_BASE_URL: 'https://auth.example.com',
  PORTICO_SMTP_URL: 'smtp://mail.example.com',
  PORTICO_MAIL_FROM: 'Acme <noreply@acme.example>',
}

describe('a check', () => {
  const subject = (): Subject => subjectOf()

  test('is a finding and does not stop the others if it throws or does not end', async () => {
    const checks: Check[] = [
      { name: 'throws', summary: '', run: async () => Promise.reject(new Error('no such file')) },
      { name: 'hangs', summary: '', run: () => new Promise(() => {}) },
      { name: 'passes', summary: '', run: async () => [] },
    ]

    const results = await runChecks(checks, subject(), 20)

    expect(results).toMatchObject([
      { name: 'throws', state: 'found', findings: [{ severity: 'error', problem: 'The check failed: no such file' }] },
      {
        name: 'hangs',
        state: 'found',
        findings: [{ severity: 'error', problem: expect.stringContaining('longer than') }],
      },
      { name: 'passes', state: 'passed', findings: [] },
    ])
  })

  test('is skipped without a database if it needs one', async () => {
    const problem = new StartupProblem('The database at localhost refuses: password.', 'Check the password.')

    const results = await runChecks([databaseCheck, schemaCheck], { ...subject(), db: null, databaseProblem: problem })

    expect(results).toEqual([
      {
        name: 'database',
        state: 'found',
        findings: [{ severity: 'error', problem: problem.message, fix: 'Check the password.' }],
      },
      { name: 'schema', state: 'skipped', findings: [] },
    ])
  })
})

test('a running service passes', async () => {
  const results = await runChecks(
    [nodeCheck, portsCheck, schemaCheck, rightsCheck, clockCheck, secretCheck, baseUrlCheck, proxiesCheck],
    subjectOf(),
  )

  expect(results.filter(({ state }) => state !== 'passed')).toEqual([])
})

describe('the ports', () => {
  test('are errors if another program has them, and not if they are free', async () => {
    const port = await startProgram((_request, response) => void response.end('Hello'))

    const taken = await findingsOf(
      portsCheck,
      subjectOf({ PORTICO_PORT: String(port), PORTICO_METRICS_PORT: String(port) }),
    )
    const foreign = await findingsOf(portsCheck, subjectOf({ ...production, PORTICO_HOST: '192.0.2.1' }))

    expect(taken).toEqual([
      {
        severity: 'error',
        problem: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use by another program`),
        fix: expect.stringContaining('set PORTICO_PORT'),
      },
      expect.objectContaining({ severity: 'error', fix: expect.stringContaining('set PORTICO_METRICS_PORT') }),
    ])
    expect(foreign).toEqual([expect.objectContaining({ problem: expect.stringContaining('(EADDRNOTAVAIL)') })])
  })
})

describe('the base URL', () => {
  test.each<[string, RequestListener, string]>([
    ['a page', (_request, response) => void response.end('<h1>It works!</h1>'), 'another program answers (status 200)'],
    ['an error', (_request, response) => void response.writeHead(404).end(), 'another program answers (status 404)'],
    ['JSON', (_request, response) => void response.end('null'), 'another program answers (status 200)'],
    [
      'a redirect',
      (_request, response) => void response.writeHead(301, { location: 'https://www.acme.example/' }).end(),
      'redirect to https://www.acme.example/',
    ],
    [
      'the keys of another service',
      (_request, response) => void response.end('{"keys":[{"kid":"another"}]}'),
      'another Portico answers',
    ],
  ])('is an error if it answers with %s', async (_kind, answer, problem) => {
    const port = await startProgram(answer)

    const findings = await findingsOf(baseUrlCheck, subjectOf({ PORTICO_BASE_URL: `http://127.0.0.1:${port}` }))

    expect(findings).toEqual([
      {
        severity: 'error',
        problem: expect.stringContaining(problem),
        fix: expect.stringContaining('PORTICO_BASE_URL'),
      },
    ])
  })

  test('is an error if nothing answers while the service runs, and a warning otherwise', async () => {
    const port = String(await freePort())
    const nothing = `http://127.0.0.1:${port}`

    const running = await findingsOf(baseUrlCheck, subjectOf({ PORTICO_BASE_URL: nothing }))
    const stopped = await findingsOf(baseUrlCheck, subjectOf({ PORTICO_BASE_URL: nothing, PORTICO_PORT: port }))
    const unknown = await findingsOf(baseUrlCheck, subjectOf({ ...production, PORTICO_BASE_URL: 'https://a.invalid' }))

    expect(running).toMatchObject([{ severity: 'error', problem: expect.stringContaining('cannot be reached') }])
    expect(stopped).toMatchObject([{ severity: 'warning', fix: 'Start the service and run doctor again.' }])
    expect(unknown).toMatchObject([{ severity: 'error', fix: expect.stringContaining('DNS records') }])
  })
})

describe('the certificates', () => {
  async function startTls(certificateDays: number): Promise<string> {
    const server = createTlsServer(createCertificate(certificateDays)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('are found before they expire for the base URL, Redis and the mail server, with the days that are left', async () => {
    const [expiring, expired, valid] = [await startTls(5), await startTls(-0.5), await startTls(60)]
    const now = (): Date => new Date(Date.now() + 3.9 * 86_400_000)
    const nothing = `127.0.0.1:${await freePort()}`

    const found = await findingsOf(
      certificatesCheck,
      subjectOf(
        {
          PORTICO_BASE_URL: `https://${expired}`,
          REDIS_URL: `rediss://${valid}`,
          PORTICO_SMTP_URL: `smtps://${expiring}`,
        },
        { now },
      ),
    )
    const ofRedis = await findingsOf(certificatesCheck, subjectOf({ REDIS_URL: `rediss://${expired}` }))
    const without = await findingsOf(
      certificatesCheck,
      subjectOf({ REDIS_URL: `redis://${expired}`, PORTICO_SMTP_URL: `smtp://${expired}` }),
    )
    const silent = await findingsOf(certificatesCheck, subjectOf({ PORTICO_BASE_URL: `https://${nothing}` }))

    expect(found).toEqual([
      {
        severity: 'error',
        problem: `The certificate of https://${expired} expired 4 days ago.`,
        fix: expect.stringContaining('Renew it'),
      },
      {
        severity: 'warning',
        problem: expect.stringContaining(
          `of the mail server 127.0.0.1, port ${new URL(`smtps://${expiring}`).port} expires in 1 day, at `,
        ),
        fix: expect.stringContaining('Renew it'),
      },
    ])
    expect(ofRedis).toMatchObject([{ problem: `The certificate of Redis at ${expired} expired 0 days ago.` }])
    expect([without, silent]).toEqual([[], []])
  })

  test('are read after the greeting of a mail server with STARTTLS, and no password is sent', async () => {
    const start = async (days: number): Promise<MailServer> => {
      const server = await startMailServer({ tls: 'starttls', certificate: createCertificate(days), password: 'right' })
      onTestFinished(() => server.close())
      return server
    }
    const [expiring, valid] = [await start(5), await start(60)]
    const now = (): Date => new Date(Date.now() + 3.9 * 86_400_000)
    const check = ({ port }: MailServer, options = ''): Promise<readonly DoctorFinding[]> =>
      findingsOf(
        certificatesCheck,
        subjectOf({ PORTICO_SMTP_URL: `smtp://me:right@127.0.0.1:${port}${options}` }, { now }),
      )

    const found = await check(expiring)
    const without = [await check(valid), await check(expiring, '?tls=off')]

    expect(found).toMatchObject([
      {
        severity: 'warning',
        problem: expect.stringContaining(`of the mail server 127.0.0.1, port ${expiring.port} expires in 1 day, at `),
      },
    ])
    expect(without).toEqual([[], []])
    expect(expiring.signIns).toEqual([])
  })

  test.each([
    ['a year', 365, 15, []],
    ['a year', 365, 13.9, [['warning', 'in 13 days']]],
    ['90 days', 90, 1.5, [['warning', 'in 1 day,']]],
    ['six days', 6, 2, []],
    ['six days', 6, 1.4, [['warning', 'in 1 day,']]],
    ['six days', 6, -1.5, [['error', 'expired 1 day ago']]],
  ])('have at %s (%d) with %d days left the findings %j', (_name, days, left, expected) => {
    const to = new Date(Date.now() + left * 86_400_000)
    const from = new Date(to.getTime() - days * 86_400_000)

    const findings = judgeValidity({ name: 'https://auth.example.com' }, { from, to }, new Date())

    expect(findings).toEqual(
      expected.map(([severity, text]) =>
        expect.objectContaining({ severity, problem: expect.stringContaining(text ?? '') }),
      ),
    )
  })
})

describe('trusted proxies', () => {
  test('are missing behind HTTPS, and must not be everyone', async () => {
    const missing = await findingsOf(proxiesCheck, subjectOf(production))
    const everyone = await findingsOf(
      proxiesCheck,
      subjectOf({ ...production, PORTICO_TRUSTED_PROXIES: '10.0.0.0/8,0.0.0.0/0,::/0' }),
    )

    expect(missing).toMatchObject([{ severity: 'warning', problem: expect.stringContaining('is not set') }])
    expect(everyone).toMatchObject([
      { severity: 'error', problem: expect.stringContaining('0.0.0.0/0') },
      { severity: 'error', problem: expect.stringContaining('::/0') },
    ])
  })
})

describe('the clock', () => {
  test.each([
    [-5_000, 'warning', /is 5 s behind that of the database/],
    [120_000, 'error', /is 120 s ahead of that of the database/],
  ])('is found if it is %d ms apart', async (apart, severity, problem) => {
    const now = (): Date => new Date(Date.now() + apart)

    const findings = await findingsOf(clockCheck, subjectOf({}, { now }))

    expect(findings).toMatchObject([{ severity, problem: expect.stringMatching(problem) }])
  })
})

describe('the database', () => {
  test('is found with the schema of another version', async () => {
    const { db } = portico.database
    const newest = ownSchemaVersion()

    await db.run(statement`insert into schema_migrations (version, name) values (9999, 'future')`)
    const newer = await findingsOf(schemaCheck, subjectOf())
    await db.run(statement`update schema_migrations set minimum_version = ${newest} where version = 9999`)
    const compatible = await findingsOf(schemaCheck, subjectOf())
    await db.run(statement`delete from schema_migrations where version in (9999, ${newest})`)
    const older = await findingsOf(schemaCheck, subjectOf())
    await db.run(statement`insert into schema_migrations (version, name) values (${newest}, 'again')`)

    expect(newer).toMatchObject([{ severity: 'error', problem: expect.stringContaining('schema version 9999') }])
    expect(compatible).toMatchObject([
      { severity: 'note', problem: expect.stringContaining('works with this version') },
    ])
    expect(older).toMatchObject([{ severity: 'note', fix: expect.stringContaining('portico-server migrate') }])
  })

  test('is found if its role lacks rights', async () => {
    const { db } = portico.database
    const role = new SqlName(`portico_doctor_${randomBytes(6).toString('hex')}`)
    await db.run(statement`create role ${role}`)
    await db.run(statement`grant select, insert, update, delete on all tables in schema public to ${role}`)
    await db.run(statement`revoke delete on users from ${role}`)
    const asRole: Subject['db'] = {
      ...db,
      run: (wanted) =>
        db.transaction(async (tx) => {
          await tx.run(statement`set local role ${role}`)
          return tx.run(wanted)
        }),
    }

    const findings = await findingsOf(rightsCheck, subjectOf({}, { db: asRole }))
    await db.run(statement`drop owned by ${role}`)
    await db.run(statement`drop role ${role}`)

    expect(findings).toMatchObject([
      {
        severity: 'error',
        problem: 'The role of DATABASE_URL lacks rights on users.',
        fix: expect.stringContaining('Grant'),
      },
    ])
  })

  test('is found with unsuitable settings of the server', () => {
    const suitable = { encoding: 'UTF8', fsync: 'on', is_standby: false, connections: 97 }
    const severities = (facts: Partial<typeof suitable>): string[] =>
      judgeServer({ ...suitable, ...facts }, 10).map(({ severity }) => severity)

    expect(severities({})).toEqual([])
    expect(severities({ encoding: 'SQL_ASCII' })).toEqual(['error'])
    expect(severities({ is_standby: true })).toEqual(['error'])
    expect(severities({ fsync: 'off' })).toEqual(['warning'])
    expect(severities({ connections: 9 })).toEqual(['warning'])
  })
})

describe('the secret', () => {
  test('is found if it does not open the database, if others can read it, and while it is replaced', async () => {
    const file = path.join(dataDir, 'secret')
    await writeFile(file, 'generated')
    await chmod(file, 0o644)
    const other = randomBytes(33).toString('base64url')

    const findings = await findingsOf(secretCheck, subjectOf({ PORTICO_SECRET: `${other},${other}x` }))
    await chmod(file, 0o600)

    expect(findings).toMatchObject([
      { severity: 'warning', fix: `Run: chmod 600 ${file}` },
      { severity: 'note', problem: expect.stringContaining('contains 2 secrets') },
      { severity: 'error', problem: expect.stringContaining('is not the secret this database was used with') },
    ])
  })
})

test.each([
  [99_000_000, ['error']],
  [999_000_000, ['warning']],
  [1_000_000_000, []],
])('a disk with %d bytes of free space has the findings %j', (freeBytes, severities) => {
  expect(judgeFreeSpace('/data', freeBytes).map(({ severity }) => severity)).toEqual(severities)
})
