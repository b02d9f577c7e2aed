import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readExternalProjectName } from './external-project-name.ts'

function encoded(value: unknown, encoding: 'base64' | 'base64url' = 'base64'): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(encoding)
}

describe('the name of the project at the partner', () => {
  test.each([
    ['external_project_name', encoded({ details: { external_project_name: 'Shop' } }), 'Shop'],
    ['neon_project_name', encoded({ details: { neon_project_name: 'Shop' } }), 'Shop'],
    ['base64url', encoded({ details: { neon_project_name: 'Bücher ??>' } }, 'base64url'), 'Bücher ??>'],
    ['spaces', encoded({ details: { neon_project_name: '  Shop ' } }), 'Shop'],
    ['a long name', encoded({ details: { neon_project_name: '𝒜'.repeat(300) } }), '𝒜'.repeat(256)],
    ['no details', encoded({ neon_project_name: 'Shop' }), null],
    ['another type', encoded({ details: { neon_project_name: 7 } }), null],
    ['an empty name', encoded({ details: { neon_project_name: ' ' } }), null],
    ['a NUL character', encoded({ details: { neon_project_name: 'a\0b' } }), null],
    ['no JSON', encoded('Shop'), null],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64'), null],
    ['plain text', 'af0ifjsldkj', null],
  ])('is read from a state with %s', (_what, state, name) => {
    expect(readExternalProjectName(state)).toBe(name)
  })

  test('is missing for any other state', () => {
    fc.assert(fc.property(fc.string(), (state) => readExternalProjectName(state) === null))
  })
})
