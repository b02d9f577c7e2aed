import { describe, expect, test, vi } from 'vitest'

import type { PorticoClientApp } from '../client-app.ts'

import { knownError, settle, wireUser } from '../../test/surroundings.ts'
import { createApp, createSignedIn, freshToken, signedIn } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../internals.ts'
import { KnownErrors } from '../transport/known-error.ts'

describe('the current user', () => {
  test('given a signed-in user, when read, then it has the names of the SDK and is frozen', async () => {
    const { app } = await createSignedIn()

    const user = await app.getUser()

    expect(user).toMatchObject({
      displayName: 'Ada',
      primaryEmail: 'ada@example.com',
      primaryEmailVerified: false,
      signedUpAt: new Date(1_750_000_000_000),
      hasPassword: true,
      isMultiFactorRequired: false,
      emailAuthEnabled: true,
    })
    expect(user?.toClientJson()).toEqual(wireUser())
    expect(Object.isFrozen(user)).toBe(true)
  })

  test('given nobody, when read, then says what was asked for, without a request', async () => {
    const { app, sent } = createApp()

    expect(await app.getUser()).toBeNull()
    expect(await app.getUser({ or: 'anonymous-if-exists' })).toBeNull()
    await expect(app.getUser({ or: 'throw' })).rejects.toThrow(
      "User is not signed in but getUser was called with { or: 'throw' }",
    )
    expect(sent).toEqual([])
  })

  test('given nobody and or: redirect, when read, then leads to sign-in and never resolves', async () => {
    const { app, browser } = createApp({}, { at: 'https://app.example/notes' })
    const outcome = vi.fn<(value: unknown) => void>()

    void app.getUser({ or: 'redirect' }).then(outcome, outcome)
    await settle()

    expect(browser.visits).toEqual(['replace https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes'])
    expect(outcome).not.toHaveBeenCalled()
  })

  test('given no redirect method and or: redirect, when read, then throws', async () => {
    await expect(createApp({}, { redirectMethod: 'none' }).app.getUser({ or: 'redirect' })).rejects.toThrow(
      /redirectMethod/,
    )
  })

  test.each([
    ['return-null', false],
    ['anonymous', true],
    ['anonymous-if-exists', true],
  ] as const)('given an anonymous user and or: %s, when read, then counts as somebody: %j', async (or, counts) => {
    const { app } = await createSignedIn({ 'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }) })

    expect((await app.getUser({ or })) !== null).toBe(counts)
  })

  test('given nobody and or: anonymous, when read twice at once, then signs up once', async () => {
    const { app, sent } = createApp({
      'POST /auth/anonymous/sign-up': () => signedIn,
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })

    const users = await Promise.all([app.getUser({ or: 'anonymous' }), app.getUser({ or: 'anonymous' })])

    expect(users.every((user) => user.isAnonymous)).toBe(true)
    expect(sent.filter(({ path }) => path === '/auth/anonymous/sign-up')).toHaveLength(1)
  })

  test('given a failed anonymous sign-up, when read again, then tries again', async () => {
    let isDown = true
    const { app } = createApp({
      'POST /auth/anonymous/sign-up': () => (isDown ? { status: 500, body: 'down' } : signedIn),
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })
    await expect(app.getUser({ or: 'anonymous' })).rejects.toThrow('status 500')
    isDown = false

    expect((await app.getUser({ or: 'anonymous' })).isAnonymous).toBe(true)
  })

  test('given a request as token store, when read, then its user is, and the own store is left alone', async () => {
    const { app } = createApp()
    const headers = { 'x-stack-auth': JSON.stringify({ accessToken: freshToken, refreshToken: 'r1' }) }

    expect((await app.getUser({ tokenStore: new Request('https://app.example/', { headers }) }))?.displayName).toBe(
      'Ada',
    )
    expect(await app.getUser()).toBeNull()
  })

  test('given no token store, when read without one, then says what to do', async () => {
    const app: PorticoClientApp = createApp({}, { tokenStore: null }).app

    await expect(app.getUser()).rejects.toThrow(/Pass a `tokenStore`/)
    await expect(app.getAuthJson()).rejects.toThrow(/Pass a `tokenStore`/)
    await expect(app.signOut()).rejects.toThrow(/Pass a `tokenStore`/)
  })
})

describe('what a user can do', () => {
  test('given changes, when updated, then they are sent in the spelling of the wire and shown at once', async () => {
    const { app, sent } = await createSignedIn({
      'PATCH /users/me': ({ body }) => ({ body: wireUser(body as Record<string, unknown>) }),
    })
    const resource = app[porticoAppInternalsSymbol].userResource()
    const listener = vi.fn<() => void>()
    resource.subscribe(listener)
    const user = await app.getUser({ or: 'throw' })

    await user.update({
      displayName: 'Ada L.',
      totpMultiFactorSecret: Uint8Array.of(1, 2, 255),
      totpCode: '123456',
      profileImageUrl: null,
    })

    expect(sent.at(-1)?.body).toEqual({
      display_name: 'Ada L.',
      totp_secret_base64: 'AQL/',
      totp_code: '123456',
      profile_image_url: null,
    })
    expect(resource.read()?.displayName).toBe('Ada L.')
    expect(user.displayName).toBe('Ada')
    expect(listener).toHaveBeenCalled()
  })

  test.each([
    ['updatePassword', 'PASSWORD_CONFIRMATION_MISMATCH'],
    ['updatePassword', 'PASSWORD_TOO_SHORT'],
    ['setPassword', 'PASSWORD_REQUIREMENTS_NOT_MET'],
  ] as const)('given %s is refused with %s, when called, then it is returned', async (method, code) => {
    const { app } = await createSignedIn({
      'POST /auth/password/update': () => knownError(code),
      'POST /auth/password/set': () => knownError(code),
    })
    const user = await app.getUser({ or: 'throw' })

    const returned = await user[method]({ oldPassword: 'a', newPassword: 'b', password: 'b' })

    expect(returned).toMatchObject({ errorCode: code })
  })

  test('given a password change, when it worked, then returns nothing and the user is read again', async () => {
    const { app, sent } = await createSignedIn({ 'POST /auth/password/update': () => ({ body: { success: true } }) })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.updatePassword({ oldPassword: 'a', newPassword: 'b' })).toBeUndefined()
    expect(sent.slice(-2).map(({ path }) => path)).toEqual(['/auth/password/update', '/users/me'])
  })

  test('given a password change that worked, when the user cannot be read again, then it still counts as done', async () => {
    let isDown = false
    const { app } = await createSignedIn({
      'GET /users/me': () => (isDown ? { status: 500, body: 'down' } : { body: wireUser() }),
      'POST /auth/password/update': () => {
        isDown = true
        return { body: { success: true } }
      },
    })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.updatePassword({ oldPassword: 'a', newPassword: 'b' })).toBeUndefined()
  })

  test('given an unverified address, when a mail is asked for, then it is sent, or the error is returned', async () => {
    let isVerified = false
    const { app, sent } = await createSignedIn({
      'POST /contact-channels/send-verification-code': () =>
        isVerified ? knownError('EMAIL_ALREADY_VERIFIED', 409) : { body: { success: true } },
    })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.sendVerificationEmail()).toBeUndefined()
    expect(sent.at(-1)?.body).toEqual({
      email: 'ada@example.com',
      callback_url: 'https://app.example/handler/email-verification',
    })
    isVerified = true
    expect(KnownErrors.EmailAlreadyVerified.isInstance(await user.sendVerificationEmail())).toBe(true)
  })

  test('given sessions, when listed, then they have dates, and one can be revoked', async () => {
    const { app, sent } = await createSignedIn({
      'GET /auth/sessions?user_id=me': () => ({
        body: {
          items: [
            {
              id: 'a/b',
              user_id: 'u',
              created_at: 1_000,
              is_impersonation: false,
              is_current_session: true,
              user_agent: 'Firefox',
              last_used_at_end_user_ip_info: { ip: '192.0.2.7', cityName: 'Turin' },
            },
          ],
        },
      }),
      'DELETE /auth/sessions/a%2Fb?user_id=me': () => ({ body: { success: true } }),
    })
    const user = await app.getUser({ or: 'throw' })

    const sessions = await user.getActiveSessions()
    await user.revokeSession('a/b')

    expect(sessions).toEqual([
      {
        id: 'a/b',
        userId: 'u',
        createdAt: new Date(1_000),
        lastUsedAt: undefined,
        isImpersonation: false,
        isCurrentSession: true,
        userAgent: 'Firefox',
        geoInfo: { ip: '192.0.2.7', cityName: 'Turin' },
      },
    ])
    expect(sent.at(-1)?.method).toBe('DELETE')
  })

  test('given other sessions, when all of them are ended, then the current one stays and one that is gone is no error', async () => {
    const session = { user_id: 'u', created_at: 1_000, is_impersonation: false, is_current_session: false }
    const { app, sent } = await createSignedIn({
      'GET /auth/sessions?user_id=me': () => ({
        body: {
          items: [
            { ...session, id: 'a' },
            { ...session, id: 'b', is_current_session: true },
            { ...session, id: 'c' },
          ],
        },
      }),
      'DELETE /auth/sessions/a?user_id=me': () => ({ status: 404, body: 'gone' }),
      'DELETE /auth/sessions/c?user_id=me': () => ({ body: { success: true } }),
    })

    await (await app.getUser({ or: 'throw' })).revokeOtherSessions()

    expect(sent.slice(-2).map(({ path }) => path)).toEqual([
      '/auth/sessions/a?user_id=me',
      '/auth/sessions/c?user_id=me',
    ])
  })

  test('given a deletion, when it worked, then nobody is signed in', async () => {
    const { app } = await createSignedIn({ 'DELETE /users/me': () => ({ body: { success: true } }) })

    await (await app.getUser({ or: 'throw' })).delete()

    expect(await app.getUser()).toBeNull()
  })

  test('given a session, when headers for the own backend are asked for, then they hold both tokens', async () => {
    const { app } = await createSignedIn()
    const expected = { 'x-stack-auth': JSON.stringify({ accessToken: freshToken, refreshToken: 'r1' }) }

    expect(await app.getAuthHeaders()).toEqual(expected)
    expect(await (await app.getUser({ or: 'throw' })).getAuthHeaders()).toEqual(expected)
    expect(await app.getAccessToken()).toBe(freshToken)
    expect(await app.getRefreshToken()).toBe('r1')
  })
})
