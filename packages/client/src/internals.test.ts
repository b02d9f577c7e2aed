import { describe, expect, test } from 'vitest'

import { baseUrl, createSurroundings, projectId, wireUser } from '../test/surroundings.ts'
import { ada, createApp, createSignedIn, signedIn } from '../test/test-app.ts'
import { PorticoClientApp } from './client-app.ts'
import { porticoAppInternalsSymbol } from './internals.ts'

describe('what React uses', () => {
  test('given a subscriber, when somebody signs in and out, then it follows', async () => {
    const { app } = createApp()
    const resource = app[porticoAppInternalsSymbol].userResource()
    const seen: (string | null | undefined)[] = []
    const note = () => {
      const snapshot = resource.getSnapshot()
      const name = snapshot.status === 'ok' ? (snapshot.data?.displayName ?? null) : undefined
      if (seen.length === 0 || seen.at(-1) !== name) seen.push(name)
    }
    resource.subscribe(note)
    note()

    await app.signInWithCredential({ ...ada, noRedirect: true })
    await resource.load()
    await app.signOut()

    expect(seen).toEqual([null, undefined, 'Ada', null])
    expect(app[porticoAppInternalsSymbol].userResource()).toBe(resource)
  })

  test('given sign-ins without a redirect, when asked where they lead, then says it for the latest one', async () => {
    const { app } = createApp()
    const internals = app[porticoAppInternalsSymbol]

    await app.signUpWithCredential({ ...ada, noRedirect: true })
    const afterSignUp = internals.latestSignIn()
    await app.signInWithCredential({ ...ada, noRedirect: true })

    expect(afterSignUp.page).toBe('afterSignUp')
    expect(internals.latestSignIn().page).toBe('afterSignIn')
  })

  test('knows what the latest sign-in by code has removed from the account', async () => {
    const removed = [{ type: 'provider', provider_id: 'github' }]
    const { app } = createApp({
      'POST /auth/otp/sign-in': () => ({
        body: { ...signedIn.body, is_new_user: false, removed_sign_in_methods: removed },
      }),
    })

    await app.signInWithMagicLink('0'.repeat(45), { noRedirect: true })

    expect(app[porticoAppInternalsSymbol].latestSignIn()).toEqual({ page: 'afterSignIn', removed })
  })

  test('given a seeded user and cookies, when rendered, then it is there at once, on the server snapshot too', async () => {
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

  test('given a seeded user but no tokens, when rendered, then only the first render shows the seed', () => {
    const internals = createApp().app[porticoAppInternalsSymbol]

    internals.seedUser(wireUser() as never)

    expect(internals.userResource().getServerSnapshot()).toMatchObject({ status: 'ok', data: { displayName: 'Ada' } })
    expect(internals.userResource().getSnapshot()).toEqual({ status: 'ok', data: null })
  })

  test('given a server with the cookie store, when seeded, then the server snapshot shows it', () => {
    const { ports } = createSurroundings(() => ({}))
    const app = new PorticoClientApp({ tokenStore: 'cookie', projectId, publishableClientKey: 'k', baseUrl }, ports)
    const internals = app[porticoAppInternalsSymbol]
    expect(internals.userResource().getServerSnapshot()).toEqual({ status: 'pending' })

    internals.seedUser(null)

    expect(internals.userResource().getServerSnapshot()).toEqual({ status: 'ok', data: null })
  })

  test('given a project, when read, then it has the names of the SDK, with or without the newer list of domains', async () => {
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
