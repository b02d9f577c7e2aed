import { describe, expect, test } from 'vitest'

import { baseUrl, createSurroundings, projectId, wireUser } from '../../test/surroundings.ts'
import { ada, createApp, createSignedIn, signedIn } from '../../test/test-app.ts'
import { PorticoClientApp } from './client-app.ts'
import { porticoAppInternalsSymbol } from './internals.ts'

describe('the app internals', () => {
  test('the user resource follows sign-in and sign-out', async () => {
    const { app } = createApp()
    const resource = app[porticoAppInternalsSymbol].userResource()
    const seen: (string | null | undefined)[] = []
    const record = () => {
      const snapshot = resource.getSnapshot()
      const name = snapshot.status === 'ok' ? (snapshot.data?.displayName ?? null) : undefined
      if (seen.length === 0 || seen.at(-1) !== name) seen.push(name)
    }
    resource.subscribe(record)
    record()

    await app.signInWithCredential({ ...ada, noRedirect: true })
    await resource.load()
    await app.signOut()

    expect(seen).toEqual([null, undefined, 'Ada', null])
    expect(app[porticoAppInternalsSymbol].userResource()).toBe(resource)
  })

  test('latestSignIn returns the page of the latest sign-in without a redirect', async () => {
    const { app } = createApp()
    const internals = app[porticoAppInternalsSymbol]

    await app.signUpWithCredential({ ...ada, noRedirect: true })
    const afterSignUp = internals.latestSignIn()
    await app.signInWithCredential({ ...ada, noRedirect: true })

    expect(afterSignUp.page).toBe('afterSignUp')
    expect(internals.latestSignIn().page).toBe('afterSignIn')
  })

  test('latestSignIn returns the sign-in methods that a sign-in by code removed', async () => {
    const removed = [{ type: 'provider', provider_id: 'github' }]
    const { app } = createApp({
      'POST /auth/otp/sign-in': () => ({
        body: { ...signedIn.body, is_new_user: false, removed_sign_in_methods: removed },
      }),
    })

    await app.signInWithMagicLink('0'.repeat(45), { noRedirect: true })

    expect(app[porticoAppInternalsSymbol].latestSignIn()).toEqual({ page: 'afterSignIn', removed })
  })

  test('a seeded user is available at once and in the server snapshot', async () => {
    const { app, sent } = await createSignedIn()
    const internals = app[porticoAppInternalsSymbol]

    internals.seedUser(wireUser({ display_name: 'Seeded' }) as never)

    expect(internals.userResource().read()?.displayName).toBe('Seeded')
    expect(internals.userResource().getServerSnapshot()).toMatchObject({
      status: 'ok',
      data: { displayName: 'Seeded' },
    })
    expect(sent).toHaveLength(1)
  })

  test('a seeded user without tokens appears only in the server snapshot', () => {
    const internals = createApp().app[porticoAppInternalsSymbol]

    internals.seedUser(wireUser() as never)

    expect(internals.userResource().getServerSnapshot()).toMatchObject({ status: 'ok', data: { displayName: 'Ada' } })
    expect(internals.userResource().getSnapshot()).toEqual({ status: 'ok', data: null })
  })

  test('a seeded user appears in the server snapshot of an app with the cookie store on a server', () => {
    const { ports } = createSurroundings(() => ({}))
    const app = new PorticoClientApp({ tokenStore: 'cookie', projectId, publishableClientKey: 'k', baseUrl }, ports)
    const internals = app[porticoAppInternalsSymbol]
    expect(internals.userResource().getServerSnapshot()).toEqual({ status: 'pending' })

    internals.seedUser(null)

    expect(internals.userResource().getServerSnapshot()).toEqual({ status: 'ok', data: null })
  })

  test('getProject returns an empty list of domains if the service sends none', async () => {
    const config = { sign_up_enabled: true, credential_enabled: true, enabled_oauth_providers: [{ id: 'github' }] }
    const { app } = createApp({
      'GET /projects/current': () => ({ body: { id: projectId, display_name: 'Notes', config } }),
    })

    expect(await app.getProject()).toMatchObject({
      id: projectId,
      displayName: 'Notes',
      config: { signUpEnabled: true, credentialEnabled: true, oauthProviders: [{ id: 'github' }], domains: [] },
    })
  })
})
