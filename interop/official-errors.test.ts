import { createRequire } from 'node:module'
import { errorCatalogue, type ErrorSpec } from '@portico/contract'
import { describe, expect, test } from 'vitest'

/** Each published version, with the package that contains its errors. */
const catalogues = [
  ['2.8.3', '@stackframe/js'],
  ['2.8.12', 'stackframe-react-oldest'],
  ['2.8.108', 'stackframe-js-newest'],
] as const

/** The errors that the service can send. */
const sentErrors = Object.entries(errorCatalogue as Readonly<Record<string, ErrorSpec>>).filter(
  ([, { status, local }]) => status !== null && local !== true,
)

interface OfficialErrors {
  readonly KnownErrors: Readonly<Record<string, { readonly prototype: { readonly errorCode: string } }>>
}

describe('a code that an official client does not know', () => {
  test.each(catalogues)('is an extension for %s', async (version, client) => {
    const known = await readOfficialCodes(client)

    const unmarked = sentErrors.filter(([code, { isExtension }]) => !known.has(code) && isExtension !== true)

    expect(known.size, `codes of ${version}`).toBeGreaterThan(90)
    expect(unmarked.map(([code]) => code)).toEqual([])
  })
})

test('an extension is unknown to at least one official client', async () => {
  const catalogueOfEach = await Promise.all(catalogues.map(([, client]) => readOfficialCodes(client)))

  const extensions = sentErrors.filter(([, { isExtension }]) => isExtension).map(([code]) => code)

  expect(extensions).not.toEqual([])
  expect(extensions.filter((code) => catalogueOfEach.every((known) => known.has(code)))).toEqual([])
})

/** The codes that a client turns into its own errors. It treats every other code as unsupported. */
async function readOfficialCodes(client: string): Promise<ReadonlySet<string>> {
  const path = createRequire(createRequire(import.meta.url).resolve(client)).resolve(
    '@stackframe/stack-shared/dist/known-errors',
  )
  const { KnownErrors } = (await import(path)) as OfficialErrors
  return new Set(Object.values(KnownErrors).map(({ prototype }) => prototype.errorCode))
}
