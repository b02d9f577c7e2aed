import { describe, expect, test } from 'vitest'

import type { SignUpRule } from '../../data/sign-up-rules.ts'
import { signUpRulesTexts } from '../../texts/en/sign-up-rules.ts'
import {
  conditionsInWords,
  fieldsOfRule,
  formOfRule,
  moveRule,
  problemsOfRule,
  putRule,
  ruleOfForm,
} from './sign-up-rule-form.ts'

const t = signUpRulesTexts.en

const rules: readonly SignUpRule[] = [
  { name: 'Everybody', when: {}, then: 'refuse' },
  { name: 'Domains', when: { emailDomain: ['a.example', '*.b.example'], disposable: false }, then: 'allow' },
  {
    name: 'All',
    when: {
      emailDomain: ['a.example'],
      disposable: true,
      method: ['password', 'oauth'],
      country: ['DE', 'FR'],
      anonymousNetwork: true,
      hour: { from: 22, until: 0, timeZone: 'Europe/Berlin' },
    },
    then: 'refuse',
  },
]

describe('the form of a rule', () => {
  test.each<SignUpRule>([...rules, { name: 'Later', when: {}, then: 'hold' }])(
    'writes the rule $name back as it was read',
    (rule) => {
      expect(ruleOfForm(formOfRule(rule))).toEqual(rule)
    },
  )

  test('reads lists with any separator, once each, in the letter case of the wire', () => {
    const form = {
      ...formOfRule(null),
      name: ' New ',
      emailDomain: 'A.example,\n b.example; a.example',
      country: 'de,fr',
    }

    expect(ruleOfForm(form)).toEqual({
      name: 'New',
      when: { emailDomain: ['a.example', 'b.example'], country: ['DE', 'FR'] },
      then: 'refuse',
    })
  })

  test('says what is wrong', () => {
    const form = formOfRule(null)
    const fields = fieldsOfRule(t, form)
    const sentences = { empty: (field: string) => `${field} must not be empty` } as never

    expect([
      fields.name.problemOf(' ', sentences),
      fields.emailDomain.problemOf('a.example user@b.example', sentences),
      fields.country.problemOf('de Germany', sentences),
      fields.timeZone.problemOf('Mars/Base', sentences),
      problemsOfRule({ ...form, from: '3' }, t).until,
      problemsOfRule({ ...form, from: '3', until: '3' }, t).until,
      problemsOfRule({ ...form, from: '3', until: '2' }, t).until,
    ]).toEqual([
      'Name must not be empty',
      '“user@b.example” is not a domain, such as example.com or *.example.com',
      '“GERMANY” is not a country code, such as DE',
      'Enter a time zone, such as Europe/Berlin',
      'Choose two different hours, or none',
      'Choose two different hours, or none',
      undefined,
    ])
  })
})

test('the conditions of a rule are said in words', () => {
  expect(rules.map(({ when }) => conditionsInWords(when, t))).toEqual([
    [],
    ['Email domain: a.example, *.b.example', 'No disposable address'],
    [
      'Email domain: a.example',
      'Disposable address',
      'With: Password, Provider',
      'Country: DE, FR',
      'Anonymous network',
      '22:00 to 0:00 (Europe/Berlin)',
    ],
  ])
})

test('a written rule replaces the edited one, wherever another owner has moved it, and no other rule', () => {
  const [first, second, third] = rules as readonly [SignUpRule, SignUpRule, SignUpRule]
  const written = { ...second, name: 'Written' }

  expect([
    putRule(rules, { index: 1, rule: second }, written),
    putRule([second, second], { index: 1, rule: second }, written),
    putRule([second, third, first], { index: 1, rule: second }, written),
    putRule([first, third], { index: 1, rule: second }, written),
    putRule([first], { index: 0, rule: null }, written),
  ]).toEqual([
    [first, written, third],
    [second, written],
    [written, third, first],
    [first, written, third],
    [first, written],
  ])
})

test('a moved rule changes its place only', () => {
  const names = (list: readonly SignUpRule[]): string[] => list.map(({ name }) => name)

  expect(names(moveRule(rules, 2, 1))).toEqual(['Everybody', 'All', 'Domains'])
  expect(names(moveRule(rules, 0, 1))).toEqual(['Domains', 'Everybody', 'All'])
})
