import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import fc from 'fast-check'

import { KNOWN_ID } from './arbitrary-value.ts'
import { asText, randomRequests, type RandomRequest } from './requests.ts'

const AT_ONCE = 8
/** Requests delete users and projects, so there are new ones regularly. */
const WORLD_REQUESTS = 100
const IDS_MAX = 200
const keyHeaders = {
  client: ['x-stack-publishable-client-key', 'publishable_client_key'],
  server: ['x-stack-secret-server-key', 'secret_server_key'],
  admin: ['x-stack-super-secret-admin-key', 'super_secret_admin_key'],
} as const

/** An answer that no request may get. */
export interface Failure {
  readonly status: number
  readonly endpoint: string
  readonly request: string
  readonly answer: string
  /** The errors in the log at that time. */
  readonly log: string
}

export interface PieceResult {
  readonly failures: readonly Failure[]
  /** Answers by class of status, such as `4xx`. */
  readonly statuses: ReadonlyMap<string, number>
  readonly endpoints: ReadonlySet<string>
}

/** A project with users, which the next requests are about. */
interface World {
  readonly project: TestProject
  readonly user: TestUser
  readonly other: TestUser
}

/** Sends random requests to a new service and returns the answers that are errors of the service. */
export async function runPiece(seed: number, count: number): Promise<PieceResult> {
  let log: string[] = []
  const portico = await createTestPortico({
    settings: {
      PORTICO_LOG: 'error',
      // Nothing leaves the machine.
      PORTICO_BREACHED_PASSWORDS: 'http://127.0.0.1:9/range/',
      PORTICO_TURNSTILE_URL: 'http://127.0.0.1:9/siteverify',
      PORTICO_DNS_SERVER: '127.0.0.1:9',
    },
    onLog: (line) => void log.push(line),
  })
  const failures: Failure[] = []
  const statuses = new Map<string, number>()
  const reached = new Set<string>()
  const ids: string[] = []
  try {
    const requests = fc.sample(randomRequests(), { seed, numRuns: count })
    for (let from = 0; from < requests.length; from += WORLD_REQUESTS) {
      const world = await createWorld(portico)
      ids.push(world.user.id, world.other.id, world.project.id)
      const batch = requests.slice(from, from + WORLD_REQUESTS)
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        log = []
        const answers = batch.slice(at, at + AT_ONCE).map(async (random) => {
          const request = toRequest(random, world, ids)
          const described = `${request.method} ${request.url} ${JSON.stringify(random)}`
          const response = await portico.service.fetch(request)
          const text = await response.text()
          for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)) ids.push(id)
          const status = Number(response.headers.get('x-stack-actual-status') ?? response.status)
          const kind = `${Math.floor(status / 100)}xx`
          statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
          if (status < 300) reached.add(random.name)
          if (status >= 500)
            failures.push({ status, endpoint: random.name, request: described, answer: text, log: log.join('') })
        })
        await Promise.all(answers)
        ids.splice(0, ids.length - IDS_MAX)
      }
    }
  } finally {
    await portico.close()
  }
  return { failures, statuses, endpoints: reached }
}

async function createWorld(portico: TestPortico): Promise<World> {
  const project = await portico.createProject({
    config: {
      member_role_management_enabled: true,
      user_data_export_enabled: true,
      client_team_creation_enabled: true,
    },
  })
  const [user, other] = [await project.signUp(), await project.signUp()]
  const teamId = await project.createTeam({ creator: user })
  await project.addMember(teamId, other)
  return { project, user, other }
}

function toRequest(random: RandomRequest, world: World, ids: readonly string[]): Request {
  const fill = (value: unknown): unknown => withIds(value, ids)
  const path = random.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodePart(asText(fill(random.parameters[name] ?? ''))),
  )
  const query = new URLSearchParams(Object.entries(random.query).map(([name, value]) => [name, asText(fill(value))]))
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const body = bodyOf(random.body, fill)
  return new Request(`http://127.0.0.1:4100/api/v1${path === '/' ? '' : path}${search}`, {
    method: random.method,
    redirect: 'manual',
    headers: { ...headersOf(random, world), ...body?.headers },
    ...(body && random.method !== 'GET' && { body: body.content }),
  })
}

function headersOf({ caller }: RandomRequest, { other, project, user }: World): Record<string, string> {
  const { accessType, credentials } = caller
  if (accessType === null) return {}
  const [header, key] = keyHeaders[accessType]
  const tokens = { own: user.accessToken, other: other.accessToken, garbage: 'a.b.c', none: null }[caller.user]
  return {
    'x-stack-project-id': project.id,
    'x-stack-access-type': accessType,
    'x-portico-own-page': '1',
    origin: 'http://127.0.0.1:4100',
    ...(credentials !== 'none' && { [header]: credentials === 'own' ? project.keys[key] : 'ssk_wrong' }),
    ...(tokens !== null && { 'x-stack-access-token': tokens, 'x-stack-refresh-token': user.refreshToken }),
    ...(caller.isOwner && { 'x-stack-admin-access-token': project.ownerAccessToken }),
  }
}

function bodyOf(
  body: RandomRequest['body'],
  fill: (value: unknown) => unknown,
): { readonly headers: Record<string, string>; readonly content: string | Uint8Array<ArrayBuffer> } | null {
  if (body.kind === 'none') return null
  if (body.kind === 'bytes') {
    return { headers: { 'content-type': 'application/octet-stream' }, content: new Uint8Array(body.value) }
  }
  if (body.kind === 'malformed') return { headers: { 'content-type': 'application/json' }, content: body.value }
  const value = fill(body.value)
  if (body.kind === 'json')
    return { headers: { 'content-type': 'application/json' }, content: JSON.stringify(value) ?? '' }
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const form = new URLSearchParams(fields.map(([name, field]) => [name, asText(field)]))
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, content: form.toString() }
}

/** Replaces the places of known ids. */
function withIds(value: unknown, ids: readonly string[]): unknown {
  if (typeof value === 'string') {
    return value.startsWith(KNOWN_ID) ? (ids[Number(value.slice(KNOWN_ID.length)) % ids.length] ?? '') : value
  }
  if (Array.isArray(value)) return value.map((item) => withIds(item, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withIds(item, ids)]))
}

/** A half surrogate has no encoding. */
function encodePart(text: string): string {
  return text.startsWith('%') ? text : encodeURIComponent(text.toWellFormed())
}
