import {
  accessTypes,
  allowedAccessTypes,
  BODY_MAX_BYTES,
  BODY_MAX_KEYS,
  BODY_WITH_DOCUMENT_MAX_BYTES,
  BODY_WITH_DOCUMENT_MAX_KEYS,
  BODY_WITH_IMAGE_MAX_BYTES,
  BODY_WITH_RECORDS_MAX_BYTES,
  BODY_WITH_RECORDS_MAX_KEYS,
  endpoints,
  rightsOfRole,
  staffRights,
  staffRoles,
  variantFor,
  type AccessType,
  type EndpointSpec,
  type StaffRole,
} from '@portico/contract'
import {
  createTestPortico,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import fc from 'fast-check'
import { decodeJwt } from 'jose/jwt/decode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { withApiKeys } from '../../../test/api-keys.ts'
import { examplePath } from '../../../test/example-path.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'

// Checks the rules that hold for every endpoint of the contract, independent of particular endpoints.

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  // The settings that open endpoints to clients are on.
  project = await portico.createProject({
    config: { ...withApiKeys, member_role_management_enabled: true, user_data_export_enabled: true },
  })
  user = await project.signUp()
})

afterAll(() => portico.close())

interface Property {
  name: string
  isRequired: boolean
  isNullable: boolean
}

const all = [...endpoints].map(([name, spec]) => ({ name, spec }))
const isPublic = (spec: EndpointSpec): boolean => 'public' in spec.access

/** The error code for a call without a user; null if the call works without one. */
function missingUserCode({ user: requirement }: EndpointSpec, accessType: AccessType): string | null {
  if (requirement === 'me' || (requirement === 'own' && accessType === 'client')) {
    return 'CANNOT_GET_OWN_USER_WITHOUT_USER'
  }
  if (requirement === 'required') return 'SCHEMA_ERROR'
  const isSignedInCaller =
    requirement === 'signed_in' || (requirement === 'signed_in_client' && accessType === 'client')
  return isSignedInCaller ? 'USER_AUTHENTICATION_REQUIRED' : null
}

function as(accessType: AccessType, withUser = true): HttpClient {
  return project[accessType](withUser ? user : undefined)
}

/** Returns a client of the first access type that the endpoint allows. */
function someCaller(spec: EndpointSpec, withUser = true): HttpClient {
  const accessType = allowedAccessTypes(spec)[0]
  return accessType ? as(accessType, withUser) : portico.anonymous()
}

function pathOf(spec: EndpointSpec): string {
  return examplePath(spec.path === '/' ? '' : spec.path, '00000000-0000-4000-8000-000000000000')
}

function bodySchema(spec: EndpointSpec, accessType: AccessType | null): z.ZodType | undefined {
  return variantFor(spec, accessType)?.body
}

function propertiesOf(schema: z.ZodType): { properties: Property[]; isStrict: boolean } {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const properties = Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    isRequired: json.required?.includes(name) ?? false,
    isNullable: acceptsNull(property),
  }))
  return { properties, isStrict: json.additionalProperties === false }
}

/** A schema without a rule accepts every value. */
function acceptsNull(schema: z.core.JSONSchema._JSONSchema): boolean {
  const rules = JSON.stringify(typeof schema === 'object' ? { ...schema, description: undefined } : schema)
  return rules === '{}' || rules.includes('"null"')
}

const withBody = all.flatMap(({ name, spec }) =>
  (isPublic(spec) ? [null] : allowedAccessTypes(spec)).flatMap((accessType) => {
    const schema = bodySchema(spec, accessType)
    return schema && !schema.safeParse(undefined).success ? [{ name, spec, accessType, ...propertiesOf(schema) }] : []
  }),
)

function caller(accessType: AccessType | null): HttpClient {
  return accessType === null ? portico.anonymous() : as(accessType)
}

