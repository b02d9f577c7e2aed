import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  lookAlikeProviders,
  type TestPortico,
  type TestProject,
  type TestProjectOptions,
  type TestSession,
} from '@portico/testkit'
import type { BrowserContextOptions } from 'playwright-core'
import { build, preview } from 'vite'
import { keptAssets } from './kept-assets.ts'
import { useSharedService, type SharedService } from './service.ts'
import { Visitor } from './visitor.ts'

const configFile = fileURLToPath(new URL('../examples/react-vite/vite.config.ts', import.meta.url))

/** The configuration of the demo's project at the start of a file. A test that changes it must restore it. */
export const demoConfig = { sign_up_enabled: true, credential_enabled: true, allow_localhost: true } as const

/** The configuration with every sign-in method. */
export const everyMethod = {
  ...demoConfig,
  magic_link_enabled: true,
  passkey_enabled: true,
  oauth_providers: lookAlikeProviders,
} as const

/** A project of the real service, the production build of the demo on its own port, and a browser. */
export class Demo {
  readonly portico: TestPortico
  readonly project: TestProject
  /** Origin of the demo. */
  readonly url: string
  /** The same origin by name. Passkeys require it, because an IP address is not a valid relying party id. */
  readonly localUrl: string
  /** Origin of the service. */
  readonly serviceUrl: string
  readonly #profiles: SharedService['profiles']

  private constructor({ portico, profiles }: SharedService, project: TestProject, url: string) {
    this.portico = portico
    this.project = project
    this.url = url
    this.localUrl = url.replace('127.0.0.1', 'localhost')
    this.serviceUrl = portico.baseUrl
    this.#profiles = profiles
  }

  /** Creates a project with this configuration for the tests of a file and lets the demo use it. */
  static async start(config: TestProjectOptions['config'] = demoConfig): Promise<Demo> {
    const service = await useSharedService()
    const project = await service.portico.createProject({ displayName: 'Marginalia', config })
    served ??= serveDemo(service.portico.baseUrl)
    const serving = await served
    await serving.choose(project)
    return new Demo(service, project, serving.url)
  }

  /**
   * Opens an empty browser profile until the end of the test.
   *
   * @param origins other origins that may receive requests of the pages
   */
  async visitor(options: BrowserContextOptions = {}, origins: readonly string[] = []): Promise<Visitor> {
    const profile = await this.#profiles.open(this.url, `${this.url}/icon.svg`, options)
    return new Visitor(profile, [this.url, this.localUrl, this.serviceUrl, ...origins])
  }

  /** Opens an empty browser profile with a session of the user, so that the test need not sign in. */
  async visitorAs({ refreshToken }: TestSession, options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await this.visitor(options)
    const value = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: Date.now() }))
    await visitor.context.addCookies([{ name: `stack-refresh-${this.project.id}--default`, value, url: this.url }])
    return visitor
  }
}

interface ServedDemo {
  readonly url: string
  /** Selects the project that the demo uses. */
  readonly choose: (project: TestProject) => Promise<void>
}

/** The demo of this worker. Building and serving it takes half a second, so the files of the worker share it. */
let served: Promise<ServedDemo> | undefined

/** Placeholders in the build for values that differ between projects. */
const placeholders = { projectId: '00000000-0000-4000-8000-0000000de300', key: 'pck_placeholder_of_the_demo' } as const

/** Builds the demo and serves it with its own Content Security Policy, until the worker ends. */
async function serveDemo(serviceUrl: string): Promise<ServedDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const variables = {
    VITE_PORTICO_PROJECT_ID: placeholders.projectId,
    VITE_PORTICO_PUBLISHABLE_CLIENT_KEY: placeholders.key,
    VITE_PORTICO_API_URL: serviceUrl,
    // Vitest sets another value, with which the build would contain the development build of React.
    NODE_ENV: 'production',
  }
  const shared = { configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } } as const
  const { NODE_ENV = '' } = process.env
  Object.assign(process.env, variables)
  try {
    await build({ ...shared, mode: 'production' })
    const scripts = await findScriptsOfProject(folder)
    const plugins = [keptAssets((url) => scripts.some(({ file }) => file === join(folder, url)))]
    const server = await preview({ ...shared, plugins, preview: { host: '127.0.0.1', port: 0 } })
    const address = server.resolvedUrls?.local[0]
    if (address === undefined) throw new Error('The preview server of the demo has no URL.')
    return { url: new URL(address).origin, choose: (project) => writeProject(scripts, project) }
  } finally {
    // Other apps that this worker builds must not read these variables.
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name)
    process.env['NODE_ENV'] = NODE_ENV
  }
}

interface BuiltScript {
  readonly file: string
  readonly text: string
}

/** The scripts of the build that contain the id of the project. */
async function findScriptsOfProject(folder: string): Promise<readonly BuiltScript[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  const scripts = await Promise.all(
    names.map(async (name) => ({ file: join(folder, name), text: await readFile(join(folder, name), 'utf8') })),
  )
  return scripts.filter(({ text }) => text.includes(placeholders.projectId))
}

async function writeProject(scripts: readonly BuiltScript[], { id, keys }: TestProject): Promise<void> {
  for (const { file, text } of scripts) {
    const ofProject = text.replaceAll(placeholders.projectId, id)
    await writeFile(file, ofProject.replaceAll(placeholders.key, keys.publishable_client_key))
  }
}
