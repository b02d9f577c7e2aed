import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { SignUpFacts } from '../records/sign-ups/store.ts'
import { compileSignUpRules, type SignUpRule } from './sign-up-rules.ts'

const newUser: SignUpFacts = {
  at: new Date('2026-05-01T22:30:00Z'),
  method: 'otp',
  emailDomain: 'example.com',
  isEmailProved: true,
  countryCode: 'DE',
  isAnonymousNetwork: false,
}

function rule(when: SignUpRule['when'], then: SignUpRule['then'] = 'refuse'): SignUpRule {
  return { name: 'A rule', when, then }
}

function matches(when: SignUpRule['when'], facts: Partial<SignUpFacts> = {}, then?: SignUpRule['then']): boolean {
  return compileSignUpRules([rule(when, then)])({ ...newUser, ...facts }) === 0
}

describe('a condition', () => {
  test.each<[string, SignUpRule['when'], Partial<SignUpFacts>, boolean]>([
    ['no condition', {}, { emailDomain: null, countryCode: null }, true],
    ['a domain', { emailDomain: ['other.example', 'example.com'] }, {}, true],
    ['a domain, and one below it', { emailDomain: ['example.com'] }, { emailDomain: 'a.example.com' }, false],
    ['a pattern', { emailDomain: ['*.example.com'] }, { emailDomain: 'b.a.example.com' }, true],
    ['a pattern, and the domain itself', { emailDomain: ['*.example.com'] }, {}, false],
    ['a pattern, and a longer name', { emailDomain: ['*.example.com'] }, { emailDomain: 'bad-example.com' }, false],
    ['a domain without an address', { emailDomain: ['example.com'] }, { emailDomain: null }, false],
    ['a method', { method: ['password', 'otp'] }, {}, true],
    ['another method', { method: ['password'] }, {}, false],
    ['a country', { country: ['FR', 'DE'] }, {}, true],
    ['an unknown country', { country: ['DE'] }, { countryCode: null }, false],
    ['a disposable domain', { disposable: true }, { emailDomain: 'mailinator.com' }, true],
    ['a domain below a disposable one', { disposable: true }, { emailDomain: 'x.mailinator.com' }, true],
    ['a lasting domain', { disposable: false }, {}, true],
    ['no domain', { disposable: false }, { emailDomain: null }, false],
    ['an anonymous network', { anonymousNetwork: true }, { isAnonymousNetwork: true }, true],
    ['an unknown network', { anonymousNetwork: false }, { isAnonymousNetwork: null }, false],
    ['an hour in UTC', { hour: { from: 22, until: 23, timeZone: 'UTC' } }, {}, true],
    ['an hour over midnight', { hour: { from: 23, until: 1, timeZone: 'Europe/Berlin' } }, {}, true],
    ['the end of the hours', { hour: { from: 20, until: 22, timeZone: 'UTC' } }, {}, false],
    ['all conditions', { method: ['otp'], country: ['DE'] }, {}, true],
    ['one of two conditions', { method: ['otp'], country: ['FR'] }, {}, false],
  ])('decides by %s', (_what, when, facts, expected) => {
    expect(matches(when, facts)).toBe(expected)
  })

  test('admits no sign-up for an address that is not proved, and refuses as before', () => {
    const unproved = { isEmailProved: false }

    expect([
      matches({ emailDomain: ['example.com'] }, unproved, 'allow'),
      matches({ disposable: false }, unproved, 'allow'),
      matches({ method: ['otp'] }, unproved, 'allow'),
      matches({ emailDomain: ['example.com'] }, unproved, 'refuse'),
    ]).toEqual([false, false, true, true])
  })
})

test('the first rule whose conditions hold decides, whatever follows it', () => {
  const countries = fc.uniqueArray(fc.constantFrom('DE', 'FR', 'US'), { minLength: 1 })
  const conditions = fc.record(
    { country: countries, method: fc.uniqueArray(fc.constantFrom('password', 'otp'), { minLength: 1 }) },
    { requiredKeys: [] },
  )
  const rules = fc.array(
    fc.tuple(conditions, fc.constantFrom('allow', 'refuse')).map(([when, then]) => rule(when, then)),
  )
  const facts = fc.tuple(fc.constantFrom('DE', 'FR', 'US', null), fc.constantFrom('password', 'otp'))

  fc.assert(
    fc.property(rules, facts, (list, [countryCode, method]) => {
      const holds = ({ when }: SignUpRule): boolean =>
        (when.country?.some((country) => country === countryCode) ?? true) && (when.method?.includes(method) ?? true)

      expect(compileSignUpRules(list)({ ...newUser, countryCode, method })).toBe(list.findIndex(holds))
    }),
  )
})
