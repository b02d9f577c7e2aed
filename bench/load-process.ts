// The load generator: reads a Load as JSON from stdin and writes a LoadResult to stdout.
import { connect, type Socket } from 'node:net'

import { median } from './comparison.ts'
import type { Lane, Load, LoadResult } from './load.ts'
import { readArgument } from './processes.ts'

const WARM_UP_SECONDS = 0.3
let requests = 0

const { warmUp, ...load } = await readArgument<Load>()
if (warmUp) await generate({ ...load, lanes: load.lanes.map(() => warmUp), seconds: WARM_UP_SECONDS })
const result = await generate(load)
process.stdout.write(JSON.stringify(result))

async function generate({ origin, lanes, seconds }: Load): Promise<LoadResult> {
  const { host, hostname, port } = new URL(origin)
  const times: number[] = []
  // Open all connections first, so that the first requests are sent concurrently.
  const sockets = await Promise.all(lanes.map(() => open(hostname, Number(port))))
  const startedAt = performance.now()
  await Promise.all(lanes.map((lane, index) => work(lane, sockets[index] as Socket)))
  const rate = (1_000 * times.length) / (performance.now() - startedAt)
  return {
    responses: times.length,
    rate,
    medianMillis: median(times),
    slowestMillis: times.reduce((slowest, time) => Math.max(slowest, time)),
  }

  /** Sends the lane's request on one connection, again after each response, until the time is up. */
  function work(lane: Lane, socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      const isSame = lane.rotation === undefined && lane.bodies === undefined && !lane.body?.includes('[<id>]')
      const turns = lane.headersInTurn?.map((headers) => toBytes(host, { ...lane, headers }))
      let turn = 0
      let next = lane
      const bodies = lane.bodies?.values()
      let bytes = toBytes(host, bodies ? { ...lane, body: bodies.next().value ?? '' } : lane)
      let text = ''
      let sentAt = 0
      const send = (): void => {
        sentAt = performance.now()
        socket.write(bytes)
      }
      socket.on('error', reject)
      socket.on('close', () => reject(new Error(`The connection was closed: ${text}`)))
      socket.on('data', (part: string) => {
        text += part
        const answer = parseResponse(text)
        if (!answer) return
        text = ''
        times.push(performance.now() - sentAt)
        const isExpected = lane.status === undefined ? answer.status < 300 : answer.status === lane.status
        if (!isExpected) return reject(new Error(`A request was refused: ${JSON.stringify(answer)}`))
        const following = bodies?.next()
        if (performance.now() >= startedAt + seconds * 1_000 || following?.done) {
          resolve()
          socket.destroy()
          return
        }
        if (following?.value !== undefined) next = { ...lane, body: following.value }
        if (lane.rotation) next = withToken(next, lane.rotation, answer.body)
        if (!isSame) bytes = toBytes(host, next)
        if (turns) bytes = turns[(turn += 1) % turns.length] ?? bytes
        send()
      })
      send()
    })
  }
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket)).setEncoding('latin1')
    socket.once('error', reject)
  })
}

/** Formats a request without a client library, which would use more of the cores that the servers share with it. */
function toBytes(host: string, { method, path, headers, body }: Lane): string {
  const content = body?.replaceAll('[<id>]', () => `${process.pid}-${(requests += 1)}`)
  const fields = Object.entries({
    host,
    ...headers,
    ...(content !== undefined && { 'content-length': String(Buffer.byteLength(content)) }),
  })
  return `${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content ?? ''}`
}

/** Parses an HTTP/1.1 response (RFC 9112) with a length or in chunks. Returns null if it is not complete yet. */
function parseResponse(text: string): { status: number; body: string } | null {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = text.slice(0, headEnd)
  const body = text.slice(headEnd + 4)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const isComplete = length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length)
  return isComplete ? { status: Number(head.slice(9, 12)), body } : null
}

function withToken(request: Lane, rotation: 'header' | 'form', answer: string): Lane {
  // Only Portico's refresh calls use `rotation`. Their response has this shape and a length.
  const { refresh_token: token } = JSON.parse(answer) as { refresh_token: string }
  if (rotation === 'header') return { ...request, headers: { ...request.headers, 'x-stack-refresh-token': token } }
  const form = new URLSearchParams(request.body)
  form.set('refresh_token', token)
  return { ...request, body: form.toString() }
}
