import { randomBytes, randomUUID } from 'node:crypto'

import {
  accessTypes,
  endpoints,
  variantFor,
  type AccessType,
  type EndpointSpec,
  type UserServerRead,
} from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

// Derived from the contract: every access type writes and reads exactly the fields of its variant.

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { oauth_providers: lookAlikeProviders, magic_link_enabled: true, recent_sign_in_required: false },
  })
})

afterAll(() => portico.close())

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Example {
  /** A value that the field accepts. */
  readonly value: () => unknown
  /** Other fields that the value depends on. */
  readonly given?: () => object
  /** The field and value of the answer that shows the effect. Default: the same field has the same value. */
  readonly shown?: Readonly<Record<string, unknown>>
}

const withAddress = (): object => ({ primary_email: someEmail() })

const examples: Readonly<Record<string, Example>> = {
  display_name: { value: () => 'Ada' },
  profile_image_url: { value: () => pixel, shown: { profile_image_url: expect.any(String) } },
  client_metadata: { value: () => ({ a: 1 }) },
  client_read_only_metadata: { value: () => ({ b: 1 }) },
  server_metadata: { value: () => ({ c: 1 }) },
  primary_email: { value: someEmail, shown: { primary_email: expect.stringContaining('@') } },
  primary_email_verified: { value: () => true, given: withAddress },
  primary_email_auth_enabled: { value: () => true, given: withAddress },
  password: { value: () => 'a long enough passphrase', given: withAddress, shown: { has_password: true } },
  password_hash: { value: () => `$2b$10$${'a'.repeat(53)}`, given: withAddress, shown: { has_password: true } },
  otp_auth_enabled: { value: () => true },
  passkey_auth_enabled: { value: () => false },
  totp_secret_base64: { value: () => randomBytes(20).toString('base64'), shown: { requires_totp_mfa: true } },
  totp_code: { value: () => '123456', shown: {} },
  selected_team_id: { value: () => null },
  is_anonymous: { value: () => false },
  locale: { value: () => 'pt-BR' },
  id: { value: randomUUID },
  signed_up_at_millis: { value: () => 86_400_000 },
  country_code: { value: () => 'SE' },
  risk_scores: { value: () => ({ sign_up: { bot: 1, free_trial_abuse: 2 } }) },
  oauth_providers: {
    value: () => [{ id: 'github', account_id: randomBytes(6).readUIntBE(0, 6).toString() }],
    shown: { oauth_providers: [expect.objectContaining({ id: 'github' })] },
  },
  restricted_by_admin: { value: () => true },
  restricted_by_admin_reason: { value: () => 'Spam', given: () => ({ restricted_by_admin: true }) },
  restricted_by_admin_private_details: { value: () => 'Ticket 1', given: () => ({ restricted_by_admin: true }) },
  restricted_by_admin_until_millis: {
    value: () => portico.clock.now().getTime() + 86_400_000,
    given: () => ({ restricted_by_admin: true }),
    shown: { restricted_by_admin_until_millis: expect.any(Number) },
  },
}

const writing = [...endpoints].filter(([name]) => ['updateCurrentUser', 'updateUser', 'createUser'].includes(name))
const reading = [...endpoints].filter(([name]) => ['readCurrentUser', 'readUser', 'listUsers'].includes(name))

function fieldsOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodObject)) throw new Error('The matrix knows objects only.')
  return Object.keys(schema.shape)
}

/** The fields that every answer has. An optional one belongs to sessions of another kind. */
function alwaysReadFieldsOf(schema: unknown): string[] {
  return fieldsOf(schema).filter((name) => !((schema as z.ZodObject).shape[name] instanceof z.ZodOptional))
}

function variantsOf([name, spec]: readonly [string, EndpointSpec]): {
  name: string
  spec: EndpointSpec
  accessType: AccessType
}[] {
  return accessTypes.filter((type) => type in spec.access).map((accessType) => ({ name, spec, accessType }))
}

const writable = (spec: EndpointSpec, accessType: AccessType): string[] => fieldsOf(variantFor(spec, accessType)?.body)

const allFields = [
  ...new Set(
    writing.flatMap((entry) => variantsOf(entry).flatMap(({ spec, accessType }) => writable(spec, accessType))),
  ),
]

/** Sends the fields to a new user, or creates one with them. */
async function write(spec: EndpointSpec, accessType: AccessType, body: object): Promise<Answer> {
  if (spec.method === 'POST') return project[accessType]().post(spec.path, body)
  const user = await project.signUp()
  // A client sets up an authenticator app only once the address is claimed.
  if ('totp_secret_base64' in body) await project.server(user).patch('/users/me', { primary_email_verified: true })
  return project[accessType](user).patch(spec.path.replace('{user_id}', user.id), body)
}

test('there is an example of every field that the contract declares', () => {
  expect(Object.keys(examples).toSorted()).toEqual(allFields.toSorted())
})

describe.each(writing.flatMap(variantsOf))('$name as $accessType', ({ spec, accessType }) => {
  const own = writable(spec, accessType)

  test.each(allFields.filter((field) => own.includes(field)))('writes %s', async (field) => {
    const { value, given = () => ({}), shown } = examples[field] as Example
    const written = value()
    // Clients cannot set some of the fields that an example depends on; a user who signed up has them.
    const others = Object.fromEntries(Object.entries(given()).filter(([name]) => own.includes(name)))

    const answer = await write(spec, accessType, { ...others, [field]: written })

    expect(answer).toMatchObject({ status: spec.status ?? 200, body: shown ?? { [field]: written } })
  })

  const others = allFields.filter((field) => !own.includes(field))
  test.runIf(others.length > 0).each(others)('refuses %s as an unknown property', async (field) => {
    const answer = await write(spec, accessType, { [field]: examples[field]?.value() })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain(`body contains unknown properties: ${field}`)
  })

  test('refuses fields that no caller may write', async () => {
    const names = [
      ...(spec.method === 'POST' ? [] : ['id', 'signed_up_at_millis']),
      'last_active_at_millis',
      'has_password',
      'is_restricted',
      'selected_team',
    ]

    const answer = await write(spec, accessType, Object.fromEntries(names.map((name) => [name, null])))

    expect(answer.text).toContain(`body contains unknown properties: ${names.join(', ')}`)
  })
})

describe.each(reading.flatMap(variantsOf))('$name as $accessType', ({ name, spec, accessType }) => {
  test('returns exactly the fields of its variant', async () => {
    const user = await project.signUp()
    const response = variantFor(spec, accessType)?.response
    const path = spec.path.replace('{user_id}', user.id)

    const answer = await project[accessType](name === 'readCurrentUser' ? user : undefined).get<unknown>(path)

    const isList = name === 'listUsers'
    const [read] = isList ? (answer.body as { items: UserServerRead[] }).items : [answer.body]
    const item = isList ? (response as z.ZodObject<{ items: z.ZodArray }>).shape.items.element : response
    expect(Object.keys(read as object).toSorted()).toEqual(alwaysReadFieldsOf(item).toSorted())
  })
})
