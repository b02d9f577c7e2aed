import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test, vi } from 'vitest'

/** What a page downloads for the whole SDK; decision 010 says what is in it and why it is not 12 kB. */
const CLIENT_ENTRY_MAX_BYTES = 13_000

/** The passkey ceremonies are the largest of them. */
const ON_DEMAND_MAX_BYTES = 3_000

/**
 * Bundles an entry the way a host application does, with its own code around it: what is loaded on demand gets chunks of
 * its own, and what those share with the entry stays in the entry.
 */
async function bundle(entry: string): Promise<[entry: Rolldown.OutputChunk, ...onDemand: Rolldown.OutputChunk[]]> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { conditions: ['@portico/source'] },
    build: {
      write: false,
      // Not as an application, for which Vite adds code of its own to preload chunks.
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        // The hashes in the names follow from the folder of the project, and so would the compressed size.
        output: { minify: true, chunkFileNames: '[name].js' },
      },
    },
    // One build without `watch` and of one format gives a list of one output.
  }).then((outputs) => [outputs].flat()[0])) as Rolldown.RolldownOutput
  const [first, ...others] = output
  return [first, ...others.filter((other) => other.type === 'chunk')]
}

const sizeOf = ({ code }: Rolldown.OutputChunk): number => gzipSync(code, { level: 9 }).length

test('given the client entry, when bundled, then it is within its budget', async () => {
  const [entry] = await bundle('src/client.ts')
  const bytes = sizeOf(entry)

  expect(bytes).toBeLessThanOrEqual(CLIENT_ENTRY_MAX_BYTES)
  // Far below means that something was lost on the way, and the budget would guard nothing.
  expect(bytes).toBeGreaterThan(CLIENT_ENTRY_MAX_BYTES / 2)
})

test.each(['src/client.ts', 'src/stack.ts', 'src/admin.ts'])(
  'given the entry %s, when bundled, then nothing of the service or of its libraries is in it',
  async (entry) => {
    const chunks = await bundle(entry)
    const names = chunks.map(({ fileName }) => fileName)
    const foreign = chunks
      .flatMap(({ moduleIds }) => moduleIds)
      .filter((id) => !/\/packages\/(client|contract|protocols)\/src\//.test(id))
    const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])

    expect(foreign).toEqual([])
    expect(imported.filter((name) => !names.includes(name))).toEqual([])
    expect(chunks.map(({ code }) => code).join('')).not.toMatch(/\bzod\b|secret_server_key/)
  },
)

test('given a way to sign in, when it is first used, then what it loads is small', async () => {
  const [, ...onDemand] = await bundle('src/client.ts')

  expect(onDemand.length).toBeGreaterThan(5)
  expect(onDemand.filter((chunk) => sizeOf(chunk) > ON_DEMAND_MAX_BYTES).map(({ fileName }) => fileName)).toEqual([])
})

test('given the smallest import, when bundled, then the rest is left out', async () => {
  const [{ code }] = await bundle('src/transport/known-error.ts')

  expect(code).not.toContain('x-stack-access-token')
})

test("given variables of Vite, when bundled, then their values are in the bundle's place of their names", async () => {
  const source = await readFile(new URL('src/environment.ts', import.meta.url), 'utf8')
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
