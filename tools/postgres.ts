import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresBin } from './programs.ts'

export interface PostgresOptions {
  /**
   * Whether a commit waits for the disk. Tests say no, since the cluster does not outlive them; measurements say yes, or
   * they would measure something nobody runs.
   */
  durable: boolean
  /** Further server settings, such as `shared_buffers`. */
  settings?: Readonly<Record<string, string>>
}

export interface ThrowAwayPostgres {
  /** Connection string of the superuser, to the database `postgres`. */
  url: string
  /** Stops the server and deletes its files. Safe to call twice. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL server with an empty cluster in a temporary folder, reachable only from this machine. */
export async function startPostgres(options: PostgresOptions): Promise<ThrowAwayPostgres> {
  const bin = findPostgresBin()
  if (!bin) throw new Error('PostgreSQL is not installed: no folder with initdb and postgres was found.')
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  // The last resort, for an exit that nobody could await. Files first: on its way down the server would still write.
  let server: ChildProcess | undefined
  const abandon = (): void => {
    remove()
    server?.kill('SIGQUIT')
  }
  process.once('exit', abandon)

  try {
    const account = unprivilegedAccount()
    if (account) chownSync(folder, account.uid, account.gid)
    const data = join(folder, 'data')
    const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
    const initdb = spawnSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`, '--no-sync'],
      { ...account, cwd: folder, encoding: 'utf8' },
    )
    if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`)

    const port = await freePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      max_connections: '200',
      ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      ...options.settings,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(server)
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function stop(): Promise<void> {
    process.off('exit', abandon)
    if (server && server.exitCode === null && server.signalCode === null) {
      // "Fast" shutdown: open transactions are rolled back and clients sent away.
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    remove()
  }
}

/** PostgreSQL refuses to run as root, so root lends it the account of Debian's package, or the one for nobody. */
function unprivilegedAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return null
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('A listening TCP socket has no port.')
  return address.port
}

/** Resolves when the server says that it takes connections; rejects with its log when it ends before that. */
function ready(server: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Read to the end of its life, or the pipe fills up and the server blocks on its own log.
      if (log.length < 10_000) log += text
      if (text.includes('ready to accept connections')) resolve()
    })
  })
}
