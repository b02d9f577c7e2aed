import { describe, expect, expectTypeOf, test } from 'vitest'

import { baseUrl, createSurroundings, projectId, TestBrowser } from '../test/surroundings.ts'
import * as client from './client.ts'
import { PorticoClientApp } from './app/client-app.ts'
import { porticoAppInternalsSymbol } from './app/internals.ts'
import type { PorticoClientAppOptions } from './app/options.ts'
import * as stack from './stack.ts'
import {
  StackClientApp,
  stackAppInternalsSymbol,
  type StackClientAppConstructor,
  type StackClientAppConstructorOptions,
} from './stack.ts'

const options = { tokenStore: 'memory', projectId, publishableClientKey: 'k', baseUrl } as const

describe('other entries', () => {
  test('the stack entry exports the client under the names of the original SDK', () => {
    expect(new StackClientApp({ ...options }, createSurroundings(() => ({})).ports)).toBeInstanceOf(PorticoClientApp)
    expect(stackAppInternalsSymbol).toBe(porticoAppInternalsSymbol)
    expectTypeOf(StackClientApp).toEqualTypeOf<StackClientAppConstructor>()
    expectTypeOf<StackClientApp>().toExtend<PorticoClientApp>()
    expectTypeOf<PorticoClientAppOptions>().toExtend<StackClientAppConstructorOptions>()
  })

  test.each(['Client', 'Server', 'Admin'])('the %s app has the name of the newest official clients too', (kind) => {
    expect(Reflect.get(stack, `Hexclave${kind}App`)).toBe(Reflect.get(stack, `Stack${kind}App`))
  })

  test.each(Object.keys(client).filter((name) => !/portico/i.test(name)))(
    '%s has the same name in the stack entry',
    (name) => {
      expect(Reflect.get(stack, name)).toBe(Reflect.get(client, name))
    },
  )

  test.each([
    [PorticoClientApp, undefined, null],
    [PorticoClientApp, true, 'former'],
    [StackClientApp, undefined, 'former'],
    [StackClientApp, false, null],
  ])('%o with the option %j reads %j from a former cookie on HTTPS', async (App, readUnprefixedCookies, expected) => {
    const browser = new TestBrowser('https://app.example/')
    browser.document.cookie = `stack-refresh-${projectId}=former`
    const { ports, sent } = createSurroundings(() => ({ body: { access_token: 'access' } }), { browser })
    const given = {
      ...options,
      tokenStore: 'cookie',
      ...(readUnprefixedCookies !== undefined && { readUnprefixedCookies }),
    } as const
    const app = App === PorticoClientApp ? new PorticoClientApp(given, ports) : new StackClientApp(given, ports)

    await app.getRefreshToken()

    expect(sent.map(({ body }) => (body as { refresh_token: string }).refresh_token)).toEqual(
      expected ? [expected] : [],
    )
  })
})
