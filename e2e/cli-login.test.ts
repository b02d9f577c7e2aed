import { TEST_PASSWORD } from '@portico/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import { expectVisible, heading, sendSignIn } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

interface Terminal {
  readonly path: string
  readonly poll: () => Promise<{ status: string; refresh_token?: string }>
}

/** Starts a CLI login. */
async function startLogin(): Promise<Terminal> {
  const http = demo.project.client()
  const { body } = await http.post<{ polling_code: string; login_code: string }>('/auth/cli', {})
  return {
    path: `/handler/cli-auth-confirm?login_code=${body.login_code}`,
    poll: async () => {
      const polled = await http.post<{ status: string; refresh_token?: string }>('/auth/cli/poll', {
        polling_code: body.polling_code,
      })
      return polled.body
    },
  }
}

describe('the confirmation page of a CLI login', () => {
  test('requires sign-in and a confirmation, and then the terminal receives its session', async () => {
    const reader = await demo.project.signUp()
    const cli = await startLogin()
    const visitor = await demo.visitor()
    const page = await visitor.open(cli.path)

    await sendSignIn(page, { email: reader.email, password: TEST_PASSWORD })
    await heading(page, 'Allow the command line to sign in as you?').waitFor()
    const before = await cli.poll()
    await page.getByRole('button', { name: 'Allow' }).click()
    await heading(page, 'You can go back to the command line').waitFor()

    expect(before.status).toBe('waiting')
    expect(await cli.poll()).toMatchObject({ status: 'success', refresh_token: expect.any(String) })
  })

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
