import type { ProjectAdminRead, SenderDomainFindingRead } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createRsaKey } from '../../../test/dkim.ts'
import { startDnsServer, type DnsRecords, type DnsReply, type DnsServer } from '../../../../../tools/dns-server.ts'

/** Response codes (RFC 1035 section 4.1.1). */
const SERVFAIL = 2
const REFUSED = 5

type Kind = SenderDomainFindingRead['kind']
type Names = Readonly<Record<string, DnsReply>>

interface Check {
  readonly domain: string
  readonly checked_at_millis: number
  readonly findings: readonly SenderDomainFindingRead[]
}

let dns: DnsServer
let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  dns = await startDnsServer()
  portico = await createTestPortico({ settings: { PORTICO_DNS_SERVER: dns.address } })
  project = await portico.createProject()
  await sendAs(project)
})

afterAll(async () => {
  await portico.close()
  await dns.close()
})

beforeEach(() => {
  dns.names.clear()
  dns.asked.length = 0
})

async function sendAs(to: TestProject, changed: object = {}): Promise<void> {
  const server = { host: 'smtp.acme.example', port: 587, username: 'mailer', password: 'a password' }
  const sender = { sender_name: 'Acme', sender_email: 'hello@acme.example' }
  const email_config = { type: 'standard', ...server, ...sender, ...changed }
  const answer = await to.admin().patch('/internal/projects/current', { config: { email_config } })
  expect(answer.status).toBe(200)
}

function check(of = project): Promise<Answer<Check>> {
  return of.admin().get<Check>('/internal/sender-domain')
}

/** The finding of one kind for these names. */
async function find(kind: Kind, names: Names, of = project): Promise<SenderDomainFindingRead | undefined> {
  for (const [name, reply] of Object.entries(names)) dns.names.set(name, reply)
  return (await check(of)).body.findings.find((finding) => finding.kind === kind)
}

const txt = (...records: string[]): DnsRecords => ({ txt: records })
/** A chain of includes that starts at `s1.example`. */
const chain = (length: number): Readonly<Record<string, DnsRecords>> =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `s${index + 1}.example`,
      txt(index + 1 === length ? 'v=spf1 ip4:192.0.2.1 -all' : `v=spf1 include:s${index + 2}.example -all`),
    ]),
  )

test('a domain without records lacks SPF and DMARC, with the records to publish', async () => {
  const { body, status } = await check()

  expect(status).toBe(200)
  expect(body).toEqual({
    domain: 'acme.example',
    checked_at_millis: expect.any(Number),
    findings: [
      {
        ...{ kind: 'spf', code: 'spf_missing', state: 'missing', name: 'acme.example', record: null, detail: null },
        message: 'The domain has no SPF record.',
        advice: expect.stringContaining('Publish a TXT record'),
        publish: { name: 'acme.example', value: 'v=spf1 a:smtp.acme.example ~all' },
      },
      expect.objectContaining({ kind: 'dkim', code: 'dkim_no_key', state: 'unknown', publish: null }),
      expect.objectContaining({
        ...{ kind: 'dmarc', code: 'dmarc_missing', state: 'missing' },
        publish: { name: '_dmarc.acme.example', value: 'v=DMARC1; p=none' },
      }),
    ],
  })
})

