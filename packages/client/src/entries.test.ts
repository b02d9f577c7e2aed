import { describe, expect, expectTypeOf, test } from 'vitest'

import { baseUrl, createSurroundings } from '../test/surroundings.ts'
import { createApp } from '../test/test-app.ts'
import { createProject, listOwnedProjects } from './admin.ts'
import { PorticoClientApp } from './client-app.ts'
import { porticoAppInternalsSymbol } from './internals.ts'
import type { PorticoClientAppOptions } from './options.ts'
import {
  StackClientApp,
  stackAppInternalsSymbol,
  type StackClientAppConstructor,
  type StackClientAppConstructorOptions,
} from './stack.ts'

describe('other entries', () => {
  test('given the names of the original SDK, when imported, then they are the same things', () => {
    expect(StackClientApp).toBe(PorticoClientApp)
    expect(stackAppInternalsSymbol).toBe(porticoAppInternalsSymbol)
    expectTypeOf(StackClientApp).toEqualTypeOf<StackClientAppConstructor>()
    expectTypeOf<StackClientAppConstructorOptions>().toEqualTypeOf<PorticoClientAppOptions>()
  })

  test('given an app of the internal project, when projects are listed and made, then as its user', async () => {
    const { ports, sent } = createSurroundings(({ method }) => ({
      body: method === 'GET' ? { items: [{ id: 'p' }] } : { id: 'q' },
    }))
    const app = new PorticoClientApp(
      { tokenStore: 'memory', projectId: 'internal', publishableClientKey: 'k', baseUrl },
      ports,
    )

    expect(await listOwnedProjects(app)).toEqual([{ id: 'p' }])
    expect(await createProject(app, { display_name: 'New' })).toEqual({ id: 'q' })
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/internal/projects', undefined],
      ['POST', '/internal/projects', { display_name: 'New' }],
    ])
  })

  test('given an app of another project, when its owned projects are asked for, then throws', async () => {
    await expect(listOwnedProjects(createApp().app as never)).rejects.toThrow(/"internal"/)
  })
})