describe('access', () => {
  test.each(all.filter(({ spec }) => !isPublic(spec)))(
    '$name answers ACCESS_TYPE_REQUIRED without credentials',
    async ({ spec }) => {
      const answer = await portico.anonymous().send(spec.method, pathOf(spec), spec.method === 'GET' ? undefined : {})

      expect(answer).toMatchObject({ status: 400, body: { code: 'ACCESS_TYPE_REQUIRED' } })
    },
  )

  const refused = all
    .filter(({ spec }) => !isPublic(spec))
    .flatMap(({ name, spec }) =>
      accessTypes
        .filter((type) => !allowedAccessTypes(spec).includes(type))
        .map((accessType) => ({ name, spec, accessType })),
    )
  test.each(refused)(
    '$name answers INSUFFICIENT_ACCESS_TYPE to access type $accessType',
    async ({ spec, accessType }) => {
      const answer = await as(accessType).send(spec.method, pathOf(spec), spec.method === 'GET' ? undefined : {})

      expect(answer).toMatchObject({
        status: 401,
        body: {
          code: 'INSUFFICIENT_ACCESS_TYPE',
          details: { actual_access_type: accessType, allowed_access_types: allowedAccessTypes(spec) },
        },
      })
    },
  )

  const offered = all.flatMap(({ name, spec }) =>
    allowedAccessTypes(spec).map((accessType) => ({
      name,
      spec,
      accessType,
      missingUser: missingUserCode(spec, accessType),
    })),
  )
  test.each(offered.filter(({ missingUser }) => missingUser !== null))(
    '$name refuses $accessType calls without a user before it validates the body',
    async ({ spec, accessType, missingUser }) => {
      const answer = await as(accessType, false).send(spec.method, pathOf(spec), spec.method === 'GET' ? undefined : {})

      expect(answer.body.code).toBe(missingUser)
      if (missingUser === 'SCHEMA_ERROR') expect(answer.text).toContain('auth.user')
    },
  )

  describe('access with the token of an ended session', () => {
    let ended: TestUser

    beforeAll(async () => {
      ended = await project.signUp()
      await project.client(ended).delete('/auth/sessions/current')
    })

    // Deleting the project would break the other cases.
    const harmless = offered.filter(({ name }) => !['deleteCurrentProject', 'deleteProject'].includes(name))
    test.each(harmless)('$name answers $accessType calls according to its user requirement', async (row) => {
      const { spec, accessType, missingUser } = row
      const answer = await project[accessType](ended).send(
        spec.method,
        pathOf(spec),
        spec.method === 'GET' ? undefined : {},
      )

      if (missingUser === null) expect(answer.body.code).not.toBe('ACCESS_TOKEN_EXPIRED')
      else expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    })
  })
})

describe('a member of the staff', () => {
  const tokens = new Map<StaffRole, string>()
  let own: TestProject

  beforeAll(async () => {
    own = await portico.createProject({ config: { support_can_impersonate: true } })
    for (const role of staffRoles) {
      const { access_token: token, user_id: id } = await signUpOwner(portico)
      await portico
        .internal({ accessType: 'server' })
        .patch(`/users/${id}`, { server_metadata: { managedProjectIds: [own.id] } })
      await own.admin().patch(`/internal/projects/current/owners/${id}`, { role })
      tokens.set(role, token)
    }
  })

  // Sends no fields, so that the default of a right that depends on fields applies. Leaves out valid calls that would
  // break the other cases.
  const called = all.filter(
    ({ name, spec }) =>
      allowedAccessTypes(spec).includes('admin') && !['deleteCurrentProject', 'deleteProject'].includes(name),
  )
  test.each(staffRoles)('may call as %s what the table of rights says, and nothing else', async (role) => {
    const wrong: string[] = []
    for (const { name, spec } of called) {
      const accessType = allowedAccessTypes(spec).find((type) => type !== 'client')
      const right = typeof spec.staffRight === 'object' ? spec.staffRight?.default : spec.staffRight
      const isAllowed = right === undefined || (staffRights[right].roles as readonly StaffRole[]).includes(role)
      const http = asOwner(portico, own.id, tokens.get(role) ?? '', accessType)
      const answer = await http.send(spec.method, pathOf(spec), spec.method === 'GET' ? undefined : {})
      const isRefused = answer.status === 403 && answer.text.includes('does not allow this: it lacks the right')
      if (isRefused === isAllowed) wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }

    expect(wrong).toEqual([])
  })

  const dependent = all.flatMap(({ name, spec }) => {
    const { fields = {}, flags = {} } = typeof spec.staffRight === 'object' ? (spec.staffRight ?? {}) : {}
    return Object.entries({ ...fields, ...flags }).map(([field, right]) => ({ name, spec, field, right }))
  })
  test.each(dependent)('needs $right to send $field to $name', async ({ field, right, spec }) => {
    for (const role of staffRoles) {
      const http = asOwner(portico, own.id, tokens.get(role) ?? '')
      const query = spec.method === 'GET' ? `?${field}=true` : ''
      const body = spec.method === 'GET' ? undefined : { [field]: true }
      const answer = await http.send(spec.method, `${pathOf(spec)}${query}`, body)

      const isAllowed = (staffRights[right].roles as readonly StaffRole[]).includes(role)
      expect([role, answer.text.includes('STAFF_PERMISSION_REQUIRED')]).toEqual([role, !isAllowed])
    }
  })

  test('has these rights by the role', () => {
    const lacking = (role: StaffRole): string[] =>
      Object.keys(staffRights).filter((right) => !(rightsOfRole(role, 'any') as string[]).includes(right))

    expect(lacking('owner')).toEqual([])
    expect(lacking('admin')).toEqual(['export_secrets', 'change_admin_keys', 'change_staff', 'delete_project'])
    expect(rightsOfRole('support', 'any')).toEqual([
      'read_project',
      'read_users',
      'read_log',
      'send_mails',
      'end_sessions',
      'decide_sign_ups',
      'suspend_users',
      'impersonate',
      'read_staff',
    ])
    expect(rightsOfRole('viewer', 'any')).toEqual(['read_project', 'read_users', 'read_staff'])
  })
})

