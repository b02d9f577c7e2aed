import { expect, test } from 'vitest'

import { findAppOrigin } from './app-origin.ts'

test('the origin of the app is the newest one that the project trusts and that a key of the project came from', () => {
  const backend = { origin: null, isOriginTrusted: null, isVerified: true }
  const foreign = { origin: 'https://evil.example', isOriginTrusted: false, isVerified: true }
  const withoutKey = { origin: 'http://localhost:666', isOriginTrusted: true, isVerified: false }
  const app = { origin: 'http://localhost:5173', isOriginTrusted: true, isVerified: true }
  const former = { origin: 'http://localhost:3000', isOriginTrusted: true, isVerified: true }

  expect(findAppOrigin([backend, foreign, withoutKey, app, former])).toBe('http://localhost:5173')
  expect(findAppOrigin([backend, foreign, withoutKey])).toBeNull()
})
