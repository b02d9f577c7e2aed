import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestPortico, TestProject } from '@portico/testkit'
import { build, preview, type InlineConfig, type Plugin } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** The same host on one origin, with an official client and with ours. */
export interface Hosts {
  readonly url: string
  /** Chooses the client of the pages that are loaded from now on; the official one at first. */
  readonly serve: (client: 'official' | 'moved') => void
  readonly close: () => Promise<void>
}

/** @param official name under which the official client is installed */
export async function serveHosts(official: string, portico: TestPortico, project: TestProject): Promise<Hosts> {
  const outDir = await mkdtemp(join(tmpdir(), 'portico-interop-'))
  const listening = await portico.listen()
  const options = {
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    baseUrl: listening.url,
  }
  let client: 'official' | 'moved' = 'official'
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
    // Vitest is no production, for which Vite would add the file and the line to every element.
    oxc: { jsx: { development: false } },
    define: { hostOptions: JSON.stringify(options), 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: { official },
      conditions: ['@portico/source', 'module', 'browser', 'production'],
      dedupe: ['react', 'react-dom'],
    },
    plugins: [chooseHost],
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { input: [join(folder, 'official.html'), join(folder, 'moved.html')] },
    },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(config)
  const server = await preview(config)
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('The server of the host has no address.')
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
