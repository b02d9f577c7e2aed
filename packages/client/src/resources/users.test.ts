import { describe, expect, test, vi } from 'vitest'

import type { PorticoClientApp } from '../app/client-app.ts'
import { accessToken, knownError, settle, wireUser } from '../../test/surroundings.ts'
import { clock, createApp, createSignedIn, freshToken, signedIn } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { KnownErrors } from '../transport/known-error.ts'

describe('getUser', () => {
  test('returns a frozen object with the names of the SDK', async () => {
    const { app } = await createSignedIn()

    const user = await app.getUser()

    expect(user).toMatchObject({
      displayName: 'Ada',
      primaryEmail: 'ada@example.com',
      primaryEmailVerified: false,
      signedUpAt: new Date(1_750_000_000_000),
      hasPassword: true,
      isMultiFactorRequired: false,
      isRestricted: false,
      restrictedReason: null,
      emailAuthEnabled: true,
    })
    expect(user?.toClientJson()).toEqual(wireUser())
    expect(Object.isFrozen(user)).toBe(true)
  })

  test('returns null or throws without a request if no user is signed in', async () => {
    const { app, sent } = createApp()

    expect(await app.getUser()).toBeNull()
    expect(await app.getUser({ or: 'anonymous-if-exists' })).toBeNull()
    await expect(app.getUser({ or: 'throw' })).rejects.toThrow(
      "User is not signed in but getUser was called with { or: 'throw' }",
    )
    expect(sent).toEqual([])
  })

  test('redirects to the sign-in page and never resolves with or: redirect', async () => {
    const { app, browser } = createApp({}, { at: 'https://app.example/notes' })
    const outcome = vi.fn<(value: unknown) => void>()

    void app.getUser({ or: 'redirect' }).then(outcome, outcome)
    await settle()

    expect(browser.visits).toEqual(['replace https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes'])
    expect(outcome).not.toHaveBeenCalled()
  })

  test('redirects a restricted user to the page for restricted users with or: redirect, and returns it otherwise', async () => {
    const restricted = wireUser({ is_restricted: true, restricted_reason: { type: 'second_factor_required' } })
    const { app, browser } = await createSignedIn({ 'GET /users/me': () => ({ body: restricted }) })
    const outcome = vi.fn<(value: unknown) => void>()

    const returned = await app.getUser()
    void app.getUser({ or: 'redirect' }).then(outcome, outcome)
    await settle()

    expect(returned).toMatchObject({ isRestricted: true })
    expect(browser.visits).toEqual([expect.stringMatching(/^replace https:\/\/app\.example\/handler\/onboarding/)])
    expect(outcome).not.toHaveBeenCalled()
  })

  test.each([
    ['replaces the access token of a restricted session when the restriction has ended', false, 'fresh'],
    ['keeps the access token of a restricted session while it is restricted', true, 'restricted'],
  ])('%s', async (_name, is_restricted, expected) => {
    const expiresAt = clock.now + 600_000
    const tokens = {
      restricted: accessToken({ expiresAt, sessionId: 's', isRestricted: true }),
      fresh: accessToken({ expiresAt, sessionId: 's', serial: 2 }),
    }
    const { app } = await createSignedIn({
      'POST /auth/password/sign-in': () => ({ body: { ...signedIn.body, access_token: tokens.restricted } }),
      'POST /auth/oauth/token': () => ({ body: { access_token: tokens.fresh, refresh_token: 'r2' } }),
      'POST /auth/sessions/current/refresh': () => ({ body: { access_token: tokens.fresh } }),
      'GET /users/me': () => ({ body: wireUser({ is_restricted }) }),
    })

    const user = await app.getUser({ or: 'throw' })

    expect((await user.currentSession.getTokens()).accessToken).toBe(tokens[expected as keyof typeof tokens])
  })

  test('throws with or: redirect and without a redirect method', async () => {
    await expect(createApp({}, { redirectMethod: 'none' }).app.getUser({ or: 'redirect' })).rejects.toThrow(
      /redirectMethod/,
    )
  })

  test.each([
    ['return-null', false],
    ['anonymous', true],
    ['anonymous-if-exists', true],
  ] as const)('returns an anonymous user with or: %s: %j', async (or, isReturned) => {
    const { app } = await createSignedIn({ 'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }) })

    expect((await app.getUser({ or })) !== null).toBe(isReturned)
  })

  test('signs up one anonymous user for concurrent calls', async () => {
    const { app, sent } = createApp({
      'POST /auth/anonymous/sign-up': () => signedIn,
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })

    const users = await Promise.all([app.getUser({ or: 'anonymous' }), app.getUser({ or: 'anonymous' })])

    expect(users.every((user) => user.isAnonymous)).toBe(true)
    expect(sent.filter(({ path }) => path === '/auth/anonymous/sign-up')).toHaveLength(1)
  })

  test('repeats a failed anonymous sign-up', async () => {
    let isDown = true
    const { app } = createApp({
      'POST /auth/anonymous/sign-up': () => (isDown ? { status: 500, body: 'down' } : signedIn),
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })
    await expect(app.getUser({ or: 'anonymous' })).rejects.toThrow('status 500')
    isDown = false

    expect((await app.getUser({ or: 'anonymous' })).isAnonymous).toBe(true)
  })

  test('reads the user of a request and does not change the store of the app', async () => {
    const { app } = createApp()
    const headers = { 'x-stack-auth': JSON.stringify({ accessToken: freshToken, refreshToken: 'r1' }) }

    expect((await app.getUser({ tokenStore: new Request('https://app.example/', { headers }) }))?.displayName).toBe(
      'Ada',
    )
    expect(await app.getUser()).toBeNull()
  })

  test('throws without a token store and recommends one for the call', async () => {
    const app: PorticoClientApp = createApp({}, { tokenStore: null }).app

    await expect(app.getUser()).rejects.toThrow(/Pass a `tokenStore`/)
    await expect(app.getAuthJson()).rejects.toThrow(/Pass a `tokenStore`/)
    await expect(app.signOut()).rejects.toThrow(/Pass a `tokenStore`/)
  })
})

describe('a user object', () => {
  test('sends an update with its wire names and shows it immediately', async () => {
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
  ] as const)('returns from %s the error %s', async (method, code) => {
    const { app } = await createSignedIn({
      'POST /auth/password/update': () => knownError(code),
      'POST /auth/password/set': () => knownError(code),
    })
    const user = await app.getUser({ or: 'throw' })

    const returned = await user[method]({ oldPassword: 'a', newPassword: 'b', password: 'b' })

    expect(returned).toMatchObject({ errorCode: code })
  })

  test('returns undefined after a password change and fetches the user again', async () => {
    const { app, sent } = await createSignedIn({ 'POST /auth/password/update': () => ({ body: { success: true } }) })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.updatePassword({ oldPassword: 'a', newPassword: 'b' })).toBeUndefined()
    expect(sent.slice(-2).map(({ path }) => path)).toEqual(['/auth/password/update', '/users/me'])
  })

  test('reports a successful password change even if the user cannot be fetched again', async () => {
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

  test('sends a verification mail, or returns EMAIL_ALREADY_VERIFIED', async () => {
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

  test('cancels the announced removal of the second factor, and fetches the user again also if none is announced any more', async () => {
    const takesEffectAt = 1_800_000_100_000
    let isAnnounced = true
    const { app, sent } = await createSignedIn({
      'GET /users/me': () => ({ body: wireUser({ factor_reset_at_millis: isAnnounced ? takesEffectAt : null }) }),
      'DELETE /users/me/factor-reset': () => {
        if (!isAnnounced) return { status: 404, body: 'none' }
        isAnnounced = false
        return { body: { success: true } }
      },
    })
    const user = await app.getUser({ or: 'throw' })
    const calls = [
      ['DELETE', '/users/me/factor-reset'],
      ['GET', '/users/me'],
    ]

    await user.cancelFactorReset()
    expect(sent.slice(-2).map(({ method, path }) => [method, path])).toEqual(calls)
    expect([user.factorResetAt, (await app.getUser())?.factorResetAt]).toEqual([new Date(takesEffectAt), null])
    await expect(user.cancelFactorReset()).rejects.toMatchObject({ statusCode: 404 })

    expect(sent.slice(-2).map(({ method, path }) => [method, path])).toEqual(calls)
  })

  test('lists, adds, changes and removes addresses, and fetches the user again after each change', async () => {
    const read = { user_id: 'u', id: 'c/1', type: 'email', is_primary: false, is_verified: true, used_for_auth: true }
    const channel = { ...read, value: 'second@example.com' }
    const success = (): { body: object } => ({ body: { success: true } })
    const { app, sent } = await createSignedIn({
      'GET /contact-channels?user_id=me': () => ({ body: { items: [channel] } }),
      'POST /contact-channels': () => ({ status: 201, body: { ...channel, is_claimed: false } }),
      'PATCH /contact-channels/me/c%2F1': () => ({ body: channel }),
      'DELETE /contact-channels/me/c%2F1': success,
      'POST /contact-channels/me/c%2F1/send-verification-code': success,
    })
    const user = await app.getUser({ or: 'throw' })
    const changes = (): unknown[] => sent.slice(-2).map(({ body, method, path }) => [method, path, body])
    const refresh = ['GET', '/users/me', undefined]

    const [listed] = await user.listContactChannels()
    const { value, type, usedForAuth } = { ...channel, type: 'email' as const, usedForAuth: true }
    const created = await user.createContactChannel({ value, type, usedForAuth })
    expect(changes()).toEqual([
      ['POST', '/contact-channels', { user_id: 'me', type, value, used_for_auth: true }],
      refresh,
    ])
    await listed?.update({ isPrimary: true, totpCode: '123456' })
    expect(changes()).toEqual([
      ['PATCH', '/contact-channels/me/c%2F1', { is_primary: true, totp_code: '123456' }],
      refresh,
    ])
    await created.sendVerificationEmail()
    expect(sent.at(-1)?.body).toEqual({ callback_url: 'https://app.example/handler/email-verification' })
    await created.delete()

    expect(changes()).toEqual([['DELETE', '/contact-channels/me/c%2F1', undefined], refresh])
    expect(listed).toMatchObject({ id: 'c/1', value, type, isPrimary: false, isVerified: true, usedForAuth: true })
    // The list comes from a service that does not know the field.
    expect([listed?.isClaimed, created.isClaimed]).toEqual([true, false])
  })

  test('lists sessions with dates and revokes one', async () => {
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

  test('revokes all other sessions and ignores one that has already ended', async () => {
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

  test('signs the user out after the deletion of the account', async () => {
    const { app } = await createSignedIn({ 'DELETE /users/me': () => ({ body: { success: true } }) })

    await (await app.getUser({ or: 'throw' })).delete()

    expect(await app.getUser()).toBeNull()
  })

  test('returns headers with both tokens for the own backend', async () => {
    const { app } = await createSignedIn()
    const expected = { 'x-stack-auth': JSON.stringify({ accessToken: freshToken, refreshToken: 'r1' }) }

    expect(await app.getAuthHeaders()).toEqual(expected)
    expect(await (await app.getUser({ or: 'throw' })).getAuthHeaders()).toEqual(expected)
    expect(await app.getAccessToken()).toBe(freshToken)
    expect(await app.getRefreshToken()).toBe('r1')
    const user = await app.getUser({ or: 'throw' })
    expect([await user.getAccessToken(), await user.getRefreshToken()]).toEqual([freshToken, 'r1'])
  })

  test('returns an Authorization header that an app with the same session reads', async () => {
    const { app } = await createSignedIn()

    const header = await app.getAuthorizationHeader()

    const request = new Request('https://api.example/', { headers: { authorization: header ?? '' } })
    expect(await (await app.getUser({ or: 'throw' })).getAuthorizationHeader()).toBe(header)
    expect(await app.getAuthJson({ tokenStore: request })).toEqual(await app.getAuthJson())
    await app.signOut()
    expect(await app.getAuthorizationHeader()).toBeNull()
  })
})
