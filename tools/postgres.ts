import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresBin } from './programs.ts'

/** Far longer than a fast shutdown takes, so that one that hangs ends. */
const STOP_MILLIS = 60_000

export interface PostgresOptions {
  /**
   * Whether a commit waits for the disk. False for tests, whose cluster is temporary; true for benchmarks, which
   * measure production conditions.
   */
  durable: boolean
  /** Additional server settings, such as `shared_buffers`. */
  settings?: Readonly<Record<string, string>>
  /** Keeps the cluster in this folder and uses it again at the next start. Default: a temporary folder. */
  keptIn?: string
}

export interface StartedPostgres {
  /** Connection string of the superuser, to the database `postgres`. */
  url: string
  /**
   * The folder of its Unix socket, which takes less CPU time than loopback. Null if the path is too long for a socket.
   */
  socketFolder: string | null
  /** The process that starts one for each connection. */
  processId: number
  /** Stops the server and deletes its files, unless they are kept. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Settings of a temporary cluster. An automatic vacuum or analysis would collect statistics and keep row versions at
 * moments that depend on the load of the machine. Tests would then count other reads.
 */
const temporarySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
} as const

/**
 * Systems limit the path of a socket to 103 (macOS) or 107 bytes. Its file name, such as `.s.PGSQL.54321`, takes 15 of
 * them.
 */
const SOCKET_FOLDER_BYTES_MAX = 85

/** Returns the folder if the path of a Unix socket in it is short enough for the system. */
export function asSocketFolder(folder: string): string | null {
  return Buffer.byteLength(folder) <= SOCKET_FOLDER_BYTES_MAX ? folder : null
}

/**
 * Starts a PostgreSQL server with a separate cluster. It listens only on loopback and, unless the path is too long, on
 * a Unix socket in its folder.
 */
export async function startPostgres(options: PostgresOptions): Promise<StartedPostgres> {
  const bin = findPostgresBin()
  if (!bin)
    throw new Error('PostgreSQL is not installed. Install it, or set PORTICO_POSTGRES_BIN to the folder with initdb.')
  const { keptIn } = options
  if (keptIn !== undefined) mkdirSync(keptIn, { recursive: true })
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'portico-postgres-'))
  const remove = (): void => {
    if (keptIn === undefined) rmSync(folder, { recursive: true, force: true })
  }
  // Fallback if the process exits without calling `stop`. Remove the files first, so that the server cannot keep
  // writing.
  let server: ChildProcess | undefined
  const abandon = (): void => {
    remove()
    server?.kill('SIGQUIT')
  }
  process.once('exit', abandon)

  try {
    const account = findUnprivilegedAccount()
    if (account) chownSync(folder, account.uid, account.gid)
    const data = join(folder, 'data')
    const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
    if (!existsSync(join(data, 'PG_VERSION'))) {
      const initdb = spawnSync(
        join(bin, 'initdb'),
        ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`, '--no-sync'],
        { ...account, cwd: folder, encoding: 'utf8' },
      )
      if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`)
    }

    const port = await freePort()
    const socketFolder = asSocketFolder(folder)
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: socketFolder ?? '',
      max_connections: '200',
      ...(options.durable ? {} : temporarySettings),
      ...options.settings,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await waitUntilReady(server)
    const { pid: processId = 0 } = server
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, socketFolder, processId, stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function stop(): Promise<void> {
    process.off('exit', abandon)
    if (server && server.exitCode === null && server.signalCode === null) {
      // "Fast" shutdown: rolls back open transactions and disconnects clients.
      server.kill('SIGINT')
      const exited = once(server, 'exit')
      const timer = setTimeout(() => {
        console.error(`PostgreSQL has not stopped within ${STOP_MILLIS / 1_000} seconds and is killed.`)
        server?.kill('SIGQUIT')
      }, STOP_MILLIS)
      await exited
      clearTimeout(timer)
    }
    remove()
  }
}

/** PostgreSQL refuses to run as root. Finds the account of Debian's package, or else the account `nobody`. */
export function findUnprivilegedAccount(): { uid: number; gid: number } | null {
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

/** Waits until the server accepts connections. Rejects with its log if it exits before. */
function waitUntilReady(server: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Keep reading after the start. Otherwise the pipe fills up and the server blocks when it writes its log.
      if (log.length < 10_000) log += text
      if (text.includes('ready to accept connections')) resolve()
    })
  })
}
