import { globSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { withContractTables } from '../document-tables.ts'
import { wireTypes } from '../wire-types.ts'
import * as contract from './contract.ts'
import type { ErrorSpec } from './catalogues/errors.ts'

const isUnsendable = ({ local, status }: ErrorSpec): boolean => status === null || local === true

const catalogue: [string, ErrorSpec][] = Object.entries(contract.errorCatalogue)

describe('the error catalogue', () => {
  test('contains the parent of each entry', () => {
    const orphans = catalogue.filter(([, { parent }]) => parent !== undefined && !(parent in contract.errorCatalogue))

    expect(orphans).toEqual([])
  })

  test('uses no reserved code of the latest release', () => {
    const taken = catalogue.filter(
      ([code]) =>
        (contract.reservedErrorCodes as readonly string[]).includes(code) ||
        contract.reservedErrorPrefixes.some((prefix) => code.startsWith(prefix)),
    )

    expect(taken).toEqual([])
  })

  test.each([
    ['EMAIL_PASSWORD_MISMATCH', undefined, 'Wrong e-mail or password.'],
    ['PASSWORD_TOO_SHORT', { min_length: 8 }, 'Password too short. Minimum length is 8.'],
    ['PASSWORD_TOO_LONG', { maxLength: 70 }, 'Password too long. Maximum length is 70.'],
    ['PASSWORD_CONFIRMATION_MISMATCH', undefined, 'Passwords do not match.'],
    ['INVALID_TOTP_CODE', undefined, 'The TOTP code is invalid. Please try again.'],
    ['OUTER_OAUTH_TIMEOUT', undefined, 'The OAuth flow has timed out. Please sign in again.'],
    ['CLI_AUTH_EXPIRED_ERROR', undefined, 'CLI authentication request expired. Please try again.'],
    ['CLI_AUTH_USED_ERROR', undefined, 'This authentication token has already been used.'],
  ] as const)('has the sentence that official clients know for %s', (code, details, sentence) => {
    const { message }: ErrorSpec = contract.errorCatalogue[code]
    expect((message as (details: unknown) => string)(details)).toBe(sentence)
  })

  test('allows the service to send each error that an endpoint declares', () => {
    const unsendable = [...contract.endpoints].flatMap(([name, { errors }]) =>
      errors.filter((code) => isUnsendable(contract.errorCatalogue[code])).map((code) => `${name}: ${code}`),
    )

    expect(unsendable).toEqual([])
  })
})

describe('the schemas of requests', () => {
  test('refuse unknown properties, except where OAuth or the protocol allow them', () => {
    const loose = [...contract.endpoints].flatMap(([name, { access }]) =>
      Object.values(access).flatMap((variant) =>
        (['body', 'query'] as const)
          .filter((part) => acceptsUnknown(variant?.[part]))
          .map((part) => `${name}: ${part}`),
      ),
    )

    expect(new Set(loose)).toEqual(
      new Set([
        'authorizePartner: query',
        'beginPartnerAuthorization: query',
        'checkFeatureSupport: body',
        'exchangePartnerCode: body',
        'oauthAuthorize: query',
        'oauthCallback: query',
        'oauthCallbackForm: body',
        'oauthToken: body',
        'refreshSession: body',
        'signUpAnonymously: body',
      ]),
    )
  })

  function acceptsUnknown(schema: z.ZodType | undefined): boolean {
    if (!schema) return false
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return (json.anyOf ?? json.oneOf ?? [json]).some(({ additionalProperties }) => additionalProperties !== false)
  }
})

interface Operation {
  operationId: string
  requestBody?: { required: boolean }
  responses: Record<string, { description?: string }>
}

const steps = contract.openApiSteps(contract.endpoints, 'https://auth.example')
let step = steps.next()
while (!step.done) step = steps.next()
const openApi = step.value as { paths: Record<string, Record<string, Operation>> }

function operationAt(method: string, path: string): Operation {
  const operation = openApi.paths[path]?.[method]
  if (!operation) throw new Error(`The OpenAPI document has no operation ${method} ${path}.`)
  return operation
}

describe('the schemas of requests', () => {
  const parts = [...contract.endpoints].flatMap(([name, { access, params, headers }]) =>
    [params, headers, ...Object.values(access).flatMap(({ query, body }: contract.Variant) => [query, body])]
      .filter((schema) => schema !== undefined)
      .map((schema) => ({ name, schema })),
  )

  test('accept only whole numbers', () => {
    const fractional = parts.filter(({ schema }) =>
      JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"type":"number"'),
    )

    expect(parts.length).toBeGreaterThan(50)
    expect(fractional.map(({ name }) => name)).toEqual([])
  })

  test('refuse a fraction as the port of a mail server', () => {
    const answer = contract.projectUpdate.safeParse({
      config: {
        email_config: {
          type: 'standard',
          host: 'smtp.example.com',
          port: 1.5,
          username: 'u',
          password: 'p',
          sender_name: 'Acme',
          sender_email: 'acme@example.com',
        },
      },
    })

    expect(answer.error?.issues.map(({ path }) => path.join('.'))).toEqual(['config.email_config.port'])
  })
})

describe('the wire types', () => {
  const colour = z.enum(['red', 'blue'])
  const lamp = z.object({ colour: colour.describe('Of the light.'), since_millis: z.int().nullable() })
  const readLamp = contract.endpoint({
    method: 'GET',
    path: '/lamp',
    tag: 'Lamps',
    summary: 'Reads the lamp.',
    staffRight: null,
    access: { server: { response: lamp }, admin: { response: lamp } },
    errors: [],
  })
  const generated = wireTypes({ colour, lamp, endpoints: new Map([['readLamp', readLamp]]) })

  test('refer to an exported schema by its name and keep the descriptions', () => {
    expect(generated).toContain('export type Colour = "red" | "blue"')
    expect(generated).toContain(
      'export interface Lamp {\n/** Of the light. */\ncolour: Colour\nsince_millis: number | null\n}',
    )
  })

  test('have one entry for the callers with the same answer', () => {
    expect(generated).toContain("/** Reads the lamp. */\n'GET /lamp': Record<'server' | 'admin', {\nanswer: Lamp\n}>")
  })
})

describe('the generated files', () => {
  test('the tables in the documents match the contract', () => {
    const root = new URL('../../../docs/', import.meta.url)
    const changed = globSync('**/*.md', { cwd: root }).filter((file) => {
      const committed = readFileSync(new URL(file, root), 'utf8')
      return committed !== withContractTables(committed)
    })

    expect(changed).toEqual([])
  })

  test('the protocol shows every endpoint', () => {
    const folder = new URL('../../../docs/protocol/', import.meta.url)
    const text = globSync('*.md', { cwd: folder })
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('')
    const missing = [...contract.endpoints.values()].filter(
      ({ method, path }) => !text.includes(`| \`${method} ${path}\` |`),
    )

    expect(missing).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  test('has an operation with its errors for each endpoint', () => {
    for (const [name, spec] of contract.endpoints) {
      const { operationId, responses } = operationAt(spec.method.toLowerCase(), spec.path)
      expect(operationId).toBe(name)
      const described = Object.values(responses)
        .map(({ description }) => description)
        .join()
      for (const code of spec.errors) expect(described).toContain(code)
    }
  })

  test('does not require an optional body', () => {
    const required = (path: string): unknown => operationAt('post', path).requestBody?.required

    expect(required('/auth/sessions/current/refresh')).toBe(false)
    expect(required('/check-feature-support')).toBe(false)
    expect(required('/auth/password/sign-in')).toBe(true)
    expect(operationAt('delete', '/auth/sessions/current')).not.toHaveProperty('requestBody')
  })

  test('includes the responses of the shared checks in each operation', () => {
    const { responses } = operationAt('get', '/projects/current')

    expect(responses).toMatchObject({
      400: { $ref: '#/components/responses/InvalidRequest' },
      401: { $ref: '#/components/responses/NotAuthenticated' },
    })
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404'])
    expect(operationAt('get', '/users/me').responses['400']).toMatchObject({
      description: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
      content: { 'application/json': { schema: { anyOf: [{}, { $ref: '#/components/schemas/InvalidRequest' }] } } },
    })
  })

  test('documents the refusals of a change of credentials', () => {
    expect(operationAt('patch', '/users/me').responses['403']).toMatchObject({
      description: 'STAFF_PERMISSION_REQUIRED, RECENT_SIGN_IN_REQUIRED',
      content: { 'application/json': {}, 'text/plain': {} },
    })
    // A recent sign-in is not required, because the old password is the proof.
    expect(operationAt('post', '/auth/password/update').responses['403']).toMatchObject({
      description: 'STAFF_PERMISSION_REQUIRED',
    })
    // Servers are exempt from it.
    expect(operationAt('post', '/auth/sessions').responses['403']).toMatchObject({
      description: 'RESTRICTED_USER_NOT_ALLOWED, STAFF_PERMISSION_REQUIRED',
      content: { 'text/plain': {} },
    })
  })

  test('documents the response of a rate limit', () => {
    expect(operationAt('post', '/auth/password/sign-in').responses['429']).toEqual({
      $ref: '#/components/responses/TooManyRequests',
    })
    expect(operationAt('get', '/users/me').responses).not.toHaveProperty('429')
  })

  test('has only rate-limited endpoints that change credentials', () => {
    const changing = [...contract.endpoints.values()].filter((spec) => spec.changesCredentials !== undefined)

    expect(changing.filter((spec) => !spec.isRateLimited)).toEqual([])
    expect(changing.length).toBeGreaterThan(5)
  })

  test('contains the target of each reference', () => {
    const references = new Set(JSON.stringify(openApi).match(/(?<="\$ref":"#\/)[^"]+/g))
    const broken = [...references].filter(
      (reference) =>
        reference
          .split('/')
          .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], openApi) === undefined,
    )

    expect(references.size).toBeGreaterThan(5)
    expect(broken).toEqual([])
  })

  test('has no two endpoints with the same method and path', () => {
    const calls = [...contract.endpoints.values()].map(({ method, path }) => `${method} ${path}`)

    expect(new Set(calls).size).toBe(calls.length)
  })
})

describe('schema messages', () => {
  const keySet = {
    expires_at_millis: 1,
    has_publishable_client_key: true,
    has_secret_server_key: false,
    has_super_secret_admin_key: false,
  }

  test.each([
    [contract.url, 'a b', ['body contains spaces', 'body is not a valid URL']],
    [contract.nonEmptyText, '', ['body must not be empty']],
    [contract.handlerPath, 'handler', ['Handler path must start with /']],
    [
      contract.permissionId,
      'Admin',
      ['Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed'],
    ],
    [contract.permissionId, '$fly', ['Invalid system permission']],
    [contract.port, 65_536, ['body must be from 0 to 65535']],
    [contract.userClientUpdate, { b: 1, a: 2 }, ['body contains unknown properties: b, a']],
    [
      contract.projectUpdate,
      { config: { domains: [{ domain: 'x', handler_path: '/' }] } },
      [
        'body.config.domains[0].domain is not a valid URL',
        'body.config.domains[0].domain must start with http:// or https://',
      ],
    ],
  ])('are those of the protocol', (schema, value, lines) => {
    expect(contract.parsePart('body', schema, value)).toEqual({ ok: false, lines })
  })

  test('count the length of a password in code points', () => {
    expect(contract.parsePart('body', contract.newPassword, '👍'.repeat(70)).ok).toBe(true)
    expect(contract.parsePart('body', contract.newPassword, '👍'.repeat(71)).ok).toBe(false)
  })

  test.each([
    ['a user', contract.userClientUpdate, 'display_name', {}],
    ['a user, set by a server', contract.userServerUpdate, 'display_name', {}],
    ['a project', contract.projectUpdate, 'display_name', {}],
    ['the description of a project', contract.projectUpdate, 'description', {}],
    ['a new project', contract.projectCreate, 'display_name', {}],
    ['a key set', contract.createInternalApiKey.access.admin.body, 'description', keySet],
    ['an existing key set', contract.updateInternalApiKey.access.admin.body, 'description', {}],
  ])('limit a name to 256 code points: %s', (_of, schema, field, rest) => {
    expect(contract.parsePart('body', schema, { ...rest, [field]: '👍'.repeat(256) }).ok).toBe(true)
    expect(contract.parsePart('body', schema, { ...rest, [field]: '👍'.repeat(257) })).toEqual({
      ok: false,
      lines: [`body.${field} must be at most 256 characters long`],
    })
  })

  test.each(['', 'Basic', 'Basic !', 'basic YTpi', 'Basic YWI=', 'Bearer YTpi', 'Basic Omo='])(
    'refuse "%s" as Basic credentials with the sentence that published programs know',
    (header) => {
      expect(contract.parsePart('headers', contract.basicAuthorization, header)).toEqual({
        ok: false,
        lines: ['Authorization header must be in the format "Basic <base64>"'],
      })
    },
  )

  test('accept a colon in the secret of Basic credentials', () => {
    expect(contract.parsePart('headers', contract.basicAuthorization, `Basic ${btoa('id:a:b')}`)).toEqual({
      ok: true,
      value: { id: 'id', secret: 'a:b' },
    })
  })
})

test('the table of required factors has each way to get tokens', () => {
  const methods = contract.signInMethods.filter(
    (method) => !['totp', 'recovery_code', 'passkey', 'anonymous'].includes(method),
  )

  expect(Object.keys(contract.requiredFactorResults)).toEqual(expect.arrayContaining(methods))
})
