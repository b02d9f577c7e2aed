import { createHmac, randomBytes } from 'node:crypto'

import { describe, expect, expectTypeOf, test } from 'vitest'

import { verifyWebhook, type RawWebhookRequest, type WebhookEvent, type WebhookRefusal } from './verify-webhook.ts'

const secret = `whsec_${randomBytes(24).toString('base64')}`
const otherSecret = `whsec_${randomBytes(24).toString('base64')}`
const now = new Date('2027-01-15T08:00:00.900Z')
const seconds = Math.floor(now.getTime() / 1_000)
const body = '{"type":"team.deleted","timestamp":"2027-01-15T08:00:00.000Z","data":{"id":"Zoë"}}'
const event = { id: 'msg', ...(JSON.parse(body) as object) }

function sign({
  at = seconds,
  by = secret,
  text = body,
}: { at?: number | string; by?: string; text?: string | Buffer } = {}): string {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`msg.${at}.`).update(text).digest('base64')}`
}

function headersOf(changes: Record<string, string> = {}, family = 'webhook'): Record<string, string> {
  const values = { id: 'msg', timestamp: String(seconds), signature: sign(), ...changes }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${family}-${name}`, value]))
}

async function verify(
  request: Request | RawWebhookRequest,
  secrets: string | readonly string[] = secret,
): Promise<WebhookEvent | WebhookRefusal | null> {
  let refusal: WebhookRefusal | null = null
  const found = await verifyWebhook(request, secrets, { now, onRefused: (reason) => (refusal = reason) })
  return found ?? refusal
}

describe('a webhook', () => {
  test.each<[string, Request | RawWebhookRequest]>([
    ['a web-standard request', new Request('https://a.example', { method: 'POST', headers: headersOf(), body })],
    ['headers and text', { headers: headersOf(), body }],
    ['headers and bytes, as Express has them', { headers: headersOf(), body: Buffer.from(body) }],
    ['Headers and an array buffer', { headers: new Headers(headersOf()), body: new TextEncoder().encode(body).buffer }],
    [
      'names in another case',
      { headers: { 'Webhook-Id': 'msg', 'Webhook-Timestamp': String(seconds), 'Webhook-Signature': sign() }, body },
    ],
    ['the headers of Svix', { headers: headersOf({}, 'svix'), body }],
    ['both families of headers', { headers: { ...headersOf(), ...headersOf({}, 'svix') }, body }],
    ['a rotated secret', { headers: headersOf({ signature: `${sign({ by: otherSecret })} ${sign()}` }), body }],
    ['a signature of another version', { headers: headersOf({ signature: `v1a,abc ${sign()}` }), body }],
  ])('with %s is accepted', async (_case, request) => {
    expect(await verify(request)).toEqual(event)
  })

  test('is accepted with one of several secrets, and with a newline after the secret', async () => {
    expect(await verify({ headers: headersOf(), body }, [otherSecret, `${secret}\n`])).toEqual(event)
  })

  test.each<[WebhookRefusal, string, Record<string, string>, string]>([
    ['missing', 'without headers', {}, body],
    ['missing', 'without a signature', headersOf({ signature: '' }), body],
    ['malformed', 'with a time that is not a number', headersOf({ timestamp: '1e9' }), body],
    [
      'expired',
      'older than five minutes',
      headersOf({ timestamp: `${seconds - 301}`, signature: sign({ at: seconds - 301 }) }),
      body,
    ],
    [
      'not-yet-valid',
      'of the future',
      headersOf({ timestamp: `${seconds + 301}`, signature: sign({ at: seconds + 301 }) }),
      body,
    ],
    ['wrong-signature', 'with another body', headersOf(), `${body} `],
    ['wrong-signature', 'with another id', headersOf({ id: 'other' }), body],
    ['wrong-signature', 'with a signature for another time', headersOf({ signature: sign({ at: seconds - 1 }) }), body],
    ['wrong-signature', 'signed with another secret', headersOf({ signature: sign({ by: otherSecret }) }), body],
    ['wrong-signature', 'with a signature of no version', headersOf({ signature: sign().slice(3) }), body],
    ['wrong-signature', 'with a part of the signature', headersOf({ signature: sign().slice(0, -1) }), body],
    ['malformed', 'that is not an event', headersOf({ signature: sign({ text: '[]' }) }), '[]'],
    ['malformed', 'that is not JSON', headersOf({ signature: sign({ text: '{' }) }), '{'],
  ])('is refused as %s: %s', async (reason, _case, headers, text) => {
    expect(await verify({ headers, body: text })).toBe(reason)
  })

  test('is compared by its bytes', async () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)])
    const headers = headersOf({ signature: sign({ text: bytes }) })

    // As text, the body would lose the byte order mark, and the signature would not match.
    expect(await verify(new Request('https://a.example', { method: 'POST', headers, body: bytes }))).toEqual(event)
    expect(await verify({ headers: headersOf(), body: bytes })).toBe('wrong-signature')
  })

  test('of the example of the standard has the right signature', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const reasons: WebhookRefusal[] = []
    const options = {
      now: new Date(1_614_265_330_000),
      onRefused: (reason: WebhookRefusal) => void reasons.push(reason),
    }

    for (const text of ['{"test": 2432232314}', '{"test": 2432232315}']) {
      await verifyWebhook({ headers, body: text }, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', options)
    }

    // The first one has a valid signature, but no type.
    expect(reasons).toEqual(['malformed', 'wrong-signature'])
  })

  test('can be as old as the tolerance', async () => {
    const request = { headers: headersOf(), body }
    const later = new Date(now.getTime() + 3_600_000)

    expect(await verifyWebhook(request, secret, { now: later, toleranceSeconds: 3_600 })).toEqual(event)
    expect(await verifyWebhook(request, secret, { now: later, toleranceSeconds: 3_599 })).toBeNull()
    await expect(verifyWebhook(request, secret, { toleranceSeconds: Number.NaN })).rejects.toThrow('a tolerance')
  })

  test('has data of its type', () => {
    type Deleted = Extract<WebhookEvent, { type: 'user.deleted' }>
    expectTypeOf<Deleted['data']>().toEqualTypeOf<{ id: string; teams: { id: string }[] }>()
    expectTypeOf<Extract<WebhookEvent, { type: 'user.created' }>['data']['primary_email']>().toEqualTypeOf<
      string | null
    >()
  })
})

describe('a mistake in the code of the host', () => {
  const request = { headers: headersOf(), body }
  const read = new Request('https://a.example', { method: 'POST', headers: headersOf(), body })

  test.each<[string, () => Promise<unknown>]>([
    ['is missing', () => verifyWebhook(request, undefined)],
    ['is missing', () => verifyWebhook(request, '')],
    ['is not valid', () => verifyWebhook(request, 'whsec_short')],
    ['is not valid', () => verifyWebhook(request, [secret, 'not base64!'])],
    ['at least one secret', () => verifyWebhook(request, [])],
    ['express.raw', () => verifyWebhook({ headers: headersOf(), body: JSON.parse(body) as string }, secret, { now })],
    [
      'already read',
      async () => {
        await read.text()
        return verifyWebhook(read, secret, { now })
      },
    ],
  ])('throws a sentence with "%s"', async (sentence, call) => {
    await expect(call()).rejects.toThrow(sentence)
  })
})
