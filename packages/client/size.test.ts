import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test, vi } from 'vitest'

/**
 * What a page downloads for the whole SDK. 12 kB was the plan; what cookies, tabs and networks do to a session when they
 * misbehave took part of a thirteenth. The specification (section 9) allows 15.
 */
const CLIENT_ENTRY_MAX_BYTES = 13_000

/** Bundles an entry the way a host application does, with its own code around it. */
async function bundle(entry: string): Promise<Rolldown.OutputChunk> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { conditions: ['@portico/source'] },
    build: {
      write: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { minify: true } },
    },
    // One build without `watch` and with one output gives one output.
  })) as Rolldown.RolldownOutput
  return output.output[0]
}

test('given the client entry, when bundled, then it is within its budget', async () => {
  const { code } = await bundle('src/client.ts')
  const bytes = gzipSync(code, { level: 9 }).length

  expect(bytes).toBeLessThanOrEqual(CLIENT_ENTRY_MAX_BYTES)
  // Far below means that something was lost on the way, and the budget would guard nothing.
  expect(bytes).toBeGreaterThan(CLIENT_ENTRY_MAX_BYTES / 2)
})

test.each(['src/client.ts', 'src/stack.ts', 'src/admin.ts'])(
  'given the entry %s, when bundled, then nothing of the service or of its libraries is in it',
  async (entry) => {
    const { code, imports, dynamicImports, moduleIds } = await bundle(entry)
    const foreign = moduleIds.filter((id) => !/\/packages\/(client|protocols)\/src\//.test(id))

    expect(foreign).toEqual([])
    expect([...imports, ...dynamicImports]).toEqual([])
    expect(code).not.toMatch(/\bzod\b|secret_server_key/)
  },
)

test('given the smallest import, when bundled, then the rest is left out', async () => {
  const { code } = await bundle('src/known-error.ts')

  expect(code).not.toContain('x-stack-access-token')
})

test("given variables of Vite, when bundled, then their values are in the bundle's place of their names", async () => {
  vi.stubEnv('VITE_PORTICO_PROJECT_ID', 'inlined-project-id')
  try {
    const { code } = await bundle('src/client.ts')

    expect(code).toContain('inlined-project-id')
    expect(code).not.toContain('VITE_PORTICO_PROJECT_ID')
  } finally {
    vi.unstubAllEnvs()
  }
})
