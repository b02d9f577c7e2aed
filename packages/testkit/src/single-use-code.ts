import { describe, expect, test } from 'vitest'

import type { Answer } from './http-client.ts'
import type { TestPortico } from './testkit.ts'

/** One flow that mails a code. Each test gets a service and an address of its own. */
export interface SingleUseCodeFlow {
  start: () => Promise<{
    portico: TestPortico
    email: string
    use: (code: string) => Promise<Answer>
    check: (code: string) => Promise<Answer>
  }>
  lifetimeMillis: number
}

const CODE_MAX_ATTEMPTS = 5

/** What every flow with a mailed code promises; a flow's own test file says how to send and how to use. */
export function describeSingleUseCode(flow: string, { start, lifetimeMillis }: SingleUseCodeFlow): void {
  describe(`${flow}: a code`, () => {
    test('given a code from the mail, when it is used, then it works', async () => {
      const { portico, email, use } = await start()

      const answer = await use(await portico.mailbox.latestCode(email))

      expect(answer.status).toBe(200)
    })

    test('given a code that was used, when it is used again, then answers VERIFICATION_CODE_ALREADY_USED', async () => {
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

    test('given one code, when it is used four times at the same moment, then exactly one succeeds', async () => {
      const { portico, email, use } = await start()
      const code = await portico.mailbox.latestCode(email)

      const answers = await Promise.all([use(code), use(code), use(code), use(code)])

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'VERIFICATION_CODE_ALREADY_USED')).toHaveLength(3)
    })

    test('given a code nobody was sent, when it is used, then answers VERIFICATION_CODE_NOT_FOUND', async () => {
      const { use } = await start()

      const answer = await use('0'.repeat(45))

      expect(answer).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    })

    test('given text that is no code, when it is used, then answers SCHEMA_ERROR', async () => {
      const { use } = await start()

      const answer = await use('short')

      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    })

    test('given a code past its lifetime, when it is used, then answers VERIFICATION_CODE_EXPIRED', async () => {
      const { portico, email, use } = await start()
      const code = await portico.mailbox.latestCode(email)
      portico.clock.advance(lifetimeMillis + 1_000)

      const answer = await use(code)

      expect(answer).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
    })

    test('given a code, when it is checked, then it is good and stays good', async () => {
      const { portico, email, use, check } = await start()
      const code = await portico.mailbox.latestCode(email)

      const checked = await check(code)
      const used = await use(code)

      expect(checked).toMatchObject({ status: 200, body: { is_code_valid: true } })
      expect(used.status).toBe(200)
    })

    test('given a code tried to its limit, when it is used, then answers VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', async () => {
      const { portico, email, use, check } = await start()
      const code = await portico.mailbox.latestCode(email)
      for (let attempt = 0; attempt < CODE_MAX_ATTEMPTS; attempt += 1) await check(code)

      const answer = await use(code)

      expect(answer).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' } })
    })
  })
}
