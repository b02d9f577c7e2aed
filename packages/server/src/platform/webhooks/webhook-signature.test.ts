import { describe, expect, test } from 'vitest'

import { createWebhookSecret, isWebhookSecret, webhookHeaders } from './webhook-signature.ts'

describe('the headers of a signed message', () => {
  test('are those of the published library standardwebhooks for the same message', () => {
    const headers = webhookHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    })

    expect(headers).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
    for (const name of ['id', 'timestamp', 'signature']) {
      expect(headers[`svix-${name}`]).toBe(headers[`webhook-${name}`])
    }
  })
})

describe('a secret', () => {
  test('is new every time and valid', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()]

    expect(secrets.map(isWebhookSecret)).toEqual([true, true])
    expect(new Set(secrets).size).toBe(2)
  })

  test.each([
    ['', false],
    ['whsec_', false],
    [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
    [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
    [`whsec_${Buffer.alloc(64).toString('base64')}`, true],
    [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
    [Buffer.alloc(24).toString('base64'), false],
    [`whsec_${Buffer.alloc(25).toString('base64').replaceAll('=', '')}`, false],
    [`whsec_${'ä'.repeat(32)}`, false],
  ])('is %j: %s', (text, isValid) => {
    expect(isWebhookSecret(text)).toBe(isValid)
  })
})
