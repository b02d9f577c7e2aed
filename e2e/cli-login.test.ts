import { beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import { expectVisible, heading } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

interface Terminal {
  readonly path: string
  readonly poll: () => Promise<{ status: string }>
}

async function startLogin(): Promise<Terminal> {
  const http = demo.project.client()
  const { body } = await http.post<{ polling_code: string; login_code: string }>('/auth/cli', {})
  return {
    path: `/handler/cli-auth-confirm?login_code=${body.login_code}`,
    poll: async () => {
      const polled = await http.post<{ status: string }>('/auth/cli/poll', {
        polling_code: body.polling_code,
      })
      return polled.body
    },
  }
}

// `codes-in-addresses.test.ts` tests a confirmation.
describe('the confirmation page of a CLI login', () => {
  test('has nothing to confirm after a refusal', async () => {
    const reader = await demo.project.signUp()
    const cli = await startLogin()
    const visitor = await demo.visitorAs(reader)
    visitor.expectProblem(/status of 400/)
    const page = await visitor.open(cli.path)

    await page.getByRole('button', { name: 'Refuse' }).click()
    await heading(page, 'Refused').waitFor()
    await page.reload()

    await expectVisible(heading(page, 'Nothing to confirm'))
    expect(await cli.poll()).toEqual({ status: 'refused' })
  })
})