describe('SPF', () => {
  test.each<[string, string[], Names, string | null]>([
    ['spf_good', ['v=spf1 a mx ip4:192.0.2.0/24 -all', 'google-site-verification=x'], {}, null],
    ['spf_good', ['v=spf1 include:s1.example ~all'], chain(1), null],
    ['spf_good', ['v=spf1 redirect=s1.example'], chain(1), null],
    ['spf_good', ['v=spf1 include:s1.example -all'], chain(10), null],
    ['spf_good', ['v=spf1 exists:%{i}.acme.example include:%{d}.s1.example -all'], {}, null],
    ['spf_neutral', ['v=spf1 mx'], {}, null],
    ['spf_neutral', ['v=spf1 mx ?all'], {}, null],
    ['spf_neutral', ['v=spf1 redirect=s1.example'], { 's1.example': txt('v=spf1 ?all') }, null],
    ['spf_everyone', ['v=spf1 mx +all'], {}, null],
    ['spf_everyone', ['v=spf1 all'], {}, null],
    ['spf_everyone', ['v=spf1 include:s1.example -all'], { 's1.example': txt('v=spf1 +all') }, null],
    ['spf_several', ['v=spf1 mx -all', 'v=spf1 a -all'], {}, null],
    ['spf_syntax', ['v=spf1 ip4:192.0.2.300 -all'], {}, 'ip4:192.0.2.300'],
    ['spf_included', ['v=spf1 include:s1.example -all'], {}, 's1.example'],
    ['spf_included', ['v=spf1 include:s1.example -all'], { 's1.example': txt('v=spf1 mx', 'v=spf1 a') }, 's1.example'],
    ['spf_included', ['v=spf1 redirect=s1.example'], { 's1.example': txt('v=spf1 oops') }, 's1.example'],
    ['spf_too_many_lookups', ['v=spf1 include:s1.example -all'], chain(11), 's10.example'],
    ['spf_too_many_lookups', [`v=spf1 ${'a '.repeat(11)}-all`], {}, 'acme.example'],
    [
      'spf_too_many_lookups',
      ['v=spf1 mx -all'],
      {
        's1.example': {},
        'acme.example': { txt: ['v=spf1 mx -all'], mx: Array.from({ length: 11 }, (_, n) => `m${n}.example`) },
      },
      'acme.example',
    ],
    ['spf_too_many_lookups', ['v=spf1 include:acme.example -all'], {}, 'acme.example'],
    ['spf_unresolved', ['v=spf1 include:s1.example -all'], { 's1.example': SERVFAIL }, 's1.example'],
  ])('has the finding %s: %j', async (code, records, names, detail) => {
    expect(await find('spf', { 'acme.example': txt(...records), ...names })).toMatchObject({
      ...{ kind: 'spf', code, detail, name: 'acme.example' },
      record: records.filter((record) => record.startsWith('v=spf1')).join('\n'),
    })
  })

  test.each([
    ['v=spf1 mx', 'v=spf1 mx ~all'],
    ['v=spf1 mx ?all', 'v=spf1 mx ~all'],
    ['v=spf1 +all', 'v=spf1 ~all'],
  ])('proposes a better record for %s', async (record, value) => {
    expect(await find('spf', { 'acme.example': txt(record) })).toMatchObject({
      publish: { name: 'acme.example', value },
    })
  })
})

describe('DKIM', () => {
  const name = 'portico._domainkey.acme.example'
  let signing: TestProject
  let key: string

  beforeAll(async () => {
    signing = await portico.createProject()
    await sendAs(signing, { dkim: { selector: 'portico', private_key: createRsaKey() } })
    const { body } = await signing.admin().get<ProjectAdminRead>('/internal/projects/current')
    key = body.config.email_config.dkim?.public_key ?? ''
  })

  test.each<[string, DnsReply, string | null]>([
    ['dkim_good', txt('v=DKIM1; k=rsa; p=KEY'), null],
    ['dkim_good', txt('p=  KEY', 'a verification'), null],
    ['dkim_test', txt('v=DKIM1; t=y; p=KEY'), null],
    ['dkim_other_key', txt('v=DKIM1; p=MIIB'), null],
    ['dkim_revoked', txt('v=DKIM1; p='), null],
    ['dkim_syntax', txt('v=DKIM1; k=rsa'), 'p'],
    ['dkim_several', txt('v=DKIM1; p=KEY', 'v=DKIM1; p=KEY'), null],
    ['dkim_missing', txt('a verification'), null],
    ['dkim_unresolved', SERVFAIL, null],
  ])('has the finding %s: %j', async (code, reply, detail) => {
    const withKey =
      typeof reply === 'object' ? txt(...(reply.txt ?? []).map((text) => text.replace('KEY', key))) : reply

    const isRight = ['dkim_good', 'dkim_unresolved'].includes(code)
    const publish = isRight ? null : { name, value: `v=DKIM1; k=rsa; p=${key}` }
    expect(await find('dkim', { [name]: withKey }, signing)).toMatchObject({ code, name, detail, publish })
  })

  test('makes mails fail DMARC if it fails together with SPF', async () => {
    const names = { '_dmarc.acme.example': txt('v=DMARC1; p=reject') }

    expect(await find('dmarc', names, signing)).toMatchObject({ code: 'dmarc_fails', state: 'wrong' })
    expect(await find('dmarc', { 'acme.example': txt('v=spf1 mx -all') }, signing)).toMatchObject({
      code: 'dmarc_good',
    })
  })
})

