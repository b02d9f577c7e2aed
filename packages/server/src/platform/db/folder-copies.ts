import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { errorCode, StartupProblem } from '../../kernel/startup-problem.ts'

/*
 * Only one process can open an embedded database. The one that has it hands out copies to programs that can read its
 * data folder: it listens on a loopback port and writes the port and a token into a file of that folder. A Unix socket
 * in the folder would do the same, but systems limit its path to about 100 bytes.
 */

const TOKEN_BYTES = 32

interface Invitation {
  readonly port: number
  readonly token: string
}

function invitationFile(dataDir: string): string {
  return path.join(dataDir, 'portico.copies')
}

/** What the process that has the database offers to other processes. */
export interface CopyOffer {
  readonly copy: () => Promise<Blob>
  /** Notes in the audit log that a copy has become a backup. Null: the process does not keep that log. */
  readonly noteBackup: (() => Promise<void>) | null
}

/** Starts to hand out copies. The lock of the folder must be held. */
export async function offerCopies(
  dataDir: string,
  { copy, noteBackup }: CopyOffer,
): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // guard: only a program that can read the data folder gets a copy of the embedded database
    //   (replace `hasToken(request, token)` with `true`) [backup]
    if (!hasToken(request, token)) {
      response.writeHead(403).end()
      return
    }
    try {
      if (request.method === 'POST') {
        await noteBackup?.()
        response.writeHead(noteBackup === null ? 404 : 204).end()
        return
      }
      const blob = await copy()
      response.writeHead(200, { 'content-length': blob.size })
      for await (const chunk of blob.stream()) if (!response.write(chunk)) await once(response, 'drain')
      response.end()
    } catch {
      // The reader sees that bytes are missing.
      response.destroy()
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It must not keep a process alive that has nothing else to do.
  server.unref()
  const { port } = server.address() as AddressInfo
  const file = invitationFile(dataDir)
  const invitation: Invitation = { port, token }
  await rm(file, { force: true })
  await writeFile(file, JSON.stringify(invitation), { mode: 0o600 })
  return {
    async close() {
      await rm(file, { force: true })
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The copy of a large database takes minutes. */
const COPY_MAX_MILLIS = 600_000

/**
 * Asks the process that has the database for a copy. Returns null if no process has it.
 *
 * @throws StartupProblem if the process does not hand out a complete copy in time
 */
export async function requestCopy(dataDir: string, maxMillis = COPY_MAX_MILLIS): Promise<Blob | null> {
  const invitation = await readInvitation(dataDir)
  if (invitation === null) return null
  try {
    const response = await call(invitation, 'GET', maxMillis)
    // The port of a process that was killed may belong to another program by now.
    return response.ok ? await response.blob() : null
  } catch (error) {
    // A process that was killed has left its file.
    if (error instanceof Error && errorCode(error.cause) === 'ECONNREFUSED') return null
    throw new StartupProblem(
      `The Portico that uses the data folder ${dataDir} does not hand out a copy of its database.`,
      'Stop that process, and run the command again.',
      { cause: error },
    )
  }
}

const NOTE_MAX_MILLIS = 10_000

/** Asks the process that handed out a copy to note in its audit log that the copy has become a backup. */
export async function requestNote(dataDir: string): Promise<void> {
  const invitation = await readInvitation(dataDir)
  if (invitation === null) return
  // The backup is complete without the entry, like a backup of a standby server.
  const response = await call(invitation, 'POST', NOTE_MAX_MILLIS).catch(() => null)
  await response?.body?.cancel()
}

function call({ port, token }: Invitation, method: 'GET' | 'POST', maxMillis: number): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(maxMillis),
  })
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
}

async function readInvitation(dataDir: string): Promise<Invitation | null> {
  try {
    const value: unknown = JSON.parse(await readFile(invitationFile(dataDir), 'utf8'))
    return isInvitation(value) ? value : null
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

function isInvitation(value: unknown): value is Invitation {
  return typeof value === 'object' && value !== null && 'port' in value && 'token' in value
}
