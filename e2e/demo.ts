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
  type TestSession,
} from '@portico/testkit'
import type { BrowserContextOptions } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { shareChromium, type BrowserShare } from '../tools/chromium.ts'
import { Visitor } from './visitor.ts'

const configFile = fileURLToPath(new URL('../examples/react-vite/vite.config.ts', import.meta.url))

/** The configuration of the demo project at the start of a file. A test that changes it must restore it. */
export const demoConfig = { sign_up_enabled: true, credential_enabled: true, allow_localhost: true } as const

/** The configuration with every sign-in method. */
export const everyMethod = {
  ...demoConfig,
  magic_link_enabled: true,
  passkey_enabled: true,
  oauth_providers: lookAlikeProviders,
} as const

/** The real service on one port, the production build of the demo on another, and a browser. */
export class Demo {
  readonly portico: TestPortico
  readonly project: TestProject
  /** Origin of the demo. */
  readonly url: string
  /** The same origin by name. Passkeys require it, because an IP address is not a valid relying party id. */
  readonly localUrl: string
  /** Origin of the service. */
  readonly serviceUrl: string
  readonly #browser: BrowserShare
  readonly #server: PreviewServer
  readonly #folder: string

  private constructor(
    portico: TestPortico,
    project: TestProject,
    listening: Listening,
    browser: BrowserShare,
    server: PreviewServer,
    folder: string,
  ) {
    const address = server.resolvedUrls?.local[0]
    if (address === undefined) throw new Error('The preview server of the demo has no URL.')
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
    return new Demo(portico, project, listening, await shareChromium(), server, folder)
  }

  /**
   * Opens a new browser profile until the end of the test.
   *
   * @param origins other origins that the pages may send requests to
   */
  async visitor(options: BrowserContextOptions = {}, origins: readonly string[] = []): Promise<Visitor> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    })
    return new Visitor(context, [this.url, this.localUrl, this.serviceUrl, ...origins])
  }

  /** Opens a new browser profile with a session of the user. Saves the visit of the sign-in page. */
  async visitorAs({ refreshToken }: TestSession): Promise<Visitor> {
    const visitor = await this.visitor()
    const value = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: Date.now() }))
    await visitor.context.addCookies([{ name: `stack-refresh-${this.project.id}--default`, value, url: this.url }])
    return visitor
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
    await this.portico.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Builds the demo for a project (takes half a second) and serves it with its own Content Security Policy. */
async function serveDemo(project: TestProject, serviceUrl: string, folder: string): Promise<PreviewServer> {
  const variables = {
    VITE_PORTICO_PROJECT_ID: project.id,
    VITE_PORTICO_PUBLISHABLE_CLIENT_KEY: project.keys.publishable_client_key,
    VITE_PORTICO_API_URL: serviceUrl,
    // Vitest sets another environment, in which React would be its development build.
    NODE_ENV: 'production',
  }
  const shared = { configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } } as const
  const { NODE_ENV = '' } = process.env
  Object.assign(process.env, variables)
  try {
    await build({ ...shared, mode: 'production' })
    return await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } })
  } finally {
    // Other apps that the same worker builds must not read them.
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name)
    process.env['NODE_ENV'] = NODE_ENV
  }
}
