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
