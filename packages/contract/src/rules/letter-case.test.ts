import { projectUpdate } from '@portico/contract'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { toCamelCase, toCamelCaseMembers, toSnakeCase, type CamelCased, type SnakeCased } from './letter-case.ts'

interface Wire {
  sender_name: string
  oauth_providers: { client_id?: string; is_on: boolean | null }[]
}

interface Domain {
  senderName: string
  oauthProviders: { clientId?: string; isOn: boolean | null }[]
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/)
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('_'))
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(name, tie('value'), { noNullPrototype: true }),
  ),
})).value

describe('conversion between snake_case and camelCase', () => {
  test('renames members at every level and leaves values unchanged', () => {
    const wire: Wire = { sender_name: 'a_b', oauth_providers: [{ client_id: 'x_y', is_on: null }] }
    const domain: Domain = { senderName: 'a_b', oauthProviders: [{ clientId: 'x_y', isOn: null }] }

    expect(toCamelCase(wire)).toEqual(domain)
    expect(toSnakeCase(domain)).toEqual(wire)
  })

  test('keeps the names of claims, which owners choose', () => {
    const wire = {
      config: { access_token_claims: { billing_plan: 'server_metadata.billing_plan', a_1: 'client_metadata.a' } },
    }

    expect(toCamelCase(wire)).toEqual({ config: { accessTokenClaims: wire.config.access_token_claims } })
    expect(toSnakeCase(toCamelCase(wire))).toEqual(wire)
  })

  test('renames only the top level with toCamelCaseMembers', () => {
    const wire = { client_metadata: { favourite_colour: 'red' } }

    expect(toCamelCaseMembers(wire)).toEqual({ clientMetadata: { favourite_colour: 'red' } })
    expectTypeOf(toCamelCaseMembers(wire)).toEqualTypeOf<{ clientMetadata: { favourite_colour: string } }>()
  })

  test('renames everything within the named members with toCamelCaseMembers', () => {
    const wire = { client_metadata: { favourite_colour: 'red' }, risk_scores: { sign_up: { free_trial_abuse: 1 } } }
    const domain = { clientMetadata: { favourite_colour: 'red' }, riskScores: { signUp: { freeTrialAbuse: 1 } } }

    expect(toCamelCaseMembers(wire, 'risk_scores')).toEqual(domain)
    expectTypeOf(toCamelCaseMembers(wire, 'risk_scores')).toEqualTypeOf<typeof domain>()
  })

  test('describes the renamed members in its types', () => {
    expectTypeOf<CamelCased<Wire>>().toEqualTypeOf<Domain>()
    expectTypeOf<SnakeCased<Domain>>().toEqualTypeOf<Wire>()
  })

  test('returns the original value after a round trip', () => {
    fc.assert(
      fc.property(value, (original) => {
        expect(toSnakeCase(toCamelCase(original))).toEqual(original)
      }),
    )
  })

  test('converts every project setting without loss', () => {
    const names = Object.keys(projectUpdate.shape.config.unwrap().shape)
    const settings = Object.fromEntries(names.map((setting) => [setting, true]))

    expect(toSnakeCase(toCamelCase(settings))).toEqual(settings)
    expect(Object.keys(toCamelCase(settings)).join('')).not.toContain('_')
  })
})
