import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startDnsServer, type DnsReply } from '../../../../../tools/dns-server.ts'
import { createCertificate } from '../../../test/certificate.ts'
import { freePort } from '../../../test/free-port.ts'
import { startMailServer, type MailServer, type MailServerOptions } from '../../../test/mail-server.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { statement } from '../../kernel/statement.ts'
import { readSettings } from '../../settings.ts'
import { withSubscribers } from '../subscribers.ts'
import type { Check, DoctorFinding, Subject } from './check.ts'
import { mailServerCheck, senderDomainCheck } from './mail-checks.ts'
import { runChecks } from './run-checks.ts'
import { backupsCheck, clientsCheck, projectsCheck, redisCheck } from './service-checks.ts'

const DAY_MILLIS = 86_400_000
let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ displayName: 'Acme' })
})

afterAll(() => portico.close())

async function findingsOf(
  check: Check,
  env: Record<string, string> = {},
  other: Partial<Subject> = {},
): Promise<readonly DoctorFinding[]> {
  const settings = readSettings({ PORTICO_SECRET: portico.secret, ...env })
  const subject = { settings, db: portico.database.db, databaseProblem: null, now: () => new Date(), version: '1.2.3' }
  const [result] = await runChecks([check], { ...subject, ...other })
  return result?.findings ?? []
}

async function startMail(options: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  return server
}

describe('the mail server', () => {
  test('passes if it accepts the sign-in, and receives no mail', async () => {
    const { port, received, signIns } = await startMail({ password: 'right' })

    const findings = await findingsOf(mailServerCheck, {
      PORTICO_SMTP_URL: `smtp://me:right@127.0.0.1:${port}?tls=off`,
    })

    expect(findings).toEqual([])
    expect(signIns).toEqual([['me', 'right']])
    expect(received).toEqual([])
  })

  test('is an error with a fix of its own if it refuses password, encryption or connection', async () => {
    const { port } = await startMail({ password: 'right' })
    const encrypted = await startMail({ tls: 'starttls', certificate: createCertificate() })
    const check = (url: string): Promise<readonly DoctorFinding[]> =>
      findingsOf(mailServerCheck, { PORTICO_SMTP_URL: url })

    const password = await check(`smtp://me:wrong@127.0.0.1:${port}?tls=off`)
    const certificate = await check(`smtp://127.0.0.1:${encrypted.port}`)
    const connection = await check(`smtp://127.0.0.1:${await freePort()}`)

    expect(password).toEqual([
      {
        severity: 'error',
        problem: `127.0.0.1, port ${port}: The mail server refused the user name or password.`,
        fix: expect.stringContaining('Check the user name and the password'),
      },
    ])
    expect(JSON.stringify(password)).not.toContain('wrong')
    expect(certificate).toMatchObject([
      { severity: 'error', fix: expect.stringContaining('certificate must be valid') },
    ])
    expect(connection).toMatchObject([{ severity: 'error', fix: expect.stringContaining('that the mail server runs') }])
  })
})

describe('the domain of the sender', () => {
  const records = (spf: string, dmarc: string): [string, DnsReply][] => [
    ['acme.example', { txt: [spf] }],
    ['_dmarc.acme.example', { txt: [dmarc] }],
  ]

  test.each<[string, [string, DnsReply][], [string, RegExp][]]>([
    ['good records', records('v=spf1 ip4:192.0.2.1 -all', 'v=DMARC1; p=reject'), []],
    [
      'a weak policy',
      records('v=spf1 ip4:192.0.2.1 -all', 'v=DMARC1; p=none'),
      [['note', /^DMARC of _dmarc\.acme\.example/]],
    ],
    [
      'a record for everyone',
      records('v=spf1 +all', 'v=DMARC1; p=reject'),
      [['error', /^SPF of acme\.example.*every server/]],
    ],
    [
      'no records',
      [],
      [
        ['warning', /^SPF of acme\.example/],
        ['warning', /^DMARC/],
      ],
    ],
    [
      'a resolver without answers',
      [
        ['acme.example', 2],
        ['_dmarc.acme.example', 2],
      ],
      [
        ['note', /^SPF/],
        ['note', /^DMARC/],
      ],
    ],
  ])('has its findings with %s', async (_kind, names, expected) => {
    const dns = await startDnsServer(names)
    onTestFinished(() => dns.close())

    const findings = await findingsOf(senderDomainCheck, {
      PORTICO_SMTP_URL: 'smtp://mail.acme.example',
      PORTICO_MAIL_FROM: 'Acme <noreply@acme.example>',
      PORTICO_DNS_SERVER: dns.address,
    })

    expect(findings.map(({ severity }) => severity)).toEqual(expected.map(([severity]) => severity))
    for (const [index, [, problem]] of expected.entries()) expect(findings[index]?.problem).toMatch(problem)
    for (const { fix } of findings) expect(fix).not.toBe('')
  })
})

