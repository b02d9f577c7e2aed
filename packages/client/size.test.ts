import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test, vi } from 'vitest'

/** Compressed size of the entry. Decision 010 lists its contents and explains why the limit is not 12 kB. */
const CLIENT_ENTRY_MAX_BYTES = 13_000

/** Compressed size of one on-demand chunk. The largest one contains the passkey ceremonies. */
const ON_DEMAND_MAX_BYTES = 3_000

/**
 * Bundles an entry as a host application does. Code that is loaded on demand gets separate chunks. Code that they share
 * with the entry stays in the entry.
 */
async function bundle(entry: string): Promise<[entry: Rolldown.OutputChunk, ...onDemand: Rolldown.OutputChunk[]]> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { conditions: ['@portico/source'] },
    build: {
      write: false,
      // As a library, because Vite adds preload code to applications.
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        // Without hashes: they depend on the folder of the project and would change the compressed size.
        output: { minify: true, chunkFileNames: '[name].js' },
      },
    },
    // A build of one format without `watch` returns one output.
  }).then((outputs) => [outputs].flat()[0])) as Rolldown.RolldownOutput
  const [first, ...others] = output
  return [first, ...others.filter((other) => other.type === 'chunk')]
}

const sizeOf = ({ code }: Rolldown.OutputChunk): number => gzipSync(code, { level: 9 }).length

test('the client entry is within its budget', async () => {
  const [entry] = await bundle('src/client.ts')
  const bytes = sizeOf(entry)

  expect(bytes).toBeLessThanOrEqual(CLIENT_ENTRY_MAX_BYTES)
  // A much smaller bundle would lack code.
  expect(bytes).toBeGreaterThan(CLIENT_ENTRY_MAX_BYTES / 2)
})

/** Text that occurs only in code for servers. */
const serverCode = /\bzod\b|\bsecret_server_key|secret-server-key|secretServerKey|jwks/

test('the client entry contains no server code and no libraries', async () => {
  const chunks = await bundle('src/client.ts')
  const code = chunks.map((chunk) => chunk.code).join('')

  expectOnlyOwnModules(chunks)
  expect(code.match(serverCode)).toBeNull()
})

test('a migrated page loads no server code, unless its user lists or creates projects', async () => {
  const [page, ...others] = await bundle('test/migrated-page.ts')
  const loaded = [page, ...others.filter(({ fileName }) => page.imports.includes(fileName))]
  const withServerCode = others.filter(({ code }) => serverCode.test(code))

  expectOnlyOwnModules([page, ...others])
  expect(loaded.flatMap(({ imports }) => imports).filter((name) => !page.imports.includes(name))).toEqual([])
  expect(loaded.map(({ code }) => code).join('')).not.toMatch(serverCode)
  // The app of an owner loads the second file if it verifies a token.
  const names = withServerCode.map(({ fileName }) => fileName)
  expect(names.toSorted()).toEqual(['access-token-verifier.js', 'admin-app.js'])
})

/** Text that occurs only in code for admins. */
const adminCode = /super-secret-admin-key|-permission-definitions/

test.each([
  ['src/server.ts', false],
  ['src/admin.ts', true],
  ['test/owner-page.ts', true],
])(
  'the entry %s contains no libraries and needs only what every web-standard runtime has',
  async (entry, hasAdminCode) => {
    const chunks = await bundle(entry)
    const code = chunks.map((chunk) => chunk.code).join('')

    expectOnlyOwnModules(chunks)
    expect(code).toMatch(serverCode)
    expect(adminCode.test(code)).toBe(hasAdminCode)
    expect(code).not.toMatch(/\bnode:|\bBuffer\b|\brequire\(/)
  },
)

function expectOnlyOwnModules(chunks: readonly Rolldown.OutputChunk[]): void {
  const names = chunks.map(({ fileName }) => fileName)
  const foreign = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => !/\/packages\/(client|contract|protocols)\/(src|test)\/|^\0rolldown\/runtime/.test(id))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])

  expect(foreign).toEqual([])
  expect(imported.filter((name) => !names.includes(name))).toEqual([])
}

test('each on-demand chunk is within its budget', async () => {
  const [, ...onDemand] = await bundle('src/client.ts')

  expect(onDemand.length).toBeGreaterThan(5)
  expect(onDemand.filter((chunk) => sizeOf(chunk) > ON_DEMAND_MAX_BYTES).map(({ fileName }) => fileName)).toEqual([])
})

test('an import of known errors excludes the rest of the SDK', async () => {
  const [{ code }] = await bundle('src/transport/known-error.ts')

  expect(code).not.toContain('x-stack-access-token')
})

test('bundling replaces the names of Vite variables by their values', async () => {
  const source = await readFile(new URL('src/app/environment.ts', import.meta.url), 'utf8')
  const names = [...new Set(source.match(/\bVITE_\w+/g))]
  for (const name of names) vi.stubEnv(name, `inlined-${name.toLowerCase()}`)
  try {
    const [{ code }] = await bundle('src/client.ts')

    expect(names).toContain('VITE_PORTICO_EXTRA_REQUEST_HEADERS')
    expect(names.filter((name) => !code.includes(`inlined-${name.toLowerCase()}`))).toEqual([])
    expect(names.filter((name) => code.includes(name))).toEqual([])
  } finally {
    vi.unstubAllEnvs()
  }
})