describe('a session that impersonates its user', () => {
  let impersonator: Pick<TestUser, 'accessToken' | 'refreshToken'>
  let adminAccessToken: string

  beforeAll(async () => {
    impersonator = await impersonate(project.server(), user.id)
    const owner = decodeJwt(project.ownerAccessToken).sub
    adminAccessToken = (await impersonate(portico.internal({ accessType: 'server' }), owner)).accessToken
  })

  const writing = all.filter(({ spec }) => spec.method !== 'GET' && !isPublic(spec))
  const ofClients = writing.filter(({ spec }) => 'client' in spec.access)
  const isIgnored = ({ user: requirement, impersonation }: EndpointSpec): boolean =>
    requirement === undefined || (requirement === 'optional' && impersonation === undefined)
  const fieldsOf = ({ impersonation }: EndpointSpec): readonly string[] =>
    Array.isArray(impersonation) ? (impersonation as readonly string[]) : []

  test('may change only the session itself and the selected team', () => {
    const permitted = all.flatMap(({ name, spec }) => (spec.impersonation ? [[name, spec.impersonation]] : []))

    expect(Object.fromEntries(permitted)).toEqual({
      deleteSession: 'itself',
      signOut: 'itself',
      updateCurrentUser: ['selected_team_id'],
    })
  })

  test.each(ofClients.filter(({ spec }) => !isIgnored(spec) && spec.impersonation === undefined))(
    'may not call $name',
    async ({ spec }) => {
      expectRefused(await project.client(impersonator).send(spec.method, pathOf(spec), {}))
    },
  )

  test.each(ofClients.filter(({ spec }) => fieldsOf(spec).length > 0))(
    'may send only the permitted fields to $name',
    async ({ spec }) => {
      const schema = bodySchema(spec, 'client') ?? z.never()
      const fields = propertiesOf(schema).properties.map(({ name }) => name)
      expect(fields.length).toBeGreaterThan(fieldsOf(spec).length)
      for (const field of fields) {
        const answer = await project.client(impersonator).send(spec.method, pathOf(spec), { [field]: null })

        if (fieldsOf(spec).includes(field)) expect(answer.status).not.toBe(403)
        else expectRefused(answer)
      }
    },
  )

  test.each(ofClients.filter(({ spec }) => isIgnored(spec)))('is ignored by $name', async ({ spec }) => {
    expect((await project.client(impersonator).send(spec.method, pathOf(spec), {})).text).not.toContain('impersonates')
  })

  const credentialChanges = all.flatMap(({ name, spec }) => {
    const fields = spec.changesCredentials === true ? [null] : (spec.changesCredentials ?? [])
    return fields.map((field) => ({ name, spec, field, body: field === null ? {} : { [field]: null } }))
  })
  test.each(credentialChanges)('cannot change credentials by $name ($field) for any access type', async (row) => {
    for (const accessType of allowedAccessTypes(row.spec)) {
      expectRefused(await project[accessType](impersonator).send(row.spec.method, pathOf(row.spec), row.body))
    }
  })

  const namedChanges = all.flatMap(({ name, spec }) => {
    const fields = spec.changesCredentialsOfNamedUser === true ? [null] : (spec.changesCredentialsOfNamedUser ?? [])
    return fields.map((field) => ({ name, spec, field, body: field === null ? {} : { [field]: null } }))
  })
  test.each(namedChanges)('cannot change credentials of its user by $name ($field)', async (row) => {
    const path = row.spec.path.replace('{user_id}', String(decodeJwt(impersonator.accessToken).sub))
    for (const accessType of allowedAccessTypes(row.spec)) {
      expectRefused(await project[accessType](impersonator).send(row.spec.method, path, row.body))
    }
  })

  test.each(writing)('cannot call $name as a project owner that it impersonates', async ({ spec }) => {
    for (const accessType of allowedAccessTypes(spec).filter((type) => type !== 'client')) {
      const http = as(accessType).with({ key: '', adminAccessToken })

      expectRefused(await http.send(spec.method, pathOf(spec), {}))
    }
  })
})

