import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { hasDuplicateKey, parseEscapedKeys, type EscapedKey } from './duplicate-keys.ts'

describe('hasDuplicateKey', () => {
  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{"c":1},"a":2}',
    '[{"x":[{"a":1,"b":2,"a":3}]}]',
    '{"a":1,"\\u0061":2}',
    '{"\\"":1,"\\u0022":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{ "a" : [ 1 , 2 ] , "a" : 3 }',
    '{"a":"\\\\","a":1}',
  ])('finds the duplicate in %s', (json) => {
    JSON.parse(json)

    expect(hasDuplicateKey(json)).toBe(true)
  })

  test.each([
    '1',
    '"a"',
    '[]',
    '{}',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a":{"a":{"a":[]}}}',
    '[{"a":1},{"a":2}]',
    '{"a":["a","a",{"a":1}],"b":1}',
    '{"a":"{\\"b\\":1,\\"b\\":2}","b":1}',
    '{"a":"\\\\","b":"\\\\\\"a\\":1,"}',
    '{"a":1,"A":2}',
  ])('finds none in %s', (json) => {
    JSON.parse(json)

    expect(hasDuplicateKey(json)).toBe(false)
  })

  const value = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 })
  const indent = fc.constantFrom('', ' ', '\t', '\n')

  test('finds no duplicate in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(value, indent, (written, space) => {
        expect(hasDuplicateKey(JSON.stringify(written, null, space))).toBe(false)
      }),
    )
  })

  // Compares the names as written, because V8 14 may parse an escaped key incorrectly (decision 014).
  test('finds a duplicate exactly if two members have the same name', () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', '"', '\\', '{', '__proto__'), fc.string({ unit: 'binary' }))
    const member = fc.tuple(name, value, fc.boolean())
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), value, (members, sibling) => {
        const written = members.map(([key, inner, isEscaped]) => `${keyText(key, isEscaped)}:${JSON.stringify(inner)}`)
        const json = `[${JSON.stringify(sibling)}, {"in": {${written.join()}}}]`
        JSON.parse(json)

        expect(hasDuplicateKey(json)).toBe(new Set(members.map(([key]) => key)).size < members.length)
      }),
      { numRuns: 500 },
    )
  })

  test('terminates for any text that JSON.parse accepts', () => {
    const text = fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]":,\\ a1') }))
    fc.assert(
      fc.property(text, (json) => {
        fc.pre(isJson(json))

        expect(typeof hasDuplicateKey(json)).toBe('boolean')
      }),
    )
  })
})

describe('parseEscapedKeys', () => {
  test('returns every key unchanged', () => {
    const name = fc.oneof(fc.constantFrom('a', '"', '\\', '\\u', '{', '__proto__', '0'), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, fc.boolean()), { selector: ([key]) => key }), (members) => {
        const object = `{${members.map(([key, isEscaped], index) => `${keyText(key, isEscaped)}:${index}`).join()}}`
        const json = `{"in":[${object},"\\u0061"],"\\u0061":${object}}`
        const keys: EscapedKey[] = []
        hasDuplicateKey(json, (key) => keys.push(key))

        const expected = Object.fromEntries(members.map(([key], index) => [key, index]))
        expect(parseEscapedKeys(json, keys)).toStrictEqual({ in: [expected, 'a'], a: expected })
      }),
      { numRuns: 500 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A key as JSON: plain, or with every code unit escaped. */
function keyText(name: string, isEscaped: boolean): string {
  if (!isEscaped) return JSON.stringify(name)
  return `"${name
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}"`
}
