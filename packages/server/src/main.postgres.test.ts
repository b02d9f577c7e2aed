import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

import { createTestPortico } from '@portico/testkit'
import { expect, test } from 'vitest'

import { databaseUrlOf } from '../test/second-node.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/portico', import.meta.url))

/** Forwards to the database server until it falls silent like a firewall that drops packets: connections stay open. */
class SilentProxy {
  readonly #sockets: Socket[] = []
  readonly #server = createServer((client) => {
    const upstream = connect(Number(this.#target.port), this.#target.hostname)
    this.#sockets.push(client, upstream)
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.pipe(upstream).pipe(client)
  })
  readonly #target: URL

  constructor(target: URL) {
    this.#target = target
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const url = new URL(this.#target)
    url.hostname = '127.0.0.1'
    url.port = String((this.#server.address() as AddressInfo).port)
    return url.toString()
  }

  fallSilent(): void {
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

test('a process whose database is silent stops within its time, names what is open, and exits with 1', async () => {
  const portico = await createTestPortico({ engine: 'postgres' })
  const proxy = new SilentProxy(new URL(await databaseUrlOf(portico)))
  const service = spawn(process.execPath, ['--conditions=@portico/source', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      DATABASE_URL: await proxy.listen(),
      PORTICO_SECRET: portico.secret,
      PORTICO_PORT: String(await freePort()),
      PORTICO_LOG: 'error',
      PORTICO_STOP_SECONDS: '2',
    },
  })
  let output = ''
  service.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output).toContain('is up')

  proxy.fallSilent()
  service.kill('SIGTERM')
  const code = await exitOf(service)
  proxy.close()
  await portico.close()

  expect(code).toBe(1)
  expect(output).toMatch(/within 2 s\. Still open: (?:background work, )?the database\./)
})

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
