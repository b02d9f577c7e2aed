import { describe, expect, test } from 'vitest'

import { describeTokenStore } from '../../test/describe-token-store.ts'
import { createSurroundings, projectId } from '../../test/surroundings.ts'
import { partsOfExpoApp } from './expo-app-options.ts'
import { ExpoDevice } from './expo-device.ts'
import type { ExpoModules } from './expo-modules.ts'
import { SecureEntry } from './secure-entry.ts'
import { SecureTokenStore } from './secure-token-store.ts'

/** A phone whose storage records the accessibility classes of its entries. */
function createPhone() {
  const entries = new Map<string, string>()
  const classes = new Set<number | undefined>()
  const modules: ExpoModules = {
    SecureStore: {
      AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 1,
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value, options) => {
        classes.add(options?.keychainAccessible)
        entries.set(key, value)
      },
      deleteItemAsync: async (key) => void entries.delete(key),
    },
    WebBrowser: { openAuthSessionAsync: async () => ({ type: 'cancel' }) },
    Crypto: { getRandomBytes: (count) => new Uint8Array(count), digest: async () => new ArrayBuffer(32) },
  }
  return { entries, classes, modules, entry: new SecureEntry(modules.SecureStore, 'entry') }
}

describeTokenStore('secure storage', (initial) => {
  const store = new SecureTokenStore(createPhone().entry, () => {})
  store.write(initial)
  return store
})

describe('secure storage', () => {
  test('keeps the refresh token alone, on this device', () => {
    const { entry, entries, classes } = createPhone()

    new SecureTokenStore(entry, () => {}).write({ accessToken: 'access', refreshToken: 'refresh' })

    expect([...entries]).toEqual([['entry', 'refresh']])
    expect([...classes]).toEqual([1])
    expect(new SecureTokenStore(entry, () => {}).read()).toEqual({ accessToken: null, refreshToken: 'refresh' })
  })

  test('gives a started sign-in to its own state, once', () => {
    const { entry, modules } = createPhone()
    const device = new ExpoDevice({ modules, redirectUrl: 'https://app.example/', entry, now: () => 0 })
    const started = { state: 'state', codeVerifier: 'verifier', isLink: true }
    device.keepSignIn(started)

    expect(['', 'other', 'state', 'state'].map((state) => device.takeSignIn(state))).toEqual([
      null,
      null,
      started,
      null,
    ])
  })
})

test('the requests of an app send text and no cookies', async () => {
  const sent: RequestInit[] = []
  const { ports } = createSurroundings(() => ({}))
  const fetch = async (_url: string, init: RequestInit) => {
    sent.push(init)
    return new Response()
  }
  const app = partsOfExpoApp({ projectId, modules: createPhone().modules }, { ...ports, fetch })

  await app.ports.fetch('https://api.example', { headers: { accept: 'a' }, body: new URLSearchParams({ a: 'ä' }) })

  const type = 'application/x-www-form-urlencoded;charset=UTF-8'
  expect(sent).toEqual([{ headers: { accept: 'a', 'content-type': type }, body: 'a=%C3%A4', credentials: 'omit' }])
})
