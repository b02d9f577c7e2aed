import { percentEncodingAdvice } from '../../kernel/startup-problem.ts'
import { ConnectionFailed } from './database-errors.ts'
import { hasTimeLeft } from './store-waits.ts'

/** Only servers that accept writes, or any. The names are those of libpq (PostgreSQL, "target_session_attrs"). */
const writableOnly = new Set(['read-write', 'primary'])

/** The parts of a database URL, which may name several servers, as in libpq. */
export interface DatabaseUrl {
  /** Scheme and credentials. */
  readonly before: string
  /** Each with its port, as written; an empty host names a Unix socket or the default. */
  readonly hosts: readonly string[]
  /** Database and parameters. */
  readonly after: string
}

/** Divides the URL; null if it is not one of a database. */
export function splitDatabaseUrl(text: string): DatabaseUrl | null {
  const [, before, hosts, after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/s.exec(text) ?? []
  return before === undefined || hosts === undefined ? null : { before, hosts: hosts.split(','), after }
}

/** Host, port and database, for messages. The parts that may contain secrets are left out. */
export function describeDatabaseUrl(text: string): string {
  const parts = splitDatabaseUrl(text)
  return parts ? `${parts.hosts.join(',')}${parts.after.replace(/[?#].*$/s, '')}` : 'the given address'
}

/** What is wrong with a database URL; null for one that the service can use. */
export function findUrlProblem(text: string): string | null {
  const parts = splitDatabaseUrl(text)
  // A host is optional: the URL can name a Unix socket.
  const urls = parts?.hosts.map((host) => URL.parse(`${parts.before}${host || 'localhost'}${parts.after}`)) ?? []
  const isValid = urls.length > 0 && urls.every((url) => url !== null && isEncoded(url))
  if (!isValid || (urls.length > 1 && parts?.hosts.includes(''))) {
    return `must be a postgres:// URL, for example postgres://user:password@127.0.0.1:5432/portico. Several hosts are separated by commas. ${percentEncodingAdvice}`
  }
  const wanted = urls[0]?.searchParams.get('target_session_attrs') ?? null
  return wanted === null || wanted === 'any' || writableOnly.has(wanted)
    ? null
    : `has target_session_attrs=${wanted}, but the service writes. Use read-write.`
}

/** A password that is not encoded can end the part with the host too early. */
function isEncoded({ hash, password, pathname, username }: URL): boolean {
  if (hash !== '' || pathname.includes('@')) return false
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/**
 * The servers of a database, one of which is used. All connections go to it until one fails; then new ones go to the
 * next.
 */
export class DatabaseServers {
  /**
   * Whether a read-only server is refused. Default: only if there are several servers, because one of them is the
   * primary.
   */
  readonly mustBeWritable: boolean
  readonly #urls: readonly string[]
  #position = 0

  constructor(databaseUrl: string) {
    const parts = splitDatabaseUrl(databaseUrl)
    const hosts = parts?.hosts ?? []
    const parameters = new URLSearchParams(/\?(.*)$/s.exec(parts?.after ?? '')?.[1])
    const wanted = parameters.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any')
    this.mustBeWritable = writableOnly.has(wanted)
    this.#urls = parts ? hosts.map((host) => `${parts.before}${host}${parts.after}`) : [databaseUrl]
  }

  get count(): number {
    return this.#urls.length
  }

  /** The URL of the server that new connections go to. */
  get current(): string {
    return this.#urls[this.#position] ?? ''
  }

  /** Lets new connections go to the next server, unless they do so already. */
  leave(url: string): void {
    if (this.current === url) this.#position = (this.#position + 1) % this.#urls.length
  }
}

/**
 * Opens a connection at the current server, and after each failure at the next one, once per server.
 *
 * @param open fails with ConnectionFailed if the server does not accept the connection
 */
export async function tryServers<T>(servers: DatabaseServers, open: () => Promise<T>): Promise<T> {
  for (let left = servers.count; ; left -= 1) {
    try {
      return await open()
    } catch (error) {
      if (left <= 1 || !(error instanceof ConnectionFailed) || !hasTimeLeft()) throw error
    }
  }
}
