import { fileURLToPath } from 'node:url'

import { findSource, type Source } from '@portico/moving/sources'
import { describe, expect, onTestFinished, test } from 'vitest'

import { exitCodes } from '../kernel/exit-codes.ts'
import { prepareInput } from './source-files.ts'

const file = fileURLToPath(import.meta.url)

function source(id: string): Source {
  return findSource(id) ?? expect.unreachable()
}

function prepare(
  id: string,
  given: { file?: string; files?: Record<string, string>; options?: Record<string, string> },
) {
  return prepareInput(source(id), { file: given.file, files: given.files ?? {}, options: given.options ?? {} })
}

describe('the input of a source', () => {
  test('has the first file by its place and the others by their names', () => {
    expect(prepare('auth0', { file, files: { hashes: file } }).paths).toEqual({ users: file, hashes: file })
  })

  test('has options from the command line, and secrets from the environment only', () => {
    process.env['PORTICO_IMPORT_SIGNER_KEY'] = 'c2VjcmV0'
    onTestFinished(() => {
      delete process.env['PORTICO_IMPORT_SIGNER_KEY']
    })
    const options = { salt_separator: 'Bw==', rounds: '8', mem_cost: '14' }

    expect(prepare('firebase', { file, options }).input.options).toEqual({ ...options, signer_key: 'c2VjcmV0' })
    expect(() => prepare('firebase', { file, options: { ...options, signer_key: 'c2VjcmV0' } })).toThrow(
      'signer_key is a secret. Set PORTICO_IMPORT_SIGNER_KEY in the environment.',
    )
  })

  test.each([
    ['a missing file', {}, 'Name the file "users" of Auth0'],
    [
      'an unknown file',
      { file, files: { passwords: file } },
      'Auth0 has no file "passwords". Its files are: users, hashes.',
    ],
    ['an unknown option', { file, options: { rounds: '8' } }, 'Auth0 has no option "rounds". It has none.'],
  ])('is a usage error with %s', (_, given, message) => {
    expect(() => prepare('auth0', given)).toThrow(expect.objectContaining({ exitCode: exitCodes.usage }) as Error)
    expect(() => prepare('auth0', given)).toThrow(message)
  })

  test('knows how much of the files was read', async () => {
    const { input, readShare } = prepare('auth0', { file })

    expect(readShare()).toBe(0)
    for await (const chunk of input.files['users']?.open() ?? []) expect(chunk.length).toBeGreaterThan(0)
    expect(readShare()).toBe(1)
  })
})
