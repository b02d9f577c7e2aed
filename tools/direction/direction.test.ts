import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

import { findViolations } from './find-violations.ts'
import type { House } from './houses.ts'
import { readSources } from './read-sources.ts'

const house: House = {
  floors: [['.'], ['flows', 'admin'], ['records'], ['kernel']],
  neighbours: { 'flows/mfa': ['flows/password'], 'records/*': ['records/users'] },
}

/** Returns the violations in a package with these files. */
function check(files: Readonly<Record<string, string>>): string[] {
  const src = mkdtempSync(join(tmpdir(), 'portico-direction-'))
  onTestFinished(() => rmSync(src, { recursive: true }))
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(join(src, dirname(path)), { recursive: true })
    writeFileSync(join(src, path), source)
  }
  return findViolations(readSources(src), house).map(({ sentence }) => sentence)
}

describe('an import of a higher floor', () => {
  test.each([
    ['of a value', `import { signIn } from '../../flows/password/password.ts'`],
    ['of a type', `import type { signIn } from '../../flows/password/password.ts'`],
    ['of an inline type', `import { type signIn } from '../../flows/password/password.ts'`],
    ['for its side effect', `import '../../flows/password/password.ts'`],
    ['by a dynamic import', `export const load = () => import('../../flows/password/password.ts')`],
    ['by a re-export', `export { signIn } from '../../flows/password/password.ts'`],
    ['by a re-export of all', `export * from '../../flows/password/password.ts'`],
  ])('%s is refused', (_kind, source) => {
    const violations = check({
      'flows/password/password.ts': 'export function signIn(): void {}',
      'records/users/store.ts': source,
    })

    expect(violations).toEqual(['upward: records/users/store.ts → flows/password/password.ts'])
  })

  test('is accepted in a test', () => {
    const violations = check({
      'flows/password/password.ts': 'export function signIn(): void {}',
      'records/users/store.test.ts': `import { signIn } from '../../flows/password/password.ts'`,
    })

    expect(violations).toEqual([])
  })
})

describe('an import of the same floor', () => {
  const password = 'export function signIn(): void {}'

  test('is accepted in the same room', () => {
    const source = `import { signIn } from './password.ts'`

    expect(check({ 'flows/password/password.ts': password, 'flows/password/routes.ts': source })).toEqual([])
  })

  test('is accepted from a room that lists the other one', () => {
    const source = `import { signIn } from '../password/password.ts'`

    expect(check({ 'flows/password/password.ts': password, 'flows/mfa/second-step.ts': source })).toEqual([])
  })

  test('is accepted from every room of a folder that lists the other one', () => {
    const files = { 'records/users/store.ts': password, 'records/teams/store.ts': `import '../users/store.ts'` }

    expect(check(files)).toEqual([])
    expect(check({ ...files, 'records/users/other.ts': `import '../teams/store.ts'` })).toContain(
      'not a listed neighbour: records/users/other.ts → records/teams/store.ts',
    )
  })

  test.each(['flows/otp/otp.ts', 'admin/users/users.ts'])('is refused from %s, which does not list it', (file) => {
    const source = `import { signIn } from '../../flows/password/password.ts'`

    expect(check({ 'flows/password/password.ts': password, [file]: source })).toEqual([
      `not a listed neighbour: ${file} → flows/password/password.ts`,
    ])
  })
})

test('an import of a lower floor is accepted', () => {
  const violations = check({
    'main.ts': `import { signIn } from './flows/password/password.ts'`,
    'flows/password/password.ts': `import { KnownError } from '../../kernel/errors.ts'\nexport function signIn(): void {}`,
    'kernel/errors.ts': 'export class KnownError extends Error {}',
  })

  expect(violations).toEqual([])
})

test('a folder without a floor is refused', () => {
  expect(check({ 'helpers/text.ts': 'export const text = 1' })).toEqual(['no floor: helpers'])
})

test('files that import each other are refused, also if they import only types', () => {
  const violations = check({
    'kernel/user.ts': `import type { Team } from './team.ts'\nexport interface User { team: Team }`,
    'kernel/team.ts': `import type { User } from './user.ts'\nexport interface Team { owner: User }`,
  })

  expect(violations).toEqual([
    'circle of files: kernel/team.ts → kernel/user.ts',
    'circle of files: kernel/user.ts → kernel/team.ts',
  ])
})

test('folders that import each other through a third folder are refused', () => {
  const violations = check({
    'flows/mfa/attempt.ts': 'export type Attempt = string',
    'flows/mfa/second-step.ts': `import { signIn } from '../password/sign-in.ts'`,
    'flows/password/sign-in.ts': `import { check } from './rules/rules.ts'\nexport function signIn(): void {}`,
    'flows/password/rules/rules.ts': `import type { Attempt } from '../../mfa/attempt.ts'`,
  })

  expect(violations).toEqual([
    'not a listed neighbour: flows/password/rules/rules.ts → flows/mfa/attempt.ts',
    'circle of folders: flows/mfa → flows/password',
    'circle of folders: flows/password/rules → flows/mfa',
    'circle of folders: flows/password → flows/password/rules',
  ])
})

test('a file that cannot be parsed is an error', () => {
  expect(() => check({ 'kernel/broken.ts': 'import {' })).toThrow(/kernel\/broken\.ts cannot be parsed/)
})

test('an import of a computed path is an error', () => {
  expect(() => check({ 'kernel/load.ts': 'export const load = (path: string) => import(path)' })).toThrow(
    'write the path as a plain string',
  )
})
