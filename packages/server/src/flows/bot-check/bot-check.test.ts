import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  BOT_PUZZLE_MAX_NUMBERS,
  BOT_PUZZLE_MIN_NUMBERS,
  rateLimitDefaults,
  type BotChallengeRead,
} from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { entriesOf } from '../../../test/audit-entries.ts'
import { Housekeeping } from '../../delivery/housekeeping.ts'
import { statement } from '../../kernel/statement.ts'
import { createLog } from '../../platform/log/log.ts'

const SETTINGS = '/internal/projects/current'
const HOUR_MILLIS = 3_600_000
const callback_url = 'http://localhost:3000/handler'

/** The answer of Turnstile, and the requests to it. */
let verdict: { readonly status: number; readonly text: string } = { status: 200, text: '' }
const questions: string[] = []
const turnstile = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    questions.push(body)
    response.writeHead(verdict.status).end(verdict.text)
  })
})

let portico: TestPortico
let project: TestProject
const logLines: string[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => turnstile.listen(0, '127.0.0.1', resolve))
  const { port } = turnstile.address() as AddressInfo
  portico = await createTestPortico({
    onLog: (line) => void logLines.push(line),
    settings: {
      PORTICO_RATE_LIMITS: 'on',
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
      PORTICO_TURNSTILE_URL: `http://127.0.0.1:${port}/siteverify`,
    },
  })
  project = await portico.createProject({
    config: { anonymous_enabled: true, magic_link_enabled: true, bot_check: { type: 'proof_of_work' } },
  })
})

afterAll(async () => {
  await portico.close()
  turnstile.close()
})

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
/** Tests of refused calls use other addresses, which keeps the puzzles of this one cheap. */
const HOME = '198.51.100.1'

async function readPuzzle(act: string, address = HOME, of = project): Promise<BotChallengeRead> {
  return (await of.client().get<BotChallengeRead>(`/auth/challenge?for=${act}`, from(address))).body
}

function solve({ maxnumber, ...puzzle }: BotChallengeRead): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    const digest = createHash('sha256').update(`${puzzle.salt}${number}`).digest('hex')
    if (digest === puzzle.challenge) return encode({ ...puzzle, number })
  }
  throw new Error('The puzzle has no solution.')
}

function encode(solution: object): string {
  return Buffer.from(JSON.stringify(solution)).toString('base64')
}

function decode(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token, 'base64').toString()) as Record<string, unknown>
}

function signUp(token?: string, address = HOME, of = project): Promise<Answer> {
  const fields = token === undefined ? {} : { bot_challenge_token: token }
  return of
    .client()
    .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD, ...fields }, from(address))
}

const failed = { status: 400, body: { code: 'BOT_CHALLENGE_FAILED' } }

