import type { NotedRequest, RequestNotes } from '../api/pipeline/noted-request.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { preferIndexes } from '../platform/db/sweep.ts'
import { writeInCellsOf } from '../platform/cells/across-cells.ts'
import type { Log } from '../platform/log/log.ts'
import type { ProjectCache } from '../records/projects/project-cache.ts'
import type { FirstUse, RecentRequest, RequestKind } from '../records/recent-requests/recent-request.ts'
import { insertFirstUses, insertRequests, trimRequests } from '../records/recent-requests/store.ts'

/** The delay from a request to its write, so that one statement writes the requests of many projects. */
const DELAY_MILLIS = 2_000
/**
 * Bounds the writes of a node at any load. Lower for requests without a valid key, so that they leave room for the
 * others.
 */
const NOTED_MAX = { server: 2_000, client: 2_000, unverified: 500 } as const
/** Bounds the duration of one statement. */
const ROWS_AT_ONCE = 1_000

/** The sample of one node starts again every minute. */
const WINDOW_MILLIS = 60_000
/** Maximum number of requests in a sample, per kind and project. */
const PER_KIND = 15
/**
 * The maximum of these from one client address. A backend has one address for all its users, so it has no such limit.
 */
const PER_ADDRESS = 8
/** The maximum of these with the same route and error. */
const PER_CAUSE = 3
const COUNTERS_MAX = 100_000

/** Bounds the memory for projects whose first uses are stored. Beyond it, they are written again, without effect. */
const KNOWN_PROJECTS_MAX = 100_000
const CLIENT_VERSION_MAX_CHARACTERS = 100
const ORIGIN_MAX_CHARACTERS = 200

type OfProject<R> = R & { readonly projectId: string }

interface RecentRequestDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly projects: Pick<ProjectCache, 'get'>
}

/**
 * Keeps a sample of the newest requests of each project, and its first request and sign-in, for its owner. Requests are
 * noted in memory and written seconds later, those of many projects by one statement. Requests that the database does
 * not accept are lost.
 *
 * The sample counts per kind, client address and cause, so that callers without a valid key displace only each other.
 */
