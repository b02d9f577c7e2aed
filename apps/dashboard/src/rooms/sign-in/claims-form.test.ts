import { describe, expect, test } from 'vitest'

import { claimsTexts } from '../../texts/en/claims.ts'
import { claimsOf, findLinesProblem, linesOf, listWrittenByUsers } from './claims-form.ts'

const claims = { size: 'client_metadata.size', plan: 'server_metadata.billing.plan' }
const t = claimsTexts.en

describe('the lines of claims', () => {
  test('are read as they are shown, with empty lines and spaces', () => {
    expect(linesOf(claims)).toBe('plan = server_metadata.billing.plan\nsize = client_metadata.size')
    expect(claimsOf(` size=client_metadata.size \n\n${linesOf({ plan: claims.plan })}\n`)).toEqual(claims)
    expect(findLinesProblem(linesOf(claims), t)).toBeNull()
    expect(findLinesProblem('', t)).toBeNull()
  })

  test.each([
    ['plan', t.lineWrong('plan')],
    ['plan = email', t.lineWrong('plan = email')],
    ['planName = server_metadata.plan', t.lineWrong('planName = server_metadata.plan')],
    [`${'x'.repeat(33)} = server_metadata.x`, t.lineWrong(`${'x'.repeat(33)} = server_metadata.x`)],
    ['a = server_metadata.b\na = server_metadata.c', t.nameTwice('a')],
    [Array.from({ length: 21 }, (_, index) => `x${index} = server_metadata.x`).join('\n'), t.tooMany(20)],
  ])('%j has a problem', (text, sentence) => {
    expect(findLinesProblem(text, t)).toBe(sentence)
  })

  test('name the claims that users write themselves', () => {
    expect(listWrittenByUsers({ ...claims, region: 'client_read_only_metadata.region' })).toEqual(['size'])
  })
})
