import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createTestPortico,
  lookAlikeProviders,
  type Listening,
  type TestPortico,
  type TestProject,
  type TestProjectOptions,
} from '@portico/testkit'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { launchChromium } from '../tools/chromium.ts'
import { Visitor } from './visitor.ts'

const configFile = fileURLToPath(new URL('../examples/react-vite/vite.config.ts', import.meta.url))

/** What the demo's project allows at the start of a file; a test that changes it changes it back. */
export const demoConfig = { sign_up_enabled: true, credential_enabled: true, allow_localhost: true } as const

/** Every way to sign in. */
export const everyMethod = {
  ...demoConfig,
  magic_link_enabled: true,
  passkey_enabled: true,
  oauth_providers: lookAlikeProviders,
} as const

/** The demo as people meet it: the real service on a port, the demo's production build on another, and a browser. */
export class Demo {
  readonly portico: TestPortico
  readonly project: TestProject
  /** Origin of the demo. */
  readonly url: string
  /** The same by a name, which passkeys need: an address is no relying party. */
  readonly localUrl: string
  /** Origin of the service. */
  readonly serviceUrl: string
  readonly #browser: Browser
  readonly #server: PreviewServer
  readonly #folder: string

  private constructor(
    portico: TestPortico,
    project: TestProject,
    listening: Listening,
    browser: Browser,
    server: PreviewServer,
    folder: string,
  ) {
    const address = server.resolvedUrls?.local[0]
    if (address === undefined) throw new Error("The demo's server has no address.")
    this.portico = portico
    this.project = project
    this.url = new URL(address).origin
    this.localUrl = this.url.replace('127.0.0.1', 'localhost')
    this.serviceUrl = listening.url
    this.#browser = browser
    this.#server = server
    this.#folder = folder
  }

  static async start(config: TestProjectOptions['config'] = demoConfig): Promise<Demo> {
    const portico = await createTestPortico({ isListening: true })
    const project = await portico.createProject({ displayName: 'Marginalia', config })
    const listening = await portico.listen()
    const folder = await mkdtemp(join(tmpdir(), 'portico-demo-'))
    const server = await serveDemo(project, listening.url, folder)
    return new Demo(portico, project, listening, await launchChromium(), server, folder)
  }

  /** Somebody with a browser profile of their own, until the end of the test. */
  async visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    })
    return new Visitor(context, [this.url, this.localUrl, this.serviceUrl])
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
    await this.portico.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Builds the demo for a project, which takes half a second, and serves it under its own Content Security Policy. */
async function serveDemo(project: TestProject, serviceUrl: string, folder: string): Promise<PreviewServer> {
  process.env['VITE_PORTICO_PROJECT_ID'] = project.id
  process.env['VITE_PORTICO_PUBLISHABLE_CLIENT_KEY'] = project.keys.publishable_client_key
  process.env['VITE_PORTICO_API_URL'] = serviceUrl
  const shared = { configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } } as const
  await build({ ...shared, mode: 'production' })
  return preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } })
}
