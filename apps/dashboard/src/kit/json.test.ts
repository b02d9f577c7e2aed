import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isSameJson, parseJson, parseJsonObject } from './json.ts'

describe('the JSON of an editor', () => {
  test.each([
    ['', 'end', 1],
    ['{\n  "plan": pro\n}', 'value', 2],
    ['{\n  "plan": "pro,\n  "seats": 4\n}', 'string', 2],
    ['{\n  "a": 1\n  "b": 2\n}', 'comma', 3],
    ["{ 'a': 1 }", 'key', 1],
    ['{ "a" 1 }', 'colon', 1],
    ['{ "a": 1, }', 'trailing', 1],
    ['[1, 2,\n]', 'trailing', 1],
    ['{ "a": 01 }', 'number', 1],
    ['{ "a": "\\x" }', 'escape', 1],
    ['{}\n{}', 'extra', 2],
    ['{ "a": 1,\n"a": 2 }', 'duplicate', 2],
    ['{ "a": [1', 'end', 1],
  ])('names the problem and the line of %j', (text, problem, line) => {
    expect(parseJson(text)).toEqual({ ok: false, problem, line })
  })

  test('has to be an object for a document', () => {
    expect(parseJsonObject('[1]')).toEqual({ ok: false, problem: 'object', line: 1 })
    expect(parseJsonObject('{"a":[null]}')).toEqual({ ok: true, value: { a: [null] } })
  })

  test('is accepted exactly if JSON.parse accepts it', () => {
    const almostJson = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', '}', '\\', '1', '\n'))
      .map(
        ([text, at, inserted]) =>
          text.slice(0, at % (text.length + 1)) + inserted + text.slice((at % (text.length + 1)) + 1),
      )
    fc.assert(
      fc.property(fc.oneof(fc.json(), almostJson), (text) => {
        const parsed = parseJson(text)
        if (!parsed.ok && parsed.problem === 'duplicate') return
        let expected: unknown
        try {
          expected = { ok: true, value: JSON.parse(text) as unknown }
        } catch {
          expected = false
        }
        expect(parsed.ok ? parsed : false).toEqual(expected)
      }),
    )
  })

  test('is the same with other spaces and another order of the keys, and not with other values', () => {
    expect(isSameJson('{"a":{"b":1,"c":[1,2]}}', '{ "a": { "c": [1, 2], "b": 1 } }')).toBe(true)
    expect(isSameJson('{"a":[1,2]}', '{"a":[2,1]}')).toBe(false)
    expect(isSameJson('{"a":', '{"a":')).toBe(false)
  })
})