describe('a proof of work', () => {
  testOfBothEngines.each<[string, string, object]>([
    ['sign_up', '/auth/password/sign-up', { password: TEST_PASSWORD }],
    ['sign_up', '/auth/anonymous/sign-up', {}],
    ['sign_in', '/auth/password/sign-in', { password: TEST_PASSWORD }],
    ['send_code', '/auth/otp/send-sign-in-code', { callback_url }],
    ['reset_password', '/auth/password/send-reset-code', { callback_url }],
  ])('is required for the act %s at %s, and its solution is accepted', async (act, path, body) => {
    const email = someEmail()
    if (act === 'sign_in') await project.server().post('/auth/password/sign-up', { email, ...body })

    const without = await project.client().post(path, { email, ...body }, from(HOME))
    const bot_challenge_token = solve(await readPuzzle(act))
    const solved = await project.client().post(path, { email, ...body, bot_challenge_token }, from(HOME))

    expect(without).toMatchObject({
      status: 409,
      body: { code: 'BOT_CHALLENGE_REQUIRED', details: { type: 'proof_of_work', act } },
    })
    expect(solved.status).toBe(200)
  })

  test('is not required of servers, and of no caller in another project', async () => {
    const other = await portico.createProject()
    const body = { email: someEmail(), password: TEST_PASSWORD }

    expect((await project.server().post('/auth/password/sign-up', body)).status).toBe(200)
    expect((await signUp(undefined, HOME, other)).status).toBe(200)
  })

  test('has solutions for one project, act and client address', async () => {
    const other = await portico.createProject({ config: { bot_check: { type: 'proof_of_work' } } })

    expect(await signUp(solve(await readPuzzle('sign_in')))).toMatchObject(failed)
    expect(await signUp(solve(await readPuzzle('sign_up', '198.51.100.9')))).toMatchObject(failed)
    expect(await signUp(solve(await readPuzzle('sign_up', HOME, other)))).toMatchObject(failed)
  })

  testOfBothEngines('has solutions that are valid once, also for calls at the same time', async () => {
    const token = solve(await readPuzzle('sign_up'))

    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(token)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
  })

  testOfBothEngines(
    'has solutions that are valid for five minutes, and the used ones are deleted an hour later',
    async () => {
      const [used, late] = [solve(await readPuzzle('sign_up')), solve(await readPuzzle('sign_up'))]
      const housekeeping = new Housekeeping({
        clock: portico.clock,
        db: portico.serviceDatabase,
        log: createLog('silent'),
        settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
      })
      const count = async (): Promise<number> => {
        await housekeeping.sweep()
        const { rows } = await portico.database.db.run(
          statement<object>`select 1 as one from used_bot_challenges where project_id = ${project.id}`,
        )
        return rows.length
      }

      portico.clock.advance(295_000)
      expect((await signUp(used)).status).toBe(200)
      expect(await count()).toBeGreaterThan(0)
      portico.clock.advance(10_000)
      expect(await signUp(late)).toMatchObject(failed)
      // A node whose clock is behind must still refuse the solution.
      portico.clock.advance(HOUR_MILLIS - 60_000)
      expect(await count()).toBeGreaterThan(0)
      portico.clock.advance(60_000)
      expect(await count()).toBe(0)
    },
  )

  test.each([
    [
      'another number',
      (solution: Record<string, unknown>) => ({ ...solution, number: Number(solution['number']) + 1 }),
    ],
    ['a later time', (solution: Record<string, unknown>) => ({ ...solution, salt: extended(solution['salt']) })],
    ['another signature', (solution: Record<string, unknown>) => ({ ...solution, signature: 'ab'.repeat(32) })],
    ['no signature', (solution: Record<string, unknown>) => ({ ...solution, signature: '' })],
    ['no members', () => ({})],
  ])('refuses a solution with %s', async (_what, change) => {
    const token = solve(await readPuzzle('sign_up'))

    expect(await signUp(encode(change(decode(token))))).toMatchObject(failed)
    expect((await signUp(token)).status).toBe(200)
  })

  test.each(['no base64!', 'e30', 'bnVsbA==', 'W10='])('refuses the token %j', async (token) => {
    expect(await signUp(token)).toMatchObject(failed)
  })

  test('is refused if a browser could not solve it', async () => {
    const answer = await project.client().post(
      '/auth/password/sign-up',
      {
        email: someEmail(),
        password: TEST_PASSWORD,
        bot_challenge_unavailable: 'true',
      },
      from(HOME),
    )

    expect(answer).toMatchObject(failed)
  })

  test('costs more with each refused call of the address, until an hour has passed', async () => {
    const address = '198.51.100.77'
    const maximum = async (of = address): Promise<number> => (await readPuzzle('sign_in', of)).maxnumber
    const before = await maximum()
    for (let index = 0; index < 3; index += 1) {
      const bot_challenge_token = solve(await readPuzzle('sign_in', address))
      const body = { email: someEmail(), password: 'a wrong password', bot_challenge_token }
      await project.client().post('/auth/password/sign-in', body, from(address))
    }
    const afterThree = await maximum()
    for (let index = 0; index < 20; index += 1) await signUp('no solution', address)
    const [afterMany, ofOthers] = [await maximum(), await maximum('198.51.100.78')]
    portico.clock.advance(HOUR_MILLIS + 1_000)

    expect(before).toBe(BOT_PUZZLE_MIN_NUMBERS)
    expect(afterThree).toBe(BOT_PUZZLE_MIN_NUMBERS + ((BOT_PUZZLE_MAX_NUMBERS - BOT_PUZZLE_MIN_NUMBERS) * 3) / 20)
    expect([afterMany, ofOthers]).toEqual([BOT_PUZZLE_MAX_NUMBERS, BOT_PUZZLE_MIN_NUMBERS])
    expect(await maximum()).toBe(BOT_PUZZLE_MIN_NUMBERS)
  })

  test('answers a refused call with its error if the call cannot be counted', async () => {
    const { db } = portico.database
    onTestFinished(() => db.transaction((tx) => tx.script('drop function refuse_counter cascade')))
    await db.transaction((tx) =>
      tx.script(`
        create function refuse_counter() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
        create trigger refuse_counter before insert or update on rate_limits for each row
          when (new.key like 'botCheckedFailure:%') execute function refuse_counter();`),
    )
    logLines.length = 0

    expect(await signUp('no solution', '198.51.100.33')).toMatchObject(failed)
    expect(logLines.join('')).toContain('could not be counted')
  })

  test('leaves one audit entry per address and minute for failures, and none for calls without a solution', async () => {
    const address = '198.51.100.55'

    const entries = await entriesOf(portico, project.id, async () => {
      await signUp(undefined, address)
      await signUp('no solution', address)
      await signUp('no solution', address)
    })

    expect(entries.map(({ action, outcome, reason, targetId }) => ({ action, outcome, reason, targetId }))).toEqual([
      {
        action: 'bot_check.refused',
        outcome: 'refused',
        reason: 'BOT_CHALLENGE_FAILED',
        targetId: 'POST /auth/password/sign-up',
      },
    ])
  })

  test('without a right solution, a call counts for its client address, and uses up no limit of the mailbox', async () => {
    const email = someEmail()
    const { perAddress } = rateLimitDefaults.sendMail
    const send = (bot_challenge_token: string, address: string): Promise<Answer> =>
      project.client().post('/auth/otp/send-sign-in-code', { email, callback_url, bot_challenge_token }, from(address))

    const refused: number[] = []
    for (let index = 0; index <= perAddress.calls; index += 1) {
      refused.push((await send('no solution', '198.51.100.22')).status)
    }

    expect(refused).toEqual([...Array.from({ length: perAddress.calls }, () => 400), 429])
    expect((await send(solve(await readPuzzle('send_code')), HOME)).status).toBe(200)
  })

  test('keeps a refused sign-in from counting as a wrong password', async () => {
    const address = '198.51.100.44'
    const email = someEmail()
    await project.server().post('/auth/password/sign-up', { email, password: TEST_PASSWORD })
    const signIn = (token: string): Promise<Answer> =>
      project
        .client()
        .post('/auth/password/sign-in', { email, password: TEST_PASSWORD, bot_challenge_token: token }, from(address))

    for (let index = 0; index < 7; index += 1) await signIn('no solution')
    await portico.service.idle()

    expect((await signIn(solve(await readPuzzle('sign_in', address)))).status).toBe(200)
  })
})

