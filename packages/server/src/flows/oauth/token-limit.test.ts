import { createTestPortico } from '@portico/testkit'
import { expect, onTestFinished, test } from 'vitest'

test('refused refresh grants count as refreshes, so they do not block sign-in by code', async () => {
  const portico = await createTestPortico({
    settings: { PORTICO_RATE_LIMITS: JSON.stringify({ useCode: { perAddress: [3, 60] } }) },
  })
  onTestFinished(() => portico.close())
  const project = await portico.createProject({ config: { magic_link_enabled: true } })
  const grant = { grant_type: 'refresh_token', refresh_token: 'old', client_id: project.id, client_secret: 'revoked' }

  for (let call = 1; call <= 5; call += 1) await portico.anonymous().post('/auth/oauth/token', grant)
  const answer = await project.client().post('/auth/otp/sign-in', { code: 'x'.repeat(45) })

  expect(answer.status).not.toBe(429)
})

test('calls for the token of a connected account are limited for each user, on all paths together', async () => {
  const portico = await createTestPortico({
    settings: { PORTICO_RATE_LIMITS: JSON.stringify({ readProviderToken: { perUser: [2, 60] } }) },
  })
  onTestFinished(() => portico.close())
  const project = await portico.createProject()
  const [user, other] = [project.client(await project.signUp()), project.client(await project.signUp())]
  const paths = [
    '/connected-accounts/me/github/access-token',
    '/connected-accounts/me/github/1/access-token',
    '/auth/oauth/connected-accounts/github/access-token',
  ]

  const statuses: number[] = []
  for (const path of paths) statuses.push((await user.post(path, {})).status)

  expect(statuses).toEqual([400, 400, 429])
  expect((await other.post(paths[0] ?? '', {})).status).toBe(400)
})