describe('DMARC', () => {
  const good = 'v=DMARC1; p=reject'

  test.each<[string, Names, string]>([
    ['dmarc_good', { '_dmarc.acme.example': txt(good) }, '_dmarc.acme.example'],
    ['dmarc_none', { '_dmarc.acme.example': txt('v=DMARC1; p=none; sp=reject') }, '_dmarc.acme.example'],
    ['dmarc_several', { '_dmarc.acme.example': txt(good, good) }, '_dmarc.acme.example'],
    ['dmarc_syntax', { '_dmarc.acme.example': txt('v=DMARC1; p=refuse') }, '_dmarc.acme.example'],
    ['dmarc_missing', { '_dmarc.acme.example': txt('v=spf1 -all') }, '_dmarc.acme.example'],
    ['dmarc_unresolved', { '_dmarc.acme.example': SERVFAIL }, '_dmarc.acme.example'],
  ])('has the finding %s: %j', async (code, names, name) => {
    expect(await find('dmarc', names)).toMatchObject({ code, name })
  })

  test('is that of the organisational domain for a domain without a record, with its policy for subdomains', async () => {
    const below = await portico.createProject()
    await sendAs(below, { sender_email: 'hello@news.acme.example' })
    const record = 'v=DMARC1; p=reject; sp=none'

    expect(await find('dmarc', { '_dmarc.acme.example': txt(record) }, below)).toMatchObject({
      ...{ code: 'dmarc_none', name: '_dmarc.acme.example', record },
      publish: { name: '_dmarc.acme.example', value: 'v=DMARC1; p=reject; sp=quarantine' },
    })
    expect(await find('dmarc', { '_dmarc.acme.example': txt('v=DMARC1; p=reject; psd=y') }, below)).toMatchObject({
      code: 'dmarc_missing',
    })
  })

  test.each([
    ['bounces.acme.example', 'r', 'dmarc_good'],
    ['bounces.acme.example', 's', 'dmarc_unaligned'],
    ['notacme.example', 'r', 'dmarc_unaligned'],
  ])('is judged with bounces at %s and the alignment %s: %s', async (bounceDomain, alignment, code) => {
    const own = await portico.createProject()
    await sendAs(own, { bounce_email: `lost@${bounceDomain}` })
    const names = { '_dmarc.acme.example': txt(`${good}; aspf=${alignment}`), [bounceDomain]: txt('v=spf1 mx -all') }

    expect(await find('dmarc', names, own)).toMatchObject({
      ...{ code, detail: code === 'dmarc_unaligned' ? bounceDomain : null },
    })
    expect(await find('spf', {}, own)).toMatchObject({ code: 'spf_good', name: bounceDomain })
  })
})

describe('a resolver', () => {
  test.each<[string, DnsReply]>([
    ['that does not answer', 'silent'],
    ['that answers garbage', 'garbage'],
    ['that fails', SERVFAIL],
    ['that refuses', REFUSED],
  ])('%s leaves everything unknown', async (_does, reply) => {
    dns.names.set('acme.example', reply).set('_dmarc.acme.example', reply)

    const { body } = await check()

    expect(body.findings.map(({ code }) => code)).toEqual(['spf_unresolved', 'dkim_no_key', 'dmarc_unresolved'])
  })

  test('that answers slowly delays the check only up to its limit, which leaves the record unknown', async () => {
    dns.names.set('acme.example', txt('v=spf1 include:s1.example -all'))
    for (const [name, reply] of Object.entries(chain(8))) dns.names.set(name, { ...reply, afterMillis: 1_000 })

    const { body } = await check()

    expect(body.findings.map(({ code }) => code)).toEqual(['spf_unresolved', 'dkim_no_key', 'dmarc_missing'])
  })

  test('is asked again over TCP if its answer does not fit a packet, and what is shown is bounded', async () => {
    const record = `v=spf1 ${Array.from({ length: 250 }, (_, n) => `ip4:192.0.2.${n}`).join(' ')} -all`
    const others = Array.from({ length: 100 }, (_, n) => `verification-${n}=${'x'.repeat(400)}`)

    const finding = await find('spf', { 'acme.example': txt(...others, record) })

    expect(finding).toMatchObject({ code: 'spf_good', record: `${record.slice(0, 2_000)}…` })
    expect(dns.asked).toContain('tcp acme.example')
  })

  test('shows no control characters of its records', async () => {
    const finding = await find('spf', { 'acme.example': txt('v=spf1 \u0007\u001b[31m\u00e9 -all') })

    expect(finding).toMatchObject({ code: 'spf_syntax', detail: '\uFFFD\uFFFD[31m\uFFFD' })
  })
})

describe('the check', () => {
  test('is refused for a project that sends through the shared server', async () => {
    const shared = await portico.createProject()

    const answer = await check(shared)

    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('shared mail server')])
    expect(dns.asked).toEqual([])
  })

  test.each(['server', 'client'] as const)('is refused for the %s access', async (access) => {
    const answer = await project[access]().get('/internal/sender-domain')

    expect(answer).toMatchObject({ status: 401, body: { code: 'INSUFFICIENT_ACCESS_TYPE' } })
  })

  test.each(['hello@localhost', `hello@${'a'.repeat(63)}.example`])('accepts the sender %s', async (sender_email) => {
    const own = await portico.createProject()
    await sendAs(own, { sender_email })

    expect((await check(own)).body.findings.map(({ state }) => state)).toEqual(['missing', 'unknown', 'missing'])
  })
})