function expectRefused(answer: Answer): void {
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('impersonates')
}

async function impersonate(
  server: HttpClient,
  userId: string | undefined,
): Promise<{ accessToken: string; refreshToken: string }> {
  const { body } = await server.post('/auth/sessions', { user_id: userId, is_impersonation: true })
  return { accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
}

describe('an endpoint for partners', () => {
  const ofPartners = all.filter(({ spec }) => spec.partner !== undefined)
  const credentials = [
    ['no credentials', undefined, 'headers.authorization must be defined'],
    ['another scheme', 'Bearer x', 'Authorization header must be in the format "Basic <base64>"'],
    ['text that is not base64', 'Basic a:b', 'Authorization header must be in the format "Basic <base64>"'],
    ['no colon', `Basic ${btoa('neon')}`, 'Authorization header must be in the format "Basic <base64>"'],
    [
      'wrong credentials',
      `Basic ${btoa('neon:wrong')}`,
      'Invalid client_id:client_secret values; did you use the correct values for the Neon integration?',
    ],
  ] as const
  const rows = ofPartners.flatMap((row) =>
    credentials.map(([what, authorization, line]) => ({ ...row, what, authorization, line })),
  )

  test.each(rows)('$name answers SCHEMA_ERROR to $what', async ({ authorization, line, spec }) => {
    const headers = authorization === undefined ? {} : { authorization }
    const body = spec.method === 'GET' ? undefined : {}
    const answer = await someCaller(spec).send(spec.method, pathOf(spec), body, { headers })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain(JSON.stringify(`\n  - ${line}`).slice(1, -1))
  })

  test.each(ofPartners.filter(({ spec }) => spec.path.includes('{partner}')))(
    '$name is unknown for an unknown partner',
    async ({ spec }) => {
      const path = pathOf({ ...spec, path: spec.path.replace('{partner}', 'neon2') as EndpointSpec['path'] })
      const unknown = await portico.anonymous().send(spec.method, path, spec.method === 'GET' ? undefined : {})

      expect(unknown).toMatchObject({ status: 404, body: {} })
      expect(unknown.text).toContain('No such endpoint')
    },
  )
})

describe('query', () => {
  const declared = all.filter(({ spec }) =>
    Object.values(spec.access).some((variant) => variant?.query && propertiesOf(variant.query).isStrict),
  )
  test.each(declared)('$name refuses an unknown query parameter and names it', async ({ spec }) => {
    const answer = await someCaller(spec).send(
      spec.method,
      `${pathOf(spec)}?surprise=1`,
      spec.method === 'GET' ? undefined : {},
    )

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain('query contains unknown properties: surprise')
  })
})

describe('body', () => {
  test.each(withBody.filter(({ isStrict }) => isStrict))(
    '$name refuses an unknown property from $accessType and names it',
    async ({ spec, accessType }) => {
      const answer = await caller(accessType).send(spec.method, pathOf(spec), { surprise: 1 })

      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
      expect(answer.text).toContain('body contains unknown properties: surprise')
    },
  )

  const required = withBody.flatMap((row) =>
    row.properties.filter(({ isRequired }) => isRequired).map((property) => ({ ...row, property: property.name })),
  )
  test.each(required.filter(({ name }) => name !== 'oauthToken'))(
    '$name refuses a body from $accessType without $property and names it',
    async ({ spec, accessType, property }) => {
      const answer = await caller(accessType).send(spec.method, pathOf(spec), {})

      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
      expect(answer.text).toContain(`body.${property}`)
    },
  )

  const typed = withBody.flatMap((row) =>
    row.properties.filter(({ isNullable }) => !isNullable).map((property) => ({ ...row, property: property.name })),
  )
  test.each(typed)(
    '$name refuses null and a list for $property from $accessType and names it',
    async ({ spec, accessType, property }) => {
      for (const value of [null, [[]]]) {
        const answer = await caller(accessType).send(spec.method, pathOf(spec), { [property]: value })

        expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
        expect(answer.text).toContain(`body.${property}`)
      }
    },
  )

  const writing = all.filter(({ spec }) => spec.method !== 'GET')
  test.each(writing)('$name refuses bodies that cannot be parsed', async ({ spec }) => {
    const deep = '['.repeat(40) + ']'.repeat(40)
    const documentKeys = spec.mayCarryDocument ? BODY_WITH_DOCUMENT_MAX_KEYS : BODY_MAX_KEYS
    const keys = spec.mayCarryRecords ? BODY_WITH_RECORDS_MAX_KEYS : documentKeys
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: keys + 100 }, (_, index) => [`key${index}`, 1])),
    )
    const bodies = [
      ['{"a":1e400}', 'application/json'],
      ['{', 'application/json'],
      ['{"a":"\\u0000"}', 'application/json'],
      ['{"a":"\\ud800"}', 'application/json'],
      [new Uint8Array([0xff, 0xfe]), 'application/json'],
      [deep, 'application/json'],
      [wide, 'application/json'],
      ['x', 'multipart/form-data; boundary=x'],
      ['<a/>', 'application/xml'],
    ] as const
    for (const [rawBody, contentType] of bodies) {
      const answer = await someCaller(spec).send(spec.method, pathOf(spec), undefined, {
        rawBody,
        headers: { 'content-type': contentType },
      })

      expect(answer).toMatchObject({ status: 400, body: { code: 'BODY_PARSING_ERROR' } })
    }
  })

  test.each(writing)('$name answers 413 to a body that is too large', async ({ spec }) => {
    const imageLimit = spec.mayCarryImage ? BODY_WITH_IMAGE_MAX_BYTES : BODY_MAX_BYTES
    const documentLimit = spec.mayCarryDocument ? BODY_WITH_DOCUMENT_MAX_BYTES : imageLimit
    const limit = spec.mayCarryRecords ? BODY_WITH_RECORDS_MAX_BYTES : documentLimit
    const answer = await someCaller(spec).send(spec.method, pathOf(spec), { text: 'x'.repeat(limit) })

    expect(answer.status).toBe(413)
  })

  test.each(writing)('$name answers 415 to a compressed body', async ({ spec }) => {
    const answer = await someCaller(spec).send(
      spec.method,
      pathOf(spec),
      {},
      { headers: { 'content-encoding': 'gzip' } },
    )

    expect(answer.status).toBe(415)
  })
})

describe('random JSON', () => {
  // Deleting the project or its user would break the other cases.
  const harmless = all.filter(
    ({ name }) => !['deleteCurrentProject', 'deleteProject', 'deleteCurrentUser', 'signOut'].includes(name),
  )
  test.each(harmless)('$name never answers it with 5xx', async ({ spec }) => {
    const schema = bodySchema(spec, allowedAccessTypes(spec)[0] ?? null)
    const names = schema ? propertiesOf(schema).properties.map(({ name }) => name) : []
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.emailAddress(), fc.webUrl(), fc.uuid())
    const body = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor', ...names), fc.string()), value, {
        maxKeys: 6,
      }),
    )
    await fc.assert(
      fc.asyncProperty(body, async (generated) => {
        const answer = await someCaller(spec).send(
          spec.method,
          pathOf(spec),
          spec.method === 'GET' ? undefined : generated,
        )

        expect(answer.status).toBeLessThan(500)
      }),
      // Calls without a body do not vary.
      { numRuns: spec.method === 'GET' ? 1 : 25 },
    )
  })
})
