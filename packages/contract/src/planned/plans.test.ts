import { readdirSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { errorCatalogue } from '../errors.ts'
import { events } from '../events.ts'
import * as contract from '../contract.ts'
import { rateLimitDefaults } from '../limits/rate-limits.ts'
import type { Plan } from './plan.ts'
import { plans } from './plans.ts'

const all: readonly (readonly [string, Plan])[] = Object.entries(plans)
const decisions = readdirSync(new URL('../../../../docs/decisions', import.meta.url))

/** The names that more than one plan, or a plan and the contract, describe. */
function describedTwice(ofPlan: (plan: Plan) => readonly string[], ofContract: readonly string[]): string[] {
  const names = [...all.flatMap(([, plan]) => ofPlan(plan)), ...ofContract]
  return names.filter((name, index) => names.indexOf(name) !== index)
}

describe('the plans', () => {
  test.each(all)('of %s have a decision record', (_name, { decision }) => {
    expect(decisions.filter((file) => file.startsWith(`${decision}-`))).toHaveLength(1)
  })

  test('describe nothing that the contract or another plan describes', () => {
    const call = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

    expect([
      ...describedTwice(({ constants }) => Object.keys(constants), Object.keys(contract)),
      ...describedTwice(({ endpoints }) => Object.keys(endpoints), [...contract.endpoints.keys()]),
      ...describedTwice(
        ({ endpoints }) => Object.values(endpoints).map(call),
        [...contract.endpoints.values()].map(call),
      ),
      ...describedTwice(({ errors }) => Object.keys(errors), Object.keys(errorCatalogue)),
      ...describedTwice(({ limits }) => Object.keys(limits), Object.keys(rateLimitDefaults)),
      ...describedTwice((plan) => Object.keys(plan.events), Object.keys(events)),
      ...describedTwice(({ mails }) => Object.keys(mails), contract.mailTypes),
    ]).toEqual([])
  })

  test('raise only errors of the catalogue or of a plan', () => {
    const known = new Set([...Object.keys(errorCatalogue), ...all.flatMap(([, { errors }]) => Object.keys(errors))])
    const unknown = all.flatMap(([, { endpoints }]) => Object.values(endpoints).flatMap(({ errors }) => errors))

    expect(unknown.filter((code) => !known.has(code))).toEqual([])
  })

  test('name the act of each limited endpoint', () => {
    const known = new Set([...Object.keys(rateLimitDefaults), ...all.flatMap(([, { limits }]) => Object.keys(limits))])
    const wrong = all.flatMap(([, { endpoints }]) =>
      Object.entries(endpoints)
        .filter(([, { isRateLimited, limit }]) =>
          isRateLimited ? limit === undefined || !known.has(limit) : limit !== undefined,
        )
        .map(([name]) => name),
    )

    expect(wrong).toEqual([])
  })

  test('add fields to schemas and endpoints of the contract', () => {
    const exported = new Set([...Object.keys(contract), ...Object.keys(errorCatalogue), 'userListQuery'])
    const names = all.flatMap(([, { fields }]) => Object.keys(fields).map((place) => place.split(' ')[0] ?? ''))

    expect(names.filter((name) => !exported.has(name))).toEqual([])
  })
})

test('the table of required factors has each way to get tokens', () => {
  const methods = contract.signInMethods.filter(
    (method) => !['totp', 'recovery_code', 'passkey', 'anonymous'].includes(method),
  )

  expect(Object.keys(contract.requiredFactorResults)).toEqual(expect.arrayContaining(methods))
})
