import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

describe('owned projects', () => {
  test('belong only to the user of "internal" who creates them and are listed in order', async () => {
    const ada = await signUpOwner(portico)
    const bob = await signUpOwner(portico)
    const http = portico.internal({ accessToken: ada.access_token })

    const first = await http.post<{ id: string }>('/internal/projects', { display_name: 'First' })
    const second = await http.post<{ id: string }>('/internal/projects', {
      display_name: 'Second',
      description: 'The other one',
      config: { magic_link_enabled: true, domains: [{ domain: 'https://app.example', handler_path: '/handler' }] },
    })

    expect(first.status).toBe(201)
    expect(second.body).toMatchObject({
      description: 'The other one',
      user_count: 0,
      is_production_mode: false,
      config: {
        magic_link_enabled: true,
        sign_up_enabled: true,
        credential_enabled: true,
        allow_localhost: true,
        oauth_account_merge_strategy: 'link_method',
        domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
        email_config: { type: 'shared' },
        team_creator_default_permissions: [{ id: 'team_admin' }],
      },
    })
    const listed = await http.get<{ items: { id: string }[]; is_paginated: boolean }>('/internal/projects')
    expect(listed.body.items.map(({ id }) => id)).toEqual([first.body.id, second.body.id])
    expect(listed.body).toMatchObject({ is_paginated: false })
    const others = await portico.internal({ accessToken: bob.access_token }).get<{ items: [] }>('/internal/projects')
    expect(others.body.items).toEqual([])
  })

  test('are all listed after concurrent creation', async () => {
    const { access_token: accessToken } = await signUpOwner(portico)
    const http = portico.internal({ accessToken })

    await Promise.all(
      Array.from({ length: 10 }, (_, index) => http.post('/internal/projects', { display_name: `P${index}` })),
    )

    expect((await http.get<{ items: unknown[] }>('/internal/projects')).body.items).toHaveLength(10)
  })

  test('cannot be listed or created by an anonymous user of "internal"', async () => {
    const { access_token: accessToken, user_id: userId } = await signUpOwner(portico)
    await portico.database.db.run(statement`
      update users set is_anonymous = true where project_id = 'internal' and id = ${userId}`)
    const http = portico.internal({ accessToken })

    for (const answer of [
      await http.get('/internal/projects'),
      await http.post('/internal/projects', { display_name: 'Refused' }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'USER_AUTHENTICATION_REQUIRED' } })
    }
  })

  test('cannot be listed without a user or in another project', async () => {
    const user = await project.signUp()

    expect(await portico.internal().get('/internal/projects')).toMatchObject({
      status: 401,
      body: { code: 'USER_AUTHENTICATION_REQUIRED' },
    })
    expect(await project.client(user).get('/internal/projects')).toMatchObject({
      status: 401,
      body: { code: 'EXPECTED_INTERNAL_PROJECT' },
    })
  })
})

