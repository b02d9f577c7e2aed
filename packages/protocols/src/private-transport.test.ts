import { expect, test } from 'vitest'

import { hasPrivateTransport } from './private-transport.ts'

test.each([
  'https://auth.example',
  'http://localhost:4100',
  'http://127.0.0.1:4100/',
  'http://127.1',
  'http://[::1]:4100',
])('what is sent to %s stays private', (url) => {
  expect(hasPrivateTransport(new URL(url))).toBe(true)
})

test.each([
  'http://auth.example',
  'http://10.0.0.1',
  'http://127.0.0.1.auth.example',
  'http://localhost.auth.example',
  'http://app.localhost',
  'ftp://localhost',
  'file:///127.0.0.1',
])('what is sent to %s can be read', (url) => {
  expect(hasPrivateTransport(new URL(url))).toBe(false)
})
