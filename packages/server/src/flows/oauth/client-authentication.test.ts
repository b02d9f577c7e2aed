import { expect, test } from 'vitest'

import { basicAuthentication, selectClientAuthentication } from './client-authentication.ts'

async function authorizationOf(clientId: string, clientSecret: string): Promise<string> {
  const headers = new Headers()
  await basicAuthentication(clientSecret)(
    { issuer: 'https://a.example' },
    { client_id: clientId },
    new URLSearchParams(),
    headers,
  )
  return atob(headers.get('authorization')?.replace('Basic ', '') ?? '')
}

test('Basic authentication sends characters that decoding keeps as they are', async () => {
  expect(await authorizationOf('1234-abc.apps.example', 'S-a_b.c~d!*/=')).toBe('1234-abc.apps.example:S-a_b.c~d!*/=')
})

test.each(['a:b', 'a b', '50%', 'a+b&c', 'schlüssel'])(
  'Basic authentication encodes the id and secret "%s"',
  async (text) => {
    const [id = '', secret = ''] = (await authorizationOf(text, text)).split(':')

    expect([id, secret].map((part) => new URLSearchParams(`v=${part}`).get('v'))).toEqual([text, text])
  },
)

const plain = { clientId: 'an-id', clientSecret: 'a-secret' }
const ambiguous = { clientId: 'an-id', clientSecret: 'a+secret' }
test.each([
  [null, plain, 'basic'],
  [[], plain, 'basic'],
  [['client_secret_basic'], ambiguous, 'basic'],
  [['client_secret_post'], plain, 'post'],
  [['client_secret_post', 'client_secret_basic'], plain, 'basic'],
  [['client_secret_post', 'client_secret_basic'], ambiguous, 'post'],
  [['private_key_jwt'], plain, 'basic'],
])('a provider that supports %j gets the credentials %o by %s', (supported, credentials, method) => {
  expect(selectClientAuthentication(supported, credentials)).toBe(method)
})
