import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
/** What a visitor who signs in downloads, React not counted. */
const SIGN_IN_PAGE_MAX_BYTES = 35_000
/** What we have reached, with a little air: growing beyond it is a decision, not an accident. */
const SIGN_IN_PAGE_EXPECTED_BYTES = 32_500
/** One sheet for all pages; a third of it is for the account settings. */
const STYLES_MAX_BYTES = 6_500

const entry = `
import { PorticoClientApp, PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/react'
export { PorticoClientApp, PorticoHandler, PorticoProvider, PorticoTheme }
`

let folder = ''
let chunks: Rolldown.OutputChunk[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-react-size-'))
  writeFileSync(join(folder, 'entry.js'), entry)
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: packageFolder,
    resolve: {
      conditions: ['@portico/source', 'module', 'browser', 'production'],
      alias: { '@portico/react': join(packageFolder, 'src/react.ts') },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    // Vitest is no production, so Vite would add the file and the line to every element.
    oxc: { jsx: { development: false } },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, 'entry.js'),
        external: /^react(-dom)?(\/|$)/,
        // As in an application, whose own code is the entry: what chunks share with it needs no chunk of its own.
        preserveEntrySignatures: 'allow-extension',
        // The hashes in the names follow from the folder of the project, and so would the compressed size.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  // One input and no watching give one output.
  chunks = (result as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The chunks a page needs: its own, and all that these import. */
function chunksOf(moduleName: string): Rolldown.OutputChunk[] {
  const needed = new Set<Rolldown.OutputChunk>()
  function add(chunk: Rolldown.OutputChunk | undefined): void {
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) add(chunks.find((other) => other.fileName === name))
  }
  add(chunks.find((chunk) => chunk.isEntry))
  add(chunks.find((chunk) => chunk.facadeModuleId?.endsWith(moduleName)))
  return [...needed]
}

function gzippedBytes(files: readonly Rolldown.OutputChunk[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file.code).byteLength, 0)
}

describe('size', () => {
  test('given the provider and the sign-in page, when bundled and compressed, then stays within its budget', () => {
    const bytes = gzippedBytes(chunksOf('SignIn.tsx'))

    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(SIGN_IN_PAGE_MAX_BYTES)
    expect(bytes).toBeLessThanOrEqual(SIGN_IN_PAGE_EXPECTED_BYTES)
  })

  test('given the provider and the sign-in page, when bundled, then carry no other page, language or server code', () => {
    const modules = chunksOf('SignIn.tsx').flatMap((chunk) => chunk.moduleIds)

    expect(modules.some((id) => id.endsWith('CredentialSignIn.tsx'))).toBe(true)
    // What comes after the first step, the providers' marks and passkeys are loaded when they are needed.
    expect(
      modules.filter((id) =>
        /CodeField|CodeStep|MagicLinkStep|SecondFactor.tsx|ProviderIcon|webauthn|client\/src\/sign-in\/(passkey|oauth|magic-link)\.ts/.test(
          id,
        ),
      ),
    ).toEqual([])
    expect(
      modules.filter((id) =>
        /react\/src\/(pages|settings)\/|node_modules\/uqr|locales\/(?!error-texts)|packages\/server\/|node_modules\/zod/.test(
          id,
        ),
      ),
    ).toEqual([])
  })

  test('given the style sheet, when minified and compressed, then stays within its budget', async () => {
    const { output } = (await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        cssMinify: true,
        rolldownOptions: { input: join(packageFolder, 'src/styles.css') },
      },
    })) as Rolldown.RolldownOutput
    const css = output.find((file) => file.fileName.endsWith('.css'))

    expect(css?.type === 'asset' && gzipSync(css.source).byteLength).toBeLessThanOrEqual(STYLES_MAX_BYTES)
  })
})
