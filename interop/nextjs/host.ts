import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestPortico, TestProject } from '@portico/testkit'

const folder = fileURLToPath(new URL('.', import.meta.url))

export interface NextHost {
  readonly url: string
  /** Hosts outside this machine that the server has tried to reach. Each attempt was refused. */
  readonly refusedHosts: ReadonlySet<string>
  /** Returns the log of the server. */
  readonly log: () => string
  readonly close: () => Promise<void>
}

/**
 * Builds the host of an official client for production and serves it.
 *
 * @param official package name of the installed official client
 */
export function serveNextHost(official: string, portico: TestPortico, project: TestProject): Promise<NextHost> {
  return serveNext(folder, { OFFICIAL_CLIENT: official, ...variablesOfOfficial(portico, project) })
}

/** The variables that `@stackframe/stack` and our `/stack` entry read. */
export function variablesOfOfficial(portico: TestPortico, project: TestProject): NodeJS.ProcessEnv {
  return {
    NEXT_PUBLIC_STACK_API_URL: portico.baseUrl,
    NEXT_PUBLIC_STACK_PROJECT_ID: project.id,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: project.keys.publishable_client_key,
    STACK_SECRET_SERVER_KEY: project.keys.secret_server_key,
  }
}

export interface NextOptions {
  /** Default: a free port. */
  readonly port?: number
  /** The option of `next build`. Default: `--turbopack`. Null: the default of the version of Next.js. */
  readonly bundler?: '--turbopack' | '--webpack' | null
  /** Serves the build with its own server. Requires `output: 'standalone'`. */
  readonly isStandalone?: boolean
}

/** Builds the Next.js app in a folder for production and serves it. */
export async function serveNext(
  app: string,
  variables: NodeJS.ProcessEnv = {},
  { port = 0, bundler = '--turbopack', isStandalone = false }: NextOptions = {},
): Promise<NextHost> {
  const outside = await startRefusingProxy()
  const environment = environmentOf(outside, variables)
  const build = startNext(app, ['build', ...(bundler === null ? [] : [bundler])], environment)
  if ((await build.exitCode) !== 0) throw new Error(`Next.js could not build the host:\n${build.output()}`)
  const address = { HOSTNAME: '127.0.0.1', PORT: String(port) }
  const server = isStandalone
    ? runNode(completeStandalone(app), [], app, { ...environment, ...address })
    : startNext(app, ['start', '--hostname', address.HOSTNAME, '--port', address.PORT], environment)
  return hostOf(server, outside)
}

/** Serves the Next.js app in a folder for development. */
export async function serveNextForDevelopment(app: string, variables: NodeJS.ProcessEnv = {}): Promise<NextHost> {
  const outside = await startRefusingProxy()
  const environment = environmentOf(outside, { NODE_ENV: 'development', ...variables })
  return hostOf(startNext(app, ['dev', '--hostname', '127.0.0.1', '--port', '0'], environment), outside)
}

async function hostOf(server: RunningNext, outside: RefusingProxy): Promise<NextHost> {
  return {
    url: await waitForAddress(server),
    refusedHosts: outside.hosts,
    log: server.output,
    close: async () => {
      server.process.kill()
      await server.exitCode
      outside.close()
    },
  }
}

function environmentOf(outside: RefusingProxy, variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_ENV: 'production',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: outside.url,
    HTTPS_PROXY: outside.url,
    NO_PROXY: '127.0.0.1,localhost',
    NEXT_TELEMETRY_DISABLED: '1',
    // Keeps Next.js from running npm, which would add the compilers of other platforms to the lockfile.
    NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
    ...variables,
  }
}

interface RunningNext {
  readonly process: ChildProcess
  readonly output: () => string
  readonly exitCode: Promise<number | null>
}

function startNext(app: string, args: readonly string[], env: NodeJS.ProcessEnv): RunningNext {
  return runNode(createRequire(join(app, 'package.json')).resolve('next/dist/bin/next'), args, app, env)
}

/** Copies the files for browsers beside the standalone server, as a deployment does. Returns the path of the server. */
function completeStandalone(app: string): string {
  const { relativeAppDir } = JSON.parse(readFileSync(join(app, '.next/required-server-files.json'), 'utf8')) as {
    relativeAppDir: string
  }
  const standalone = join(app, '.next/standalone', relativeAppDir)
  cpSync(join(app, '.next/static'), join(standalone, '.next/static'), { recursive: true })
  return join(standalone, 'server.js')
}

function runNode(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): RunningNext {
  const child = spawn(process.execPath, [program, ...args], { cwd, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exitCode = once(child, 'close').then(() => child.exitCode)
  return { process: child, output: () => output, exitCode }
}

/** Returns the address that the server prints when it is ready. */
async function waitForAddress({ process: child, output, exitCode }: RunningNext): Promise<string> {
  let hasExited = false
  void exitCode.then(() => {
    hasExited = true
  })
  for (;;) {
    const address = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output())?.[0]
    if (address !== undefined) return address
    if (hasExited) throw new Error(`Next.js ended before it served the host:\n${output()}`)
    await Promise.race([once(child.stdout ?? child, 'data'), exitCode])
  }
}

interface RefusingProxy {
  readonly url: string
  readonly hosts: ReadonlySet<string>
  readonly close: () => void
}

/** Starts a proxy that refuses each request and records its host. */
async function startRefusingProxy(): Promise<RefusingProxy> {
  const hosts = new Set<string>()
  const proxy = createServer((request, response) => {
    hosts.add(new URL(request.url ?? '').hostname)
    response.writeHead(403).end()
  })
  proxy.on('connect', (request, socket) => {
    hosts.add(request.url ?? '')
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, hosts, close: () => void proxy.close() }
}
