import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { compactLocales } from '../../../tools/locale-keys.ts'
import { localeNames } from '../src/i18n/load-locale.ts'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
/** Gzipped code of the sign-in page, without React. */
const SIGN_IN_PAGE_MAX_BYTES = 35_000
/**
 * Gzipped style sheet of all pages. The account settings take a third of it, the colours that a host can set a tenth.
 */
const STYLES_MAX_BYTES = 8_000
/** Gzipped texts of one language. */
const LOCALE_MAX_BYTES = 12_000

const entry = `
import { PorticoClientApp, PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/react'
export { PorticoClientApp, PorticoHandler, PorticoProvider, PorticoTheme }
`

let folder = ''
let chunks: Rolldown.OutputChunk[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-react-size-'))
  chunks = await bundle(entry)
})

async function bundle(code: string): Promise<Rolldown.OutputChunk[]> {
  writeFileSync(join(folder, 'entry.js'), code)
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: packageFolder,
    plugins: [compactLocales],
    resolve: {
      conditions: ['@portico/source', 'module', 'browser', 'production'],
      alias: {
        '@portico/react/stack': join(packageFolder, 'src/stack.ts'),
        '@portico/react': join(packageFolder, 'src/react.ts'),
      },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    // Vitest does not run in production mode, so Vite would add file and line to every element.
    oxc: { jsx: { development: false } },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, 'entry.js'),
        external: /^react(-dom)?(\/|$)/,
        // As in an app, where chunks import shared code from the entry.
        preserveEntrySignatures: 'allow-extension',
        // Without hashes, which depend on the folder of the project and change the compressed size.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  // One input without watch mode yields one output.
  return (result as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The entry, the chunk of a page, and everything that they import. */
function chunksOf(moduleName: string): Rolldown.OutputChunk[] {
  return loadedWith(
    chunks,
    chunks.find((chunk) => chunk.isEntry),
    chunks.find((chunk) => chunk.facadeModuleId?.endsWith(moduleName)),
  )
}

/** Adds everything that these chunks import. */
function loadedWith(
  all: readonly Rolldown.OutputChunk[],
  ...first: readonly (Rolldown.OutputChunk | undefined)[]
): Rolldown.OutputChunk[] {
  const needed = new Set<Rolldown.OutputChunk>()
  function add(chunk: Rolldown.OutputChunk | undefined): void {
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) add(all.find((other) => other.fileName === name))
  }
  for (const chunk of first) add(chunk)
  return [...needed]
}

function gzippedBytes(files: readonly Rolldown.OutputChunk[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file.code).byteLength, 0)
}

describe('size', () => {
  test('the provider and the sign-in page stay within their budget', () => {
    const bytes = gzippedBytes(chunksOf('SignIn.tsx'))

    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThanOrEqual(SIGN_IN_PAGE_MAX_BYTES)
  })

  test('the provider and the sign-in page contain no other page, language or server code', () => {
    const modules = chunksOf('SignIn.tsx').flatMap((chunk) => chunk.moduleIds)

    expect(modules.some((id) => id.endsWith('CredentialSignIn.tsx'))).toBe(true)
    // Later steps, provider marks and passkeys load on demand.
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

  test('each language is one chunk within its budget', () => {
    const locales = chunks.filter(({ facadeModuleId }) => facadeModuleId?.includes('/i18n/locales/'))
    const sizes = locales.map((chunk) => [chunk.facadeModuleId?.split('/').at(-2), gzippedBytes([chunk])] as const)

    expect(new Set(sizes.map(([name]) => name))).toEqual(new Set(localeNames))
    expect(sizes.filter(([, bytes]) => bytes > LOCALE_MAX_BYTES)).toEqual([])
  })

  test('the account settings load the API keys on demand', () => {
    const modules = chunksOf('AccountSettings.tsx').flatMap((chunk) => chunk.moduleIds)

    expect(modules.some((id) => id.endsWith('SessionsSection.tsx'))).toBe(true)
    expect(modules.filter((id) => /ApiKeysRow|ApiKeyTable|ApiKeyCreation|useApiKeys/.test(id))).toEqual([])
  })

  test('a page that imports the client from the /stack entry loads no code of the server and admin app', async () => {
    const page = await bundle(`export { StackClientApp, StackProvider } from '@portico/react/stack'`)
    const modules = loadedWith(page, page[0]).flatMap((chunk) => chunk.moduleIds)

    expect(modules.some((id) => id.endsWith('client/src/app/client-app.ts'))).toBe(true)
    expect(modules.filter((id) => /client\/src\/(admin|server|stack-admin|stack-server)/.test(id))).toEqual([])
  })

  test('the style sheet stays within its budget', async () => {
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
