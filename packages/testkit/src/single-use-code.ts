import { describe, expect, test } from 'vitest'

import type { Answer } from './http-client.ts'
import type { TestPortico } from './testkit.ts'

/** A flow that mails a code. `start` runs before each test and returns a new service and address. */
export interface SingleUseCodeFlow {
  start: () => Promise<{
    portico: TestPortico
    email: string
    use: (code: string) => Promise<Answer>
    check: (code: string) => Promise<Answer>
  }>
  lifetimeMillis: number
  /** Default: 5. */
  maxAttempts?: number
}

const CODE_MAX_ATTEMPTS = 5

/** Tests the guarantees that all flows with a mailed code share. The flow's test file supplies sending and using. */
export function describeSingleUseCode(
  flow: string,
  { start, lifetimeMillis, maxAttempts = CODE_MAX_ATTEMPTS }: SingleUseCodeFlow,
): void {
  describe(`${flow}: a code`, () => {
    test('works once', async () => {
      const { portico, email, use } = await start()

      const answer = await use(await portico.mailbox.latestCode(email))

      expect(answer.status).toBe(200)
    })

    test('answers VERIFICATION_CODE_ALREADY_USED to a second use', async () => {
      const { portico, email, use } = await start()
      const code = await portico.mailbox.latestCode(email)
      await use(code)

      const again = await use(code)

      expect(again).toMatchObject({ status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
    })

    test('answers VERIFICATION_CODE_ALREADY_USED to a check after its use', async () => {
      const { portico, email, use, check } = await start()
      const code = await portico.mailbox.latestCode(email)
      await use(code)

      const checked = await check(code)

      expect(checked).toMatchObject({ status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
    })

    test('succeeds exactly once in four concurrent uses', async () => {
      const { portico, email, use } = await start()
      const code = await portico.mailbox.latestCode(email)

      const answers = await Promise.all([use(code), use(code), use(code), use(code)])

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'VERIFICATION_CODE_ALREADY_USED')).toHaveLength(3)
    })

    test('answers VERIFICATION_CODE_NOT_FOUND if it was never sent', async () => {
      const { use } = await start()

      const answer = await use('0'.repeat(45))

      expect(answer).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    })

    test('answers SCHEMA_ERROR if it is malformed', async () => {
      const { use } = await start()

      const answer = await use('short')

      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    })

    test('answers VERIFICATION_CODE_EXPIRED after its lifetime', async () => {
      const { portico, email, use } = await start()
      const code = await portico.mailbox.latestCode(email)
      portico.clock.advance(lifetimeMillis + 1_000)

      const answer = await use(code)

      expect(answer).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
    })

    test('stays valid after a check', async () => {
      const { portico, email, use, check } = await start()
      const code = await portico.mailbox.latestCode(email)

      const checked = await check(code)
      const used = await use(code)

      expect(checked).toMatchObject({ status: 200, body: { is_code_valid: true } })
      expect(used.status).toBe(200)
    })

    test(`answers VERIFICATION_CODE_MAX_ATTEMPTS_REACHED after ${maxAttempts} attempts`, async () => {
      const { portico, email, use, check } = await start()
      const code = await portico.mailbox.latestCode(email)
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) await check(code)

      const answer = await use(code)

      expect(answer).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' } })
    })
  })
}