describe('settings', () => {
  test('change at once for all readers, and settings that are not in the update stay', async () => {
    const mine = await portico.createProject({ displayName: 'Before' })

    const answer = await mine.admin().patch('/internal/projects/current', {
      display_name: 'After',
      description: null,
      is_production_mode: true,
      config: { sign_up_enabled: false, passkey_enabled: true, client_user_deletion_enabled: true },
    })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        display_name: 'After',
        description: '',
        is_production_mode: true,
        config: { sign_up_enabled: false, passkey_enabled: true, credential_enabled: true, allow_localhost: true },
      },
    })
    expect((await mine.client().get('/projects/current')).body).toMatchObject({
      display_name: 'After',
      config: { sign_up_enabled: false, passkey_enabled: true },
    })
  })

  test('show a secret only in the answer that writes it, mask it later and keep it when the mask is written back', async () => {
    const mine = await portico.createProject()
    const config = {
      oauth_providers: [
        { id: 'github', type: 'standard', client_id: 'id', client_secret: 'a provider secret' },
        { id: 'google', type: 'shared' },
      ],
      email_config: {
        type: 'standard',
        host: 'smtp.example.com',
        port: 587,
        username: 'mailer',
        password: 'a mail password',
        sender_name: 'Ada',
        sender_email: 'ada@example.com',
      },
    }

    const written = await mine.admin().patch('/internal/projects/current', { config })
    const read = await mine.admin().get<{ config: typeof config }>('/internal/projects/current')
    const sentBack = await mine.admin().patch('/internal/projects/current', {
      config: {
        oauth_providers: read.body.config.oauth_providers.map(({ id, type, ...rest }) =>
          type === 'standard' ? { id, type, client_id: 'other id', client_secret: rest.client_secret } : { id, type },
        ),
      },
    })

    expect(written.text).toContain('a provider secret')
    expect(read.text).not.toContain('a provider secret')
    expect(read.text).not.toContain('a mail password')
    expect(sentBack.status).toBe(200)
    const { rows } = await portico.database.db.run(statement<{ config: string }>`
      select config::text as config from projects where id = ${mine.id}`)
    expect(rows[0]?.config).not.toContain('a provider secret')
    expect(rows[0]?.config).not.toContain('a mail password')
    const moved = await mine.admin().patch('/internal/projects/current', {
      config: { email_config: { ...read.body.config.email_config, host: 'evil.example' } },
    })
    expect(moved.status).toBe(400)
  })

  test.each([
    ['host', { host: 'evil.example' }],
    ['port', { port: 2525 }],
    ['encryption', { tls: 'off' }],
  ])('require the mail password again after a change of the %s', async (_what, change) => {
    const mine = await portico.createProject()
    const email = {
      type: 'standard',
      host: 'smtp.example.com',
      port: 587,
      tls: 'starttls',
      username: 'mailer',
      password: 'a mail password',
      sender_name: 'Ada',
      sender_email: 'ada@example.com',
    }
    const config = { email_config: email }
    await mine.admin().patch('/internal/projects/current', { config })
    const read = await mine.admin().get<{ config: typeof config }>('/internal/projects/current')
    const masked = read.body.config.email_config

    const moved = await mine.admin().patch('/internal/projects/current', {
      config: { email_config: { ...masked, ...change } },
    })
    const renamed = await mine.admin().patch('/internal/projects/current', {
      config: { email_config: { ...masked, sender_name: 'Bob' } },
    })

    expect(masked).toMatchObject({ tls: 'starttls' })
    expect(moved).toMatchObject({ status: 400, text: expect.stringContaining('no stored secret to keep') })
    expect(renamed).toMatchObject({ status: 200, body: { config: { email_config: { sender_name: 'Bob' } } } })
  })

  test('are stored under their names on the wire and keep unknown settings of another version', async () => {
    const mine = await portico.createProject()
    const { db } = portico.database
    await db.run(statement`
      update projects set config = config || '{"setting_of_a_newer_version": {"is_on": true}}' where id = ${mine.id}`)

    const answer = await mine.admin().patch<{ config: object }>('/internal/projects/current', {
      config: {
        magic_link_enabled: true,
        domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
        oauth_providers: [
          { id: 'microsoft', type: 'standard', client_id: 'a', client_secret: 'b', microsoft_tenant_id: 'c' },
        ],
      },
    })

    expect(answer.body.config).not.toHaveProperty('setting_of_a_newer_version')
    const { rows } = await db.run(statement<{ config: object }>`select config from projects where id = ${mine.id}`)
    expect(rows[0]?.config).toMatchObject({
      magic_link_enabled: true,
      domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
      oauth_providers: [{ id: 'microsoft', client_id: 'a', microsoft_tenant_id: 'c' }],
      setting_of_a_newer_version: { is_on: true },
    })
    expect(Object.keys(rows[0]?.config ?? {}).filter((name) => /[A-Z]/.test(name))).toEqual([])
  })

  test('keep a disabled provider, which clients do not see', async () => {
    const mine = await portico.createProject()

    await mine.admin().patch('/internal/projects/current', {
      config: {
        oauth_providers: [
          { id: 'spotify', type: 'shared', enabled: false },
          { id: 'github', type: 'shared' },
        ],
      },
    })

    const read = await mine.admin().get('/internal/projects/current')
    expect(read.body).toMatchObject({
      config: {
        oauth_providers: [
          { id: 'github', enabled: true },
          { id: 'spotify', enabled: false },
        ],
        enabled_oauth_providers: [{ id: 'github' }],
      },
    })
  })

  test.each([
    [{ config: { domains: [{ domain: 'ftp://x', handler_path: '/h' }] } }, 'body.config.domains[0].domain'],
    [{ config: { domains: [{ domain: 'https://x', handler_path: 'h' }] } }, 'Handler path must start with /'],
    [{ config: { domains: [{ domain: 'https://x y', handler_path: '/h' }] } }, 'contains spaces'],
    [{ config: { domains: [{ domain: 'https://x@y.example', handler_path: '/h' }] } }, 'body.config.domains[0].domain'],
    [{ config: { domains: [{ domain: 'https://x.example', handler_path: '//y' }] } }, 'domains[0].handler_path'],
    [{ config: { domains: [{ domain: 'https://x.example', handler_path: '/h\r\n' }] } }, 'domains[0].handler_path'],
    [
      { config: { oauth_providers: [{ id: 'github', type: 'standard', client_id: '', client_secret: 'x' }] } },
      'body.config.oauth_providers[0].client_id must not be empty',
    ],
    [{ config: { oauth_providers: [{ id: 'myspace', type: 'shared' }] } }, 'body.config.oauth_providers[0].id'],
    [{ config: { email_config: { type: 'standard' } } }, 'body.config.email_config.host'],
    [{ config: { email_config: { type: 'standard', tls: 'maybe' } } }, 'body.config.email_config.tls'],
    [{ config: { sign_up_enabled: 'true' } }, 'body.config.sign_up_enabled must be a boolean'],
    [{ config: null }, 'body.config cannot be null'],
    [{ config: { unknown_setting: 1 } }, 'body.config contains unknown properties: unknown_setting'],
    [{ id: 'x' }, 'body contains unknown properties: id'],
  ])('refuse %j with the schema error %s', async (body, line) => {
    const answer = await project.admin().patch('/internal/projects/current', body)

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.body.error).toContain(line)
  })

  test('list only the domains for apps that production mode trusts', async () => {
    const own = await portico.createProject()
    const trusted = ['https://app.example', 'https://**.preview.example']
    const others = [
      'http://app.example',
      'https://127.0.0.1',
      'https://127.0.0.*',
      'https://[::1]',
      'https://localhost',
    ]
    const domains = [...trusted, ...others].map((domain) => ({ domain, handler_path: '/handler' }))
    const read = async (as = own.client()): Promise<string[]> => {
      const { body } = await as.get<{ config: { domains: { domain: string }[] } }>('/projects/current')
      return body.config.domains.map(({ domain }) => domain)
    }
    await own.admin().patch('/internal/projects/current', { config: { domains } })
    expect((await read()).toSorted()).toEqual([...trusted, ...others].toSorted())

    const updated = await own.admin().patch('/internal/projects/current', { is_production_mode: true })

    expect((await read()).toSorted()).toEqual(trusted.toSorted())
    expect((await read(own.server())).toSorted()).toEqual(trusted.toSorted())
    expect(updated.body).toMatchObject({ config: { domains: expect.toSatisfy((all: unknown[]) => all.length === 7) } })
  })

  test('keep all of several concurrent updates', async () => {
    const mine = await portico.createProject()
    const switches = [
      'magic_link_enabled',
      'passkey_enabled',
      'create_team_on_sign_up',
      'allow_user_api_keys',
      'allow_team_api_keys',
    ]

    await Promise.all(
      switches.map((name) => mine.admin().patch('/internal/projects/current', { config: { [name]: true } })),
    )

    const read = await mine.admin().get('/internal/projects/current')
    expect(read.body).toMatchObject({ config: Object.fromEntries(switches.map((name) => [name, true])) })
  })

  test('disappear with keys, users and ownership when the project is deleted', async () => {
    const mine = await portico.createProject()
    await mine.signUp()

    const answer = await mine.admin().delete('/internal/projects/current')

    expect(answer.body).toEqual({ success: true })
    expect(await mine.client().get('/projects/current')).toMatchObject({
      body: { code: 'INVALID_PUBLISHABLE_CLIENT_KEY' },
    })
    expect(await asOwner(portico, mine.id, mine.ownerAccessToken).get('/internal/projects/current')).toMatchObject({
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
    const owned = await portico
      .internal({ accessToken: mine.ownerAccessToken })
      .get<{ items: unknown[] }>('/internal/projects')
    expect(owned.body.items).toEqual([])
  })

  test('the project "internal" cannot be deleted', async () => {
    const answer = await portico
      .internal({ accessType: 'admin', key: 'sak_internal_of_a_test_service_only' })
      .delete('/internal/projects/current')

    expect(answer.status).toBe(400)
    expect((await portico.internal().get('/projects/current')).status).toBe(200)
  })
})

