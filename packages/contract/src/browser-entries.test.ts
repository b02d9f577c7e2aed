import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { errorFamiliesModule } from '../error-families.ts'
import packageJson from '../package.json' with { type: 'json' }
import { errorFamilies, isErrorCode, isErrorWithin } from './catalogues/error-codes.ts'
import { errorCatalogue } from './catalogues/errors.ts'

const entries = Object.entries(packageJson.exports)
  .filter(([name]) => name !== '.')
  .flatMap(([name, target]) =>
    typeof target === 'string' ? [] : [[name, join(import.meta.dirname, '..', target['@portico/source'])] as const],
  )

/** Returns the packages that a module imports as values, directly or through modules of this package. */
function findImportedPackages(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const imported = [...source.matchAll(/^(?:import|export)(?! type\b)[^'"]*?\bfrom '([^']+)'/gm)].map(
    ([, name = '']) => name,
  )
  return imported.flatMap((name) => (name.startsWith('.') ? findImportedPackages(join(dirname(path), name)) : name))
}

describe('the entries for browsers', () => {
  test.each(entries)('%s imports no package', (_name, path) => {
    expect(findImportedPackages(path)).toEqual([])
  })

  test('differ from the main entry, which imports Zod', () => {
    expect(findImportedPackages(join(import.meta.dirname, 'contract.ts'))).toContain('zod')
  })
})

describe('the families of error codes', () => {
  test('are generated from the catalogue', () => {
    const families = Object.entries(errorCatalogue).map(([code, spec]) => [code, 'parent' in spec ? spec.parent : ''])

    expect(errorFamilies).toEqual(Object.fromEntries(families))
    expect(errorFamiliesModule(errorCatalogue)).toContain(
      `password_requirements_not_met: 'password_too_short password_too_long'`,
    )
  })

  test.each(['EMAIL_PASSWORD_MISMATCH', 'VERIFICATION_ERROR'])('include %s', (code) => {
    expect(isErrorCode(code)).toBe(true)
  })

  test.each(['MADE_UP', 'toString', '__proto__', ''])('do not include "%s"', (code) => {
    expect(isErrorCode(code)).toBe(false)
  })

  test.each([
    ['PASSWORD_TOO_SHORT', 'PASSWORD_REQUIREMENTS_NOT_MET', true],
    ['UNPARSABLE_ADMIN_ACCESS_TOKEN', 'PROJECT_AUTHENTICATION_ERROR', true],
    ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_SHORT', true],
    ['PASSWORD_REQUIREMENTS_NOT_MET', 'PASSWORD_TOO_SHORT', false],
    ['PASSWORD_TOO_SHORT', 'VERIFICATION_ERROR', false],
  ] as const)('contain codes: %s within %s is %j', (code, family, expected) => {
    expect(isErrorWithin(code, family)).toBe(expected)
  })
})
