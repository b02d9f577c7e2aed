import { expect, test } from 'vitest'

import { Failure } from './failure.ts'
import { requireSafeUrl } from './http-url.ts'

test.each(['https://auth.example', 'http://localhost:4100', 'http://127.0.0.1:4100/', 'http://[::1]:4100'])(
  'secret keys can go to %s',
  (url) => {
    expect(() => requireSafeUrl(url, '--api-url')).not.toThrow()
  },
)

test.each([
  'http://auth.example',
  'http://127.0.0.1.auth.example',
  'http://localhost.auth.example',
  'ftp://localhost',
  '',
])('no secret key goes to %j', (url) => {
  expect(() => requireSafeUrl(url, '--api-url')).toThrow(Failure)
})