/** Answers every command of the Redis protocol with the line. Returns its URL. */
async function startRedis(answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    // A command is an array, which starts with an asterisk (RESP).
    socket.on(
      'data',
      (bytes) => void socket.write(`${answer}\r\n`.repeat(bytes.toString().match(/^\*/gm)?.length ?? 0)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `redis://:right@127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('Redis', () => {
  test('passes if it accepts commands, and is an error if it refuses them or does not answer', async () => {
    const nothing = `127.0.0.1:${await freePort()}`

    const accepted = await findingsOf(redisCheck, { REDIS_URL: await startRedis(':0') })
    const refused = await findingsOf(redisCheck, { REDIS_URL: await startRedis('-NOAUTH Authentication required.') })
    const silent = await findingsOf(redisCheck, { REDIS_URL: `redis://${nothing}` })

    expect(accepted).toEqual([])
    expect(refused).toMatchObject([{ severity: 'error', problem: expect.stringContaining('NOAUTH') }])
    expect(silent).toMatchObject([
      {
        severity: 'error',
        problem: expect.stringContaining(`Redis at ${nothing} is not available. (connect ECONNREFUSED`),
      },
    ])
  })
})

describe('the projects', () => {
  test('are found in production mode without a usable domain', async () => {
    const { id } = project
    const production = {
      PORTICO_MODE: 'production',
      PORTICO_BASE_URL: 'https://auth.example.com',
      DATABASE_URL: 'postgres://127.0.0.1/portico',
      PORTICO_SMTP_URL: 'smtp://mail.example.com',
      PORTICO_MAIL_FROM: 'Acme <noreply@acme.example>',
    }

    const before = await findingsOf(projectsCheck, production)
    await project.admin().patch('/internal/projects/current', {
      is_production_mode: true,
      config: { domains: [{ domain: 'http://acme.example', handler_path: '/handler' }] },
    })
    const unusable = await findingsOf(projectsCheck)
    await project.admin().patch('/internal/projects/current', {
      config: { domains: [{ domain: 'https://acme.example', handler_path: '/handler' }] },
    })
    const usable = await findingsOf(projectsCheck)

    expect(before).toMatchObject([{ severity: 'note', problem: 'Projects without production mode: 1 (Acme).' }])
    expect(unusable).toMatchObject([
      {
        severity: 'warning',
        problem: `Acme (${id}) has production mode, which ignores its domain http://acme.example.`,
      },
      {
        severity: 'warning',
        problem: `Acme (${id}) has production mode and no usable domain, so no page can sign users in.`,
      },
    ])
    expect(usable).toEqual([])
  })
})

describe('the backups', () => {
  test('pass if they are of the last week; older ones and none are found', async () => {
    const { db } = portico.database
    const none = await findingsOf(backupsCheck)
    const at = new Date()
    await withSubscribers(db).run(emit(systemCall('internal', at), 'service.backed_up', {}))

    const recent = await findingsOf(backupsCheck)
    const now = (): Date => new Date(at.getTime() + 8 * DAY_MILLIS)
    const old = await findingsOf(backupsCheck, {}, { now })

    expect(none).toMatchObject([{ severity: 'note', problem: 'The audit log has no backup.' }])
    expect(recent).toEqual([])
    expect(old).toMatchObject([{ problem: 'The newest backup is 8 days old.' }])
  })
})

describe('the clients', () => {
  test('are named with another version of the SDK, and others are ignored', async () => {
    const versions = ['js @portico/client@1.2.3', 'js @portico/client@0.9.0', 'js @stackframe/js@2.8.12']
    for (const version of versions) {
      await portico.database.db.run(statement`
        insert into recent_requests (project_id, kind, at, id, method, route, status, client_version, client_address, request_id)
        values (${project.id}, 'client_ok', now(), ${randomUUID()}, 'GET', '/users/me', 200, ${version}, '192.0.2.1', 'request')`)
    }

    const findings = await findingsOf(clientsCheck)

    expect(findings).toMatchObject([
      {
        severity: 'note',
        problem: 'Recent requests came from other versions of the SDK: js @portico/client@0.9.0 (projects: 1).',
      },
    ])
  })
})
