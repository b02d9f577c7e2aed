import { describe, expect, test } from 'vitest'

import { baseUrl, createSurroundings, projectId } from '../../test/surroundings.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { StackAdminApp, StackClientApp, StackServerApp, stackAppInternalsSymbol as internals } from '../stack.ts'

const options = { tokenStore: 'memory', projectId, publishableClientKey: 'pck_key', baseUrl } as const
const { ports } = createSurroundings(() => ({}))

describe('an app with `inheritsFrom`', () => {
  test('has the options of the other app where its own are undefined', () => {
    const page = new StackClientApp({ ...options, urls: { home: '/start' }, readUnprefixedCookies: false }, ports)

    const server = new StackServerApp(
      { inheritsFrom: page, secretServerKey: 'ssk', publishableClientKey: undefined },
      ports,
    )
    const admin = new StackAdminApp({ inheritsFrom: server, superSecretAdminKey: 'sak', tokenStore: null }, ports)

    expect([server.projectId, admin.projectId]).toEqual([projectId, projectId])
    expect([server.urls.afterSignIn, admin.urls.afterSignIn]).toEqual(['/start', '/start'])
    expect(server[internals].toClientJson()).toMatchObject({ tokenStore: 'memory', readUnprefixedCookies: false })
    expect(admin[internals].toClientJson()).toMatchObject({ tokenStore: null })
  })

  test('has an identifier of its own', () => {
    const json = new StackClientApp(options, ports)[internals].toClientJson()
    const rebuilt = new StackClientApp(json, ports)

    const other = new StackClientApp({ inheritsFrom: rebuilt, urls: { home: '/other' } }, ports)

    expect(other[internals].toClientJson().uniqueIdentifier).not.toBe(json.uniqueIdentifier)
  })

  test('takes no options from a server or admin app if it is a client app, because they would reach the page', () => {
    const server = new StackServerApp({ ...options, secretServerKey: 'ssk' }, ports)
    const admin = new StackAdminApp({ inheritsFrom: server, superSecretAdminKey: 'sak' }, ports)

    for (const app of [server, admin]) {
      // @ts-expect-error The type refuses it too.
      expect(() => new StackClientApp({ inheritsFrom: app }, ports)).toThrow(/must not reach a page/)
    }
  })

  test('refuses an app whose options it cannot know', () => {
    const app = new PorticoClientApp(options, ports)

    expect(() => new StackClientApp({ inheritsFrom: app }, ports)).toThrow(/`\/stack` entry/)
  })
})
