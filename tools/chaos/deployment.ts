import { execFile, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { parse, stringify } from 'yaml'

import { createCertificate } from '../../packages/server/test/certificate.ts'
import { freePort } from '../../packages/server/test/free-port.ts'
import { findUnprivilegedAccount } from '../postgres.ts'
import { serviceArguments, serviceEnvironment } from '../service-process.mjs'
import type { Keys } from './caller.ts'
import { waitFor } from './limit-time.ts'
import { Line } from './line.ts'
import { Program } from './program.ts'
import type { DeploymentPrograms } from './programs.ts'
import { MailSink, WebhookSink } from './sinks.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const API_NODES = 2
const DATABASE_SERVERS = 2
const DISK_SIZE = '1536M'
const REPLICATED_MILLIS = 240_000
const CLUSTER_MILLIS = 300_000
const CLUSTER_TRIES = 4

export interface DeploymentOptions {
  readonly programs: DeploymentPrograms
}

export interface DatabaseServer {
  readonly name: string
  readonly patroni: Program
  readonly port: number
  readonly restPort: number
  readonly dataFolder: string
  /** The root of a separate file system, so that it can be full while the machine's is not. */
  readonly disk: string
}

/** A node of the service, with the line from it to PgBouncer. */
export interface ServiceNode {
  readonly program: Program
  readonly database: Line
  readonly metricsPort: number
}

interface Parts {
  readonly worker: ServiceNode
  readonly etcd: Program
  readonly haproxy: Program
  readonly pgbouncer: Program
  readonly redis: Program
  readonly redisLine: Line
  readonly mail: MailSink
  readonly webhooks: WebhookSink
}

/**
 * The reference deployment on one machine: two API nodes behind HAProxy, a worker, PgBouncer, HAProxy in front of two
 * PostgreSQL servers with Patroni and a synchronous standby, etcd, Redis, a mail server, and the backend of an app.
 * HAProxy, PgBouncer and Patroni have the configuration of `deploy/`, with other addresses.
 */
export class Deployment {
  readonly keys: Keys = {
    projectId: randomUUID(),
    publishableClientKey: `pck_${randomBytes(24).toString('hex')}`,
    secretServerKey: `ssk_${randomBytes(24).toString('hex')}`,
    superSecretAdminKey: `sak_${randomBytes(24).toString('hex')}`,
  }
  readonly folder: string
  readonly logFolder: string
  readonly api: ServiceNode[] = []
  readonly servers: DatabaseServer[] = []
  readonly #options: DeploymentOptions
  readonly #account = findUnprivilegedAccount()
  readonly #certificate = createCertificate()
  readonly #secret = randomBytes(33).toString('base64url')
  readonly #passwords = {
    postgres: newPassword(),
    replicator: newPassword(),
    rewind: newPassword(),
    portico: newPassword(),
  }
  readonly #programs: Program[] = []
  readonly #lines: Line[] = []
  readonly #disks: string[] = []
  /** The ports of the API nodes. */
  readonly #nodePorts: number[] = []
  readonly #endNow = (): void => this.#abandon()
  #stopping: Promise<void> | null = null
  #ports: { api: number; database: number; pooler: number } | null = null
  #parts: Parts | null = null

  constructor(options: DeploymentOptions) {
    this.#options = options
    this.folder = mkdtempSync(join(tmpdir(), 'portico-chaos-'))
    // The account of PostgreSQL must reach its own folder in it.
    chmodSync(this.folder, 0o755)
    this.logFolder = join(this.folder, 'logs')
    mkdirSync(this.logFolder)
    process.once('exit', this.#endNow)
  }

  get parts(): Parts {
    if (!this.#parts) throw new Error('The deployment has not started.')
    return this.#parts
  }

  get nodes(): readonly ServiceNode[] {
    return [...this.api, this.parts.worker]
  }

  /** The port of the proxy in front of the API nodes. */
  get port(): number {
    return this.#ports?.api ?? 0
  }

  async start(): Promise<void> {
    const [redisPort = 0, etcdPort = 0, etcdPeerPort = 0, api = 0, database = 0, pooler = 0] = await freePorts(6)
    const ports = { api, database, pooler }
    this.#ports = ports
    const certificateFile = join(this.folder, 'webhooks.crt')
    writeFileSync(certificateFile, this.#certificate.cert)
    const redis = this.#redis(redisPort)
    const etcd = this.#etcd(etcdPort, etcdPeerPort)
    const mail = await MailSink.start()
    const webhooks = await WebhookSink.start(this.#certificate)
    const redisLine = await this.#line(redisPort)
    this.#writeSeed()
    for (let index = 0; index < API_NODES; index += 1) {
      this.api.push(await this.#node(`api-${index + 1}`, 'api', 'portico', { redisLine, mail }))
    }
    const worker = await this.#node('worker', 'worker', 'portico', { redisLine, mail })
    for (let index = 0; index < DATABASE_SERVERS; index += 1) {
      this.servers.push(await this.#databaseServer(`db-${index + 1}`, etcdPort))
    }
    const haproxy = this.#haproxy(ports)
    const pgbouncer = this.#pgbouncer(ports)
    this.#parts = { worker, etcd, haproxy, pgbouncer, redis, redisLine, mail, webhooks }

    await Promise.all([redis.start(), etcd.start()])
    for (const server of this.servers) await this.#createServer(server)
    await this.untilReplicated()
    await this.#createRoles()
    await Promise.all([haproxy.start(), pgbouncer.start()])
    // The first one migrates the database.
    await this.api[0]?.program.start()
    await Promise.all(this.nodes.slice(1).map(({ program }) => program.start()))
    const isServed = await waitFor(async () => (await get(api, '/ready')) === 200, REPLICATED_MILLIS)
    if (!isServed) throw new Error(`HAProxy finds no node:\n${haproxy.logTail()}`)
  }

  get programs(): DeploymentPrograms {
    return this.#options.programs
  }

  /** A separate node on another database, for faults of the start. */
  secondNode(database: string): Promise<ServiceNode> {
    const { mail, redisLine } = this.parts
    return this.#node(`second-${this.#programs.length}`, 'all', database, { mail, redisLine })
  }

  /** The server that Patroni has made primary, or null if it has none. */
  async findPrimary(): Promise<DatabaseServer | null> {
    for (const server of this.servers) {
      if ((await get(server.restPort, '/primary')) === 200) return server
    }
    return null
  }

  async primary(): Promise<DatabaseServer> {
    const primary = await this.findPrimary()
    if (!primary) throw new Error('No database server is primary.')
    return primary
  }

  async standby(): Promise<DatabaseServer> {
    const primary = await this.primary()
    const standby = this.servers.find((server) => server !== primary)
    if (!standby) throw new Error('There is no standby.')
    return standby
  }

  /** Waits until there is a primary and a synchronous standby. */
  async untilReplicated(): Promise<void> {
    const isReplicated = async (): Promise<boolean> => {
      for (const server of this.servers) {
        if ((await get(server.restPort, '/synchronous')) === 200) return (await this.findPrimary()) !== null
      }
      return false
    }
    if (await waitFor(isReplicated, REPLICATED_MILLIS)) return
    throw new Error(
      `There is no synchronous standby:\n${this.servers.map(({ patroni }) => patroni.logTail()).join('\n')}`,
    )
  }

  /** Runs SQL as superuser on the server. Returns its rows with a tab between their values. */
  async sql(server: DatabaseServer, text: string, database = 'postgres'): Promise<string[]> {
    const args = ['-X', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', text]
    const rows = await this.#client(server, 'psql', args)
    return rows.split('\n').filter((line) => line !== '')
  }

  /** The schema of a database, as SQL. */
  async schemaOf(server: DatabaseServer, database: string): Promise<string> {
    const dump = await this.#client(server, 'pg_dump', ['--schema-only', '-d', database])
    // `pg_dump` protects its output with a new key each time.
    return dump.replaceAll(/^\\(?:un)?restrict .*$/gm, '')
  }

  /** Ends PostgreSQL and Patroni of a server as a crash of its machine does. */
  async crash(server: DatabaseServer): Promise<void> {
    const postmaster = postmasterOf(server.dataFolder)
    await server.patroni.kill()
    if (postmaster !== null) process.kill(postmaster, 'SIGKILL')
  }

  patroniRequest(server: DatabaseServer, path: string, body: object): Promise<number> {
    return send(server.restPort, 'POST', path, JSON.stringify(body))
  }

  /** Patroni gives up on a slow machine, cleans up and ends. A supervisor starts it again. */
  async #createServer({ patroni }: DatabaseServer): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        patroni.launch()
        await patroni.untilReady(CLUSTER_MILLIS)
        return
      } catch (error) {
        if (tries === CLUSTER_TRIES || patroni.isRunning) throw error
      }
    }
  }

  async #createRoles(): Promise<void> {
    const primary = await this.primary()
    await this.sql(primary, `create role portico login password '${this.#passwords.portico}'`)
    // PgBouncer drops the settings that the service sends.
    for (const setting of [
      'statement_timeout = 5000',
      'lock_timeout = 2000',
      'idle_in_transaction_session_timeout = 10000',
      'jit = off',
    ]) {
      await this.sql(primary, `alter role portico set ${setting}`)
    }
    await this.sql(primary, 'create database portico owner portico')
  }

  /** Stops everything and deletes its files. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    const services = this.#programs.filter(({ name }) => /^(?:api|worker|second)/.test(name))
    await Promise.all(services.map((program) => program.stop()))
    // The primary last: it waits for its standby.
    await Promise.all(this.servers.map(({ patroni }) => patroni.stop()))
    await Promise.all(this.#programs.map((program) => program.stop()))
    for (const line of this.#lines) line.close()
    await this.#parts?.mail.close()
    await this.#parts?.webhooks.close()
    this.#abandon()
    process.off('exit', this.#endNow)
  }

  /** Ends at once what is still running. */
  #abandon(): void {
    for (const program of this.#programs) program.killNow()
    for (const { dataFolder } of this.servers) {
      const postmaster = postmasterOf(dataFolder)
      if (postmaster !== null) process.kill(postmaster, 'SIGKILL')
    }
    for (const disk of this.#disks.splice(0)) {
      // A server that was just killed still has it open.
      for (let tries = 0; tries < 50 && spawnSync('umount', [disk]).status !== 0; tries += 1)
        spawnSync('sleep', ['0.1'])
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #program(
    options: Omit<ConstructorParameters<typeof Program>[0], 'logFolder' | 'workFolder'> & {
      readonly workFolder?: string
    },
  ): Program {
    const program = new Program({ workFolder: this.folder, logFolder: this.logFolder, ...options })
    this.#programs.push(program)
    return program
  }

  async #line(port: number): Promise<Line> {
    const line = await Line.open(port)
    this.#lines.push(line)
    return line
  }

  #redis(port: number): Program {
    const command = this.#options.programs['redis-server']
    const folder = this.#ownFolder('redis')
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    return this.#program({ name: 'redis', command, args, isReady: () => canConnect(port) })
  }

  #etcd(port: number, peerPort: number): Program {
    const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
    const settings = {
      name: 'etcd',
      'data-dir': this.#ownFolder('etcd'),
      'listen-client-urls': url,
      'advertise-client-urls': url,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `etcd=${peerUrl}`,
      // The disk of a test machine is shared.
      'heartbeat-interval': '500',
      'election-timeout': '2500',
    }
    const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
    const isReady = async (): Promise<boolean> => (await get(port, '/health')) === 200
    return this.#program({ name: 'etcd', command: this.#options.programs['etcd-server'], args, isReady })
  }

  async #databaseServer(name: string, etcdPort: number): Promise<DatabaseServer> {
    const [port = 0, restPort = 0] = await freePorts(2)
    const folder = this.#ownFolder(name)
    const disk = this.#mountDisk(name)
    const dataFolder = join(disk, 'data')
    const file = join(folder, 'patroni.yml')
    const whole = parse(readDeployFile('patroni/patroni.yml')) as PatroniFile
    const { authentication, ...settings } = whole.postgresql
    const { postgres, replicator, rewind } = this.#passwords
    const config = {
      ...whole,
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
      bootstrap: {
        ...whole.bootstrap,
        pg_hba: whole.bootstrap.pg_hba.map((line) => line.replace('10.0.0.0/24', '127.0.0.1/32')),
      },
      postgresql: {
        ...settings,
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: dataFolder,
        bin_dir: this.#options.programs.postgresql,
        pgpass: join(folder, 'pgpass'),
        parameters: { unix_socket_directories: folder, max_wal_size: '256MB' },
        authentication: {
          superuser: { ...authentication.superuser, password: postgres },
          replication: { ...authentication.replication, password: replicator },
          rewind: { ...authentication.rewind, password: rewind },
        },
      },
    }
    writeFileSync(file, stringify(config))
    const patroni = this.#program({
      name,
      command: this.#options.programs.patroni,
      args: [file],
      account: this.#account,
      workFolder: folder,
      environment: { HOME: folder, PATH: `${this.#options.programs.postgresql}:${process.env['PATH']}` },
      isReady: async () => (await get(restPort, '/health')) === 200,
    })
    return { name, patroni, port, restPort, dataFolder, disk }
  }

  #haproxy({ api, database }: { readonly api: number; readonly database: number }): Program {
    const file = join(this.folder, 'haproxy.cfg')
    let text = readDeployFile('haproxy/haproxy.cfg')
      .replace(/bind :443 .*/, `bind 127.0.0.1:${api}`)
      .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${database}`)
      .replace(' port 8008', '')
    for (const [index, port] of this.#nodePorts.entries())
      text = text.replace(`127.0.0.1:${4100 + index}`, `127.0.0.1:${port}`)
    for (const [index, { port, restPort }] of this.servers.entries()) {
      text = text.replace(`10.0.0.${21 + index}:5432`, `127.0.0.1:${port} port ${restPort}`)
    }
    writeFileSync(file, text)
    const isReady = async (): Promise<boolean> => (await get(api, '/ready')) > 0
    return this.#program({
      name: 'haproxy',
      command: this.#options.programs.haproxy,
      args: ['-db', '-f', file],
      isReady,
    })
  }

  #pgbouncer({ database, pooler }: { readonly database: number; readonly pooler: number }): Program {
    const folder = this.#ownFolder('pgbouncer')
    const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
    const text = readDeployFile('pgbouncer/pgbouncer.ini')
      .replace('port=5000', `port=${database}`)
      .replace('listen_port = 6432', `listen_port = ${pooler}`)
      .replace('/etc/pgbouncer/userlist.txt', users)
    writeFileSync(file, `${text}unix_socket_dir =\n`)
    writeFileSync(users, `"portico" "${this.#passwords.portico}"\n`)
    const { pgbouncer: command } = this.#options.programs
    return this.#program({
      name: 'pgbouncer',
      command,
      args: [file],
      account: this.#account,
      isReady: () => canConnect(pooler),
    })
  }

  async #node(
    name: string,
    role: 'api' | 'worker' | 'all',
    database: string,
    { mail, redisLine }: { readonly mail: MailSink; readonly redisLine: Line },
  ): Promise<ServiceNode> {
    const [port = 0, metricsPort = 0] = await freePorts(2)
    if (role === 'api') this.#nodePorts.push(port)
    const line = await this.#line(this.#ports?.pooler ?? 0)
    const program = this.#program({
      name,
      command: process.execPath,
      args: [
        '--expose-gc',
        '--import',
        './tools/chaos/collect-garbage.ts',
        ...serviceArguments,
        'start',
        '--role',
        role,
      ],
      workFolder: root,
      environment: {
        ...serviceEnvironment,
        PORTICO_MODE: 'production',
        PORTICO_PORT: String(port),
        PORTICO_BASE_URL: 'https://auth.example.com',
        PORTICO_SECRET: this.#secret,
        PORTICO_SEED: join(this.folder, 'seed.json'),
        PORTICO_TRUSTED_PROXIES: '127.0.0.1',
        PORTICO_OUTBOUND_ALLOW: '127.0.0.1/32',
        PORTICO_SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
        PORTICO_MAIL_FROM: 'Portico <noreply@portico.example>',
        PORTICO_METRICS_PORT: String(metricsPort),
        PORTICO_LOG: 'warn',
        PORTICO_DATABASE_WAIT_SECONDS: '60',
        DATABASE_URL: `postgres://portico:${this.#passwords.portico}@127.0.0.1:${line.port}/${database}?target_session_attrs=read-write`,
        REDIS_URL: `redis://127.0.0.1:${redisLine.port}`,
        NODE_EXTRA_CA_CERTS: join(this.folder, 'webhooks.crt'),
      },
      isReady: async () => (await get(port, '/ready')) === 200,
    })
    return { program, database: line, metricsPort }
  }

  #writeSeed(): void {
    const { projectId, publishableClientKey, secretServerKey, superSecretAdminKey } = this.keys
    const keys = {
      publishable_client_key: publishableClientKey,
      secret_server_key: secretServerKey,
      super_secret_admin_key: superSecretAdminKey,
    }
    const config = {
      sign_up_enabled: true,
      credential_enabled: true,
      magic_link_enabled: true,
      allow_user_api_keys: true,
      domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }],
    }
    const seed = { projects: [{ id: projectId, display_name: 'Load', keys, config }] }
    writeFileSync(join(this.folder, 'seed.json'), JSON.stringify(seed))
  }

  async #client(server: DatabaseServer, program: string, args: readonly string[]): Promise<string> {
    const connection = ['-h', '127.0.0.1', '-p', String(server.port), '-U', 'postgres']
    const { stdout } = await run(join(this.#options.programs.postgresql, program), [...connection, ...args], {
      env: { ...process.env, PGPASSWORD: this.#passwords.postgres, PGCONNECT_TIMEOUT: '5' },
      maxBuffer: 2 ** 26,
    })
    return stdout
  }

  /** A folder that belongs to the account of PostgreSQL. */
  #ownFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder)
    if (this.#account) chownSync(folder, this.#account.uid, this.#account.gid)
    return folder
  }

  /** A file system in a file, so that it can be full while the machine's is not. */
  #mountDisk(name: string): string {
    const image = join(this.folder, `${name}.img`)
    const disk = join(this.folder, `${name}-disk`)
    mkdirSync(disk)
    for (const [command, args] of [
      ['truncate', ['-s', DISK_SIZE, image]],
      ['mkfs.ext4', ['-q', '-m', '0', image]],
      // A fault ends processes and not the machine, so writes need not wait for its disk.
      ['mount', ['-o', 'loop,barrier=0', image, disk]],
    ] as const) {
      const { error, status, stderr } = spawnSync(command, args, {
        encoding: 'utf8',
        env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
      })
      if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`)
    }
    this.#disks.push(disk)
    if (this.#account) chownSync(disk, this.#account.uid, this.#account.gid)
    return disk
  }
}

interface PatroniFile {
  readonly bootstrap: { readonly pg_hba: readonly string[] }
  readonly postgresql: { readonly authentication: Readonly<Record<'superuser' | 'replication' | 'rewind', object>> }
}

function readDeployFile(path: string): string {
  return readFileSync(join(root, 'deploy', path), 'utf8')
}

function newPassword(): string {
  return randomBytes(18).toString('hex')
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** The process of PostgreSQL, which Patroni starts and which does not end with Patroni; null if it does not run. */
function postmasterOf(dataFolder: string): number | null {
  try {
    const id = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    return readlinkSync(`/proc/${id}/cwd`) === dataFolder ? id : null
  } catch {
    return null
  }
}

/** The status of an answer, or 0. */
function get(port: number, path: string): Promise<number> {
  return send(port, 'GET', path)
}

function send(port: number, method: string, path: string, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false, timeout: 30_000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(0)).end(body)
  })
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
