import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestPortico, TestProject } from '@portico/testkit'
import { build, preview, type InlineConfig, type Plugin } from 'vite'
import { keptAssets } from '../../e2e/kept-assets.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

const clients = ['oldest', 'newest', 'moved', 'svix'] as const

/** A host on one origin that can serve its pages with an official client or with ours. */
export interface Hosts {
  readonly url: string
  /** Selects the client for the next page loads. */
  readonly serve: (client: (typeof clients)[number]) => void
  readonly close: () => Promise<void>
}

/** Builds all versions of the host together, because they share most of their code, and serves them. */
export async function serveHosts(portico: TestPortico, project: TestProject): Promise<Hosts> {
  const outDir = await mkdtemp(join(tmpdir(), 'portico-interop-'))
  const listening = await portico.listen()
  const options = {
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    baseUrl: listening.url,
  }
  let client: (typeof clients)[number] = 'moved'
  const chooseHost: Plugin = {
    name: 'choose-host',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.headers.accept?.includes('text/html')) request.url = `/${client}.html`
        next()
      })
    },
  }
  const config: InlineConfig = {
    root: folder,
    configFile: false,
    logLevel: 'error',
    appType: 'mpa',
    // Vitest does not run in production mode, so Vite would add file and line to each element.
    oxc: { jsx: { development: false } },
    define: { hostOptions: JSON.stringify(options), 'process.env.NODE_ENV': '"production"' },
    resolve: {
      conditions: ['@portico/source', 'module', 'browser', 'production'],
      dedupe: ['react', 'react-dom'],
    },
    plugins: [chooseHost, keptAssets()],
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { input: clients.map((name) => join(folder, `${name}.html`)) },
    },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(config)
  const server = await preview(config)
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('The preview server of the host has no URL.')
  return {
    url: new URL(address).origin,
    serve: (chosen) => {
      client = chosen
    },
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