describe('branding', () => {
  const PROJECT = '/internal/projects/current'
  const gif = Buffer.from('R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const inline = (bytes: Buffer): string => `data:image/gif;base64,${bytes.toString('base64')}`
  const other = Buffer.concat([gif, Buffer.from('other')])
  const unbranded = {
    logo_url: null,
    logo_full_url: null,
    logo_dark_mode_url: null,
    logo_full_dark_mode_url: null,
    accent_color: null,
    accent_color_light: null,
    accent_color_dark: null,
    support_email: null,
    terms_url: null,
    privacy_url: null,
  }

  test.each(['https://*.example.com', 'https://user@example.com/', 'https:\\\\example.com', 'https://exa mple.com'])(
    'refuses the link %s',
    async (terms_url) => {
      const branded = await portico.createProject()

      expect(await branded.admin().patch(PROJECT, { terms_url })).toMatchObject({ status: 400 })
    },
  )

  async function fetchLogo(url: unknown): Promise<Response> {
    return portico.service.fetch(new Request(String(url)))
  }

  test('is empty at first, and changes at once for apps, servers and owners', async () => {
    const branded = await portico.createProject()
    expect((await branded.client().get('/projects/current')).body).toMatchObject(unbranded)
    const written = {
      accent_color: '#ffd400',
      support_email: 'Help@Example.com',
      terms_url: 'https://example.com/terms',
      privacy_url: 'https://example.com/privacy',
    }

    const answer = await branded.admin().patch(PROJECT, written)

    const expected = {
      ...unbranded,
      ...written,
      support_email: 'help@example.com',
      accent_color_light: '#887100',
      accent_color_dark: '#ffd400',
    }
    expect(answer).toMatchObject({ status: 200, body: expected })
    for (const http of [branded.client(), branded.server(), branded.admin()]) {
      expect((await http.get('/projects/current')).body).toMatchObject(expected)
    }
    await branded.admin().patch(PROJECT, { accent_color: null, terms_url: null })
    expect((await branded.client().get('/projects/current')).body).toMatchObject({
      ...expected,
      accent_color: null,
      accent_color_light: null,
      accent_color_dark: null,
      terms_url: null,
    })
  })

  test('has logos that anyone can read, until they are replaced or removed', async () => {
    const branded = await portico.createProject()
    const patch = async (body: object): Promise<Record<string, unknown>> =>
      (await branded.admin().patch<Record<string, unknown>>(PROJECT, body)).body

    const first = await patch({ logo_url: inline(gif), logo_dark_mode_url: inline(gif) })
    const logo = await fetchLogo(first['logo_url'])
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(gif)
    expect(logo.headers.get('content-type')).toBe('image/gif')
    expect(first['logo_dark_mode_url']).not.toBe(first['logo_url'])
    expect((await branded.client().get('/projects/current')).body).toMatchObject({ logo_url: first['logo_url'] })

    const again = await patch({ logo_url: inline(gif), logo_dark_mode_url: first['logo_dark_mode_url'] })
    expect(again).toEqual(first)

    const replaced = await patch({ logo_url: inline(other) })
    expect(replaced['logo_url']).not.toBe(first['logo_url'])
    expect((await fetchLogo(first['logo_url'])).status).toBe(404)
    expect((await fetchLogo(replaced['logo_url'])).status).toBe(200)

    await patch({ logo_url: null })
    expect((await fetchLogo(replaced['logo_url'])).status).toBe(404)
    expect((await fetchLogo(first['logo_dark_mode_url'])).status).toBe(200)
  })

  test('can be given with a new project', async () => {
    const { access_token: accessToken } = await signUpOwner(portico)

    const { body, status } = await portico
      .internal({ accessToken })
      .post<Record<string, unknown>>('/internal/projects', {
        display_name: 'Branded',
        accent_color: '#3b5bdb',
        logo_url: inline(gif),
      })

    expect({ status, accent: body['accent_color_light'] }).toEqual({ status: 201, accent: '#3b5bdb' })
    expect((await fetchLogo(body['logo_url'])).status).toBe(200)
  })

  test.each<[string, (shown: Record<string, unknown>) => object]>([
    ['an SVG', () => ({ logo_url: 'data:image/svg+xml;base64,PHN2Zy8+' })],
    ['an image elsewhere', () => ({ logo_full_url: 'https://images.example/logo.png' })],
    ['the address of another logo', (shown) => ({ logo_dark_mode_url: shown['logo_url'] })],
    ['a large logo', () => ({ logo_url: inline(Buffer.concat([gif, Buffer.alloc(65_536)])) })],
    ['a colour by name', () => ({ accent_color: 'red' })],
    ['style in place of a colour', () => ({ accent_color: '#3b5bdb;}' })],
    ['a script in place of terms', () => ({ terms_url: 'javascript:alert(1)' })],
    ['a mail link in place of a privacy policy', () => ({ privacy_url: 'mailto:me@example.com' })],
    ['a malformed address', () => ({ support_email: 'support' })],
    ['an empty address', () => ({ support_email: '' })],
  ])('%s is refused, and nothing of the update is written', async (_name, change) => {
    const shown = (await project.admin().patch<Record<string, unknown>>(PROJECT, { logo_url: inline(other) })).body

    const answer = await project.admin().patch(PROJECT, { description: 'Written', ...change(shown) })

    expect(answer.status).toBe(400)
    expect((await project.admin().get(PROJECT)).body).toEqual(shown)
  })

  test('is recorded with the fields and values of each change, and two owners are kept apart', async () => {
    const branded = await portico.createProject()
    const { body: before } = await branded.admin().get<{ version: number }>(PROJECT)
    await branded.admin().patch(PROJECT, { accent_color: '#3b5bdb', logo_url: inline(gif) })

    const late = await branded.admin().patch(PROJECT, { accent_color: '#ffd400', if_version: before.version })

    expect(late).toMatchObject({
      status: 409,
      body: { details: { conflicts: [{ path: 'accent_color', value: '#3b5bdb' }] } },
    })
    const { rows } = await portico.database.db.run(statement<{ changed_fields: string[] }>`
      select changed_fields from audit_events where project_id = ${branded.id} and action = 'project.updated'`)
    expect(rows.map(({ changed_fields: fields }) => fields.toSorted())).toEqual([['accentColor', 'logoUrl']])
  })
})