function extended(salt: unknown): string {
  return String(salt).replace(/expires=(\d+)/, (_all, seconds) => `expires=${Number(seconds) + 600}`)
}

describe('Turnstile', () => {
  const solvedFor = (action?: string) => ({ status: 200, text: JSON.stringify({ success: true, action }) })
  const keys = { type: 'turnstile', site_key: 'site key', secret_key: 'the secret key' } as const
  let shop: TestProject

  beforeAll(async () => {
    shop = await portico.createProject({ config: { bot_check: keys } })
  })

  test('is asked about the token, and the caller learns the site key first', async () => {
    verdict = solvedFor('sign_up')
    questions.length = 0

    const without = await signUp(undefined, HOME, shop)
    const solved = await signUp('a token', HOME, shop)

    expect(without.body).toMatchObject({
      code: 'BOT_CHALLENGE_REQUIRED',
      details: { type: 'turnstile', act: 'sign_up', site_key: 'site key' },
    })
    expect(solved.status).toBe(200)
    expect(questions.map((text) => Object.fromEntries(new URLSearchParams(text)))).toEqual([
      { secret: 'the secret key', response: 'a token', remoteip: HOME },
    ])
  })

  test.each([
    ['refuses', { status: 200, text: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }, 'failed or expired'],
    [
      'refuses the keys',
      { status: 200, text: '{"success":false,"error-codes":["invalid-input-secret"]}' },
      'try again',
    ],
    ['names another act', solvedFor('sign_in'), 'failed or expired'],
    ['names no act', solvedFor(), 'failed or expired'],
    ['fails', { status: 503, text: '' }, 'could not check'],
    ['answers something else', { status: 200, text: '<html>' }, 'could not check'],
  ])('is an error for the caller if it %s', async (_what, answer, words) => {
    verdict = answer

    expect(await signUp('a token', HOME, shop)).toMatchObject({
      ...failed,
      text: expect.stringContaining(words),
    })
  })

  test('has a secret key that only the call which sets it shows, and a mask keeps it', async () => {
    const set = await shop.admin().patch(SETTINGS, { config: { bot_check: keys } })
    const read = await shop.admin().get<{ config: { bot_check: typeof keys } }>(SETTINGS)
    const { rows } = await portico.database.db.run(
      statement<{ config: string }>`select config::text as config from projects where id = ${shop.id}`,
    )
    const masked = { ...read.body.config.bot_check, site_key: 'another site key' }
    const kept = await shop.admin().patch(SETTINGS, { config: { bot_check: masked } })
    const plain = await (await portico.createProject()).admin().patch(SETTINGS, { config: { bot_check: masked } })
    verdict = solvedFor('sign_up')
    questions.length = 0
    await signUp('a token', HOME, shop)

    expect(set.text).toContain('the secret key')
    expect(read.text).not.toContain('the secret key')
    expect(rows[0]?.config).not.toContain('the secret key')
    expect([kept.status, plain.status]).toEqual([200, 400])
    expect(questions[0]).toContain('secret=the+secret+key')
  })
})
