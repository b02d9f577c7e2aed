import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createTestPortico, type TestPortico, type TestProject, type TestProjectOptions } from '@portico/testkit'
import type { Connect, Plugin } from 'vite'
import { SCENES_PATH } from './scene.ts'
import { Scene } from './scene-builder.ts'
import { scenes } from './scenes.ts'

/** The address and the place of the person at the component page, as a proxy reports them. */
const visitor = {
  'x-forwarded-for': '203.0.113.7',
  'x-vercel-ip-country': 'AT',
  'x-vercel-ip-city': 'Vienna',
}

/** A real service behind the component page. It prepares one scene for each page that shows a scenario. */
export class SceneService {
  readonly portico: TestPortico
  /** The projects, by their settings. */
  readonly #projects = new Map<string, Promise<TestProject>>()
  readonly #scenes: Scene[] = []
  #last: Promise<unknown> = Promise.resolve()

  private constructor(portico: TestPortico) {
    this.portico = portico
  }

  static async start(): Promise<SceneService> {
    return new SceneService(await createTestPortico({ settings: { PORTICO_TRUSTED_PROXIES: '127.0.0.1' } }))
  }

  /** Returns the scene that a page shows. */
  scene(id: number): Scene {
    const scene = this.#scenes[id]
    if (!scene) throw new Error(`There is no scene ${id}.`)
    return scene
  }

  /** Answers the calls of the API and prepares the scenes at the origin of the component page. */
  plugin(): Plugin {
    const serve = ({ middlewares }: { readonly middlewares: Connect.Server }): void => {
      middlewares.use((incoming, outgoing, next) => {
        const { pathname, href } = new URL(incoming.url ?? '', `http://${incoming.headers.host}`)
        if (pathname.startsWith(SCENES_PATH)) void answer(outgoing, () => this.#show(pathname, href))
        else if (pathname.startsWith('/api/')) void answer(outgoing, () => this.#forward(incoming, href))
        else next()
      })
    }
    return { name: 'portico-scenes', configureServer: serve, configurePreviewServer: serve }
  }

  async #show(pathname: string, href: string): Promise<Response> {
    const scene = await this.#prepare(pathname.slice(SCENES_PATH.length), new URL(href).origin)
    return Response.json(scene.view)
  }

  /** Calls the service in this process: another connection would cost as much as most calls. */
  async #forward(incoming: IncomingMessage, href: string): Promise<Response> {
    const { method = 'GET' } = incoming
    const headers = new Headers(visitor)
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const body = method === 'GET' ? null : await buffer(incoming)
    const request = new Request(href, { method, headers, ...(body?.byteLength && { body }) })
    return this.portico.service.fetch(request, { remoteAddress: '127.0.0.1' })
  }

  /** One scene after the other, because some of them turn the clock. */
  #prepare(name: string, origin: string): Promise<Scene> {
    const prepared = this.#last.then(async () => {
      const { config = {}, ownProject = false, prepare } = scenes[name] ?? {}
      const project = await (ownProject ? this.#createProject(config) : this.#projectOf(config))
      const scene = new Scene(this.portico, project, { id: this.#scenes.length, origin })
      this.#scenes.push(scene)
      await prepare?.(scene)
      return scene
    })
    this.#last = prepared.catch(() => {})
    return prepared
  }

  #projectOf(config: TestProjectOptions['config']): Promise<TestProject> {
    const key = JSON.stringify(config)
    const project = this.#projects.get(key) ?? this.#createProject(config)
    this.#projects.set(key, project)
    return project
  }

  async #createProject(config: TestProjectOptions['config']): Promise<TestProject> {
    const project = await this.portico.createProject({
      displayName: 'Fernweh',
      config: {
        sign_up_enabled: true,
        credential_enabled: true,
        client_user_deletion_enabled: true,
        user_data_export_enabled: true,
        ...config,
      },
    })
    if (config?.client_team_creation_enabled === true) await definePermissions(project)
    return project
  }
}

async function answer(outgoing: ServerResponse, ask: () => Promise<Response>): Promise<void> {
  try {
    const response = await ask()
    const body = await response.arrayBuffer()
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(new Uint8Array(body))
  } catch (error) {
    outgoing.writeHead(500).end(String(error))
  }
}

/** Permissions that a host has defined, one of which no other contains. Administrators can change roles. */
async function definePermissions(project: TestProject): Promise<void> {
  const admin = project.admin()
  await admin.post('/project-permission-definitions', { id: 'beta' })
  await admin.post('/team-permission-definitions', { id: 'proof_reader' })
  await admin.post('/team-permission-definitions', {
    id: 'editor',
    contained_permission_ids: ['$update_team', '$read_members', '$invite_members', '$manage_api_keys', '$manage_roles'],
  })
  await admin.patch('/team-permission-definitions/team_admin', {
    contained_permission_ids: [
      'team_member',
      '$update_team',
      '$delete_team',
      '$remove_members',
      '$manage_api_keys',
      '$manage_roles',
    ],
  })
}
