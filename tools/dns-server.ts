import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'

/** The reply to a query for a name. A number is a response code (RFC 1035 section 4.1.1). */
export type DnsReply = DnsRecords | 'silent' | 'garbage' | number

export interface DnsRecords {
  readonly txt?: readonly string[]
  readonly mx?: readonly string[]
  /** How long the answer takes. */
  readonly afterMillis?: number
}

export interface DnsServer {
  /** For `PORTICO_DNS_SERVER`. */
  readonly address: string
  /** Replies by name; without one, the name does not exist. */
  readonly names: Map<string, DnsReply>
  /** The names that were asked for, with the transport. */
  readonly asked: string[]
  close(): Promise<void>
}

const UDP_MAX_BYTES = 512
const NXDOMAIN = 3
const types = { mx: 15, txt: 16 } as const

/** Starts a DNS server on loopback. Answers beyond 512 bytes are cut over UDP, so that clients ask over TCP. */
export async function startDnsServer(names: Iterable<readonly [string, DnsReply]> = []): Promise<DnsServer> {
  const replies = new Map(names)
  const asked: string[] = []
  let isOpen = true
  const answer = (query: Buffer, transport: string, send: (bytes: Buffer) => void): void => {
    const { name } = questionOf(query)
    asked.push(`${transport} ${name}`)
    const reply = replies.get(name) ?? NXDOMAIN
    const bytes = answerTo(query, reply)
    if (!bytes) return
    const { afterMillis = 0 } = typeof reply === 'object' ? reply : {}
    if (afterMillis === 0) send(bytes)
    else setTimeout(() => send(bytes), afterMillis)
  }
  const tcp = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length > 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const query = received.subarray(2, 2 + received.readUInt16BE(0))
        received = received.subarray(2 + query.length)
        answer(query, 'tcp', (bytes) => {
          const length = Buffer.alloc(2)
          length.writeUInt16BE(bytes.length)
          socket.write(Buffer.concat([length, bytes]))
        })
      }
    })
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4', (query, { address, port: from }) => {
    answer(query, 'udp', (bytes) => {
      if (isOpen) udp.send(bytes.length > UDP_MAX_BYTES ? cut(bytes, query) : bytes, from, address)
    })
  })
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${port}`,
    names: replies,
    asked,
    close: async () => {
      isOpen = false
      udp.close()
      await new Promise((resolve) => tcp.close(resolve))
    },
  }
}

function answerTo(query: Buffer, reply: DnsReply): Buffer | null {
  const { end, type } = questionOf(query)
  if (reply === 'silent') return null
  if (reply === 'garbage') return Buffer.concat([query.subarray(0, 2), Buffer.alloc(40, 0xff)])
  const question = query.subarray(12, end)
  if (typeof reply === 'number') return Buffer.concat([head(query, 0, reply), question])
  const records = recordsOf(reply, type)
  return Buffer.concat([head(query, records.length, 0), question, ...records])
}

function recordsOf({ mx = [], txt = [] }: DnsRecords, type: number): Buffer[] {
  if (type === types.txt) return txt.map((text) => record(type, strings(text)))
  if (type !== types.mx) return []
  return mx.map((host, index) => record(type, Buffer.concat([Buffer.from([0, index]), labels(host)])))
}

/** A record for the name of the question, to which it points (RFC 1035 section 4.1.4). */
function record(type: number, data: Buffer): Buffer {
  const start = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0])
  start.writeUInt16BE(data.length, 10)
  return Buffer.concat([start, data])
}

/** The text in strings of at most 255 bytes. */
function strings(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(parts)
}

function labels(name: string): Buffer {
  const parts = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)])
  return Buffer.concat([...parts, Buffer.from([0])])
}

/** A response without recursion: id, flags, and one question. */
function head(query: Buffer, answers: number, code: number): Buffer {
  const bytes = Buffer.alloc(12)
  query.copy(bytes, 0, 0, 2)
  bytes.writeUInt16BE(0x8180 | code, 2)
  bytes.writeUInt16BE(1, 4)
  bytes.writeUInt16BE(answers, 6)
  return bytes
}

/** The response without its records and marked as cut. */
function cut(answer: Buffer, query: Buffer): Buffer {
  const bytes = Buffer.concat([answer.subarray(0, 12), query.subarray(12, questionOf(query).end)])
  bytes.writeUInt16BE(answer.readUInt16BE(2) | 0x0200, 2)
  bytes.writeUInt16BE(0, 6)
  return bytes
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const parts: string[] = []
  let at = 12
  while (query[at] !== 0 && at < query.length) {
    const length = query[at] ?? 0
    parts.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: parts.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}
