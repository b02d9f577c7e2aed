import { StartupProblem } from '../../kernel/startup-problem.ts'
import { splitDatabaseUrl } from './database-url.ts'

/** The parameters of a connection URL that libpq reads like the service's driver, or that the driver ignores. */
const libpqParameters = new Set([
  'application_name',
  'channel_binding',
  'client_encoding',
  'connect_timeout',
  'fallback_application_name',
  'gssencmode',
  'host',
  'hostaddr',
  'keepalives',
  'keepalives_count',
  'keepalives_idle',
  'keepalives_interval',
  'options',
  'port',
  'ssl_max_protocol_version',
  'ssl_min_protocol_version',
  'sslcert',
  'sslcrl',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'target_session_attrs',
  'tcp_user_timeout',
  'user',
])

/** The limits are for statements of the service. The driver takes the database from the path alone. */
const droppedParameters = new Set([
  'database',
  'dbname',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'password',
  'query_timeout',
  'ssl',
  'statement_timeout',
  'uselibpqcompat',
])

const PLACEHOLDER = 'hosts.invalid'

/**
 * Returns the URL with which libpq connects as the driver of the service does (`pg-connection-string` 2), and the
 * password.
 *
 * @throws StartupProblem if the URL has a parameter that libpq has no equivalent of
 */
export function toLibpq(
  databaseUrl: string,
  environment: NodeJS.ProcessEnv = process.env,
): { url: string; password: string | null } {
  const { hosts, password, url } = read(databaseUrl)
  const parameters = url.searchParams
  const sslMode = findSslMode(parameters, environment)
  dropParameters(parameters)
  const unknown = parameters.keys().find((name) => !libpqParameters.has(name))
  if (unknown !== undefined) throw unmappable(unknown)
  if (sslMode !== null) parameters.set('sslmode', sslMode)
  // Without a root certificate, libpq reads a file in the home folder. The driver trusts public authorities.
  if (sslMode === 'verify-full' && !parameters.get('sslrootcert') && !environment.PGSSLROOTCERT) {
    parameters.set('sslrootcert', 'system')
  }
  // guard: the password of the database is in no argument of pg_dump [backup.postgres]
  url.password = ''
  return { url: write(url, hosts), password }
}

/**
 * Returns the URL with which a server of PostgreSQL connects to another one. It has the password. TLS is as written if
 * libpq knows the value, because the server verifies with files of its own.
 */
export function toServerUrl(databaseUrl: string): string {
  const { hosts, password, url } = read(databaseUrl)
  const parameters = url.searchParams
  const [mode, ssl] = [parameters.get('sslmode'), parameters.get('ssl')]
  if (mode === 'no-verify') parameters.set('sslmode', 'require')
  else if (!mode && ssl !== null) parameters.set('sslmode', ssl === '0' || ssl === '' ? 'disable' : 'require')
  dropParameters(parameters)
  url.password = encodeURIComponent(password ?? '')
  return write(url, hosts)
}

function read(databaseUrl: string): { url: URL; hosts: readonly string[]; password: string | null } {
  // `URL` refuses a URL without a host, as for a Unix socket, and a URL with several hosts.
  const { after, before, hosts } = splitDatabaseUrl(databaseUrl) ?? { before: databaseUrl, hosts: [''], after: '' }
  const url = new URL(`${before}${PLACEHOLDER}${after}`)
  const parameters = url.searchParams
  // Like the service: the programs write too, or read what it writes.
  if (hosts.length > 1 && !parameters.has('target_session_attrs')) parameters.set('target_session_attrs', 'read-write')
  return { url, hosts, password: parameters.get('password') || decodeURIComponent(url.password) || null }
}

function dropParameters(parameters: URLSearchParams): void {
  for (const name of droppedParameters) parameters.delete(name)
}

function write(url: URL, hosts: readonly string[]): string {
  // libpq does not read a plus sign as a space.
  url.search = url.searchParams.toString().replaceAll('+', '%20')
  return url.href.replace(PLACEHOLDER, hosts.join(','))
}

/** Returns the mode in which libpq verifies the server as the driver does, or null if nothing selects TLS. */
function findSslMode(parameters: URLSearchParams, { PGSSLMODE }: NodeJS.ProcessEnv): string | null {
  const mode = parameters.get('sslmode')
  if (mode) return parameters.get('uselibpqcompat') === 'true' ? compatibleSslMode(mode) : ownSslMode(mode)
  if (['sslcert', 'sslkey', 'sslrootcert'].some((name) => parameters.get(name))) return 'verify-full'
  const ssl = parameters.get('ssl')
  if (ssl !== null) return sslModeOf(ssl)
  if (parameters.get('sslnegotiation') === 'direct') return 'verify-full'
  // The driver ignores other values.
  const modes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']
  return PGSSLMODE && modes.includes(PGSSLMODE) ? ownSslMode(PGSSLMODE) : null
}

function ownSslMode(mode: string): string {
  if (mode === 'disable') return 'disable'
  if (mode === 'no-verify') return 'require'
  if (['allow', 'prefer', 'require', 'verify-ca', 'verify-full'].includes(mode)) return 'verify-full'
  throw unmappable(`sslmode=${mode}`)
}

/** The driver never falls back to a connection without TLS. */
function compatibleSslMode(mode: string): string {
  if (mode === 'prefer') return 'require'
  if (['disable', 'require', 'verify-ca', 'verify-full'].includes(mode)) return mode
  throw unmappable(`sslmode=${mode}`)
}

function sslModeOf(ssl: string): string {
  if (ssl === 'true' || ssl === '1') return 'verify-full'
  if (ssl === 'no-verify') return 'require'
  if (ssl === '0' || ssl === '') return 'disable'
  throw unmappable(`ssl=${ssl}`)
}

function unmappable(parameter: string): StartupProblem {
  return new StartupProblem(
    `The URL of the database has the parameter ${parameter}, which pg_dump and pg_restore do not support.`,
    'Run the command with a URL without it.',
  )
}