export class RecentRequests implements RequestNotes {
  readonly #dependencies: RecentRequestDependencies
  readonly #counters = new Map<string, number>()
  #windowEndsAt = 0
  #requests: OfProject<RecentRequest>[] = []
  #uses = new Map<string, OfProject<FirstUse>>()
  readonly #knownRequests = new Set<string>()
  readonly #knownSignIns = new Set<string>()
  /** Of projects whose requests are not noted yet. */
  readonly #lookups = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(dependencies: RecentRequestDependencies) {
    this.#dependencies = dependencies
  }

  note(noted: NotedRequest): void {
    if (noted.proof !== 'unverified') {
      this.#keep(noted)
      return
    }
    // The refusal has already read the project, so this rarely reads the database. Without the check, invented ids
    // would fill the counters.
    const lookup = this.#dependencies.projects.get(noted.projectId).then(
      (project) => {
        this.#lookups.delete(lookup)
        if (project) this.#keep(noted)
      },
      () => {
        this.#lookups.delete(lookup)
      },
    )
    this.#lookups.add(lookup)
  }

  #keep(noted: NotedRequest): void {
    const { projectId, proof } = noted
    const kind: RequestKind = `${proof}_${noted.isFailed ? 'failed' : 'ok'}`
    const isFirst = proof !== 'unverified' && noted.accessType !== 'admin' && !this.#knownRequests.has(projectId)
    if (!isFirst && !this.#isSampled(noted, kind)) return
    const at = this.#dependencies.clock.now()
    const origin = originOf(noted.headers)
    const clientVersion = clientVersionOf(noted.headers)
    if (this.#requests.length < NOTED_MAX[proof]) {
      const { method, route, status, errorCode, accessType, isOriginTrusted, clientAddress, requestId } = noted
      const isTrusted = origin === null ? null : isOriginTrusted
      const facts = { method, route, status, errorCode, accessType, clientAddress, requestId, clientVersion, origin }
      this.#requests.push({ ...facts, projectId, kind, at, id: newUuid(), isOriginTrusted: isTrusted })
    }
    if (isFirst) {
      remember(this.#knownRequests, projectId)
      this.#noteUse(projectId, { requestAt: at, requestOrigin: origin, requestClientVersion: clientVersion })
    }
    this.#writeSoon()
  }

  noteSignIn(projectId: string, userId: string, method: string): void {
    if (this.#knownSignIns.has(projectId)) return
    remember(this.#knownSignIns, projectId)
    this.#noteUse(projectId, { signInAt: this.#dependencies.clock.now(), signInUserId: userId, signInMethod: method })
    this.#writeSoon()
  }

  /** Writes what is noted. Never throws. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => Promise.all(this.#lookups)).then(() => this.#writeNoted())
    await this.#writing
  }

  #noteUse(projectId: string, use: Partial<FirstUse>): void {
    const known = this.#uses.get(projectId) ?? { projectId, ...noUse }
    this.#uses.set(projectId, { ...known, ...use })
  }

  #isSampled({ addressBlock, errorCode, projectId, proof, route }: NotedRequest, kind: RequestKind): boolean {
    const now = this.#dependencies.clock.now().getTime()
    if (now >= this.#windowEndsAt) {
      this.#counters.clear()
      this.#windowEndsAt = now + WINDOW_MILLIS
    }
    const ofKind = `${projectId} ${kind}`
    if ((this.#counters.get(ofKind) ?? 0) >= PER_KIND || this.#counters.size >= COUNTERS_MAX) return false
    const ofAddress = proof === 'server' ? ofKind : `${ofKind} ${addressBlock}`
    if (proof !== 'server' && !this.#count(ofAddress, PER_ADDRESS)) return false
    return this.#count(`${ofAddress} ${route} ${errorCode}`, PER_CAUSE) && this.#count(ofKind, PER_KIND)
  }

  #count(key: string, limit: number): boolean {
    const count = this.#counters.get(key) ?? 0
    if (count >= limit) return false
    this.#counters.set(key, count + 1)
    return true
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => void this.write(), DELAY_MILLIS).unref()
  }

  async #writeNoted(): Promise<void> {
    const { db, log } = this.#dependencies
    const requests = this.#requests
    const uses = [...this.#uses.values()]
    this.#requests = []
    this.#uses = new Map()
    try {
      for (let from = 0; from < uses.length; from += ROWS_AT_ONCE) {
        await writeInCellsOf(db, uses.slice(from, from + ROWS_AT_ONCE), async (cell, some) => {
          await cell.batch({ planning: preferIndexes, written: insertFirstUses(some) })
        })
      }
      for (let from = 0; from < requests.length; from += ROWS_AT_ONCE) {
        await writeInCellsOf(db, requests.slice(from, from + ROWS_AT_ONCE), async (cell, some) => {
          const kinds = new Map(some.map((request) => [`${request.projectId} ${request.kind}`, request]))
          await cell.batch({
            planning: preferIndexes,
            written: insertRequests(some),
            trimmed: trimRequests([...kinds.values()]),
          })
        })
      }
    } catch (error) {
      log.warn({ err: error }, 'the recent requests of projects could not be written')
      for (const { projectId } of uses) {
        this.#knownRequests.delete(projectId)
        this.#knownSignIns.delete(projectId)
      }
    }
  }
}

const noUse: FirstUse = {
  requestAt: null,
  requestOrigin: null,
  requestClientVersion: null,
  signInAt: null,
  signInUserId: null,
  signInMethod: null,
}

function remember(known: Set<string>, projectId: string): void {
  if (known.size >= KNOWN_PROJECTS_MAX) known.clear()
  known.add(projectId)
}

/** The origin that a browser sends; null for anything else, which could be a secret. */
function originOf(headers: Headers): string | null {
  const origin = headers.get('origin')
  if (origin === null || origin.length > ORIGIN_MAX_CHARACTERS) return null
  return URL.parse(origin)?.origin === origin ? origin : null
}

/** The version as clients send it, such as `js @portico/client@0.1.0`; null for anything else. */
function clientVersionOf(headers: Headers): string | null {
  const version = headers.get('x-stack-client-version')
  if (version === null || version.length > CLIENT_VERSION_MAX_CHARACTERS) return null
  return /^[\w-]+ @[\w-]+\/[\w-]+@[\w.+-]+$/.test(version) ? version : null
}
