import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import {
  describeBackup,
  newFolder,
  runCommand,
  startService,
  type Place,
  type Running,
} from '../../test/describe-backup.ts'
import { freePort } from '../../test/free-port.ts'
import { requestCopy } from '../platform/db/folder-copies.ts'

// The embedded database. The service runs in this process and serves the copy to the command as to another process.

const newPlace = async (): Promise<Place> => ({ PORTICO_DATA_DIR: await newFolder() })

const { restoredPlace } = describeBackup(newPlace)

let place: Place
let service: Running

describe('doctor', () => {
  test('reads the embedded database while the service runs, and reports that there is none before the first start', async () => {
    // The tests of doctor and of copies use the restored database, because creating one takes seconds.
    place = { ...restoredPlace(), PORTICO_PORT: String(await freePort()) }
    service = await startService(place)

    const early = await runCommand(['doctor'], await newPlace())
    const outcome = await runCommand(['doctor', '--json'], place)

    expect(early).toEqual({
      code: 0,
      output: expect.stringMatching(/note +database: There is no database in .* yet\./),
    })
    const { checks } = JSON.parse(outcome.output) as { checks: { name: string; state: string }[] }
    expect(outcome.code).toBe(0)
    expect(checks.filter(({ state }) => state !== 'passed').map(({ name }) => name)).toEqual(['base-url', 'backups'])
  })
})

describe('a copy of the embedded database', () => {
  test('is refused if the process does not hand it out completely', async () => {
    const folder = await newFolder()
    const answers: RequestListener[] = [
      () => {},
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1_000 })
        response.write('half', () => response.destroy())
      },
    ]
    const outcomes: unknown[] = []
    for (const answer of answers) {
      const server = createServer(answer).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      await writeFile(path.join(folder, 'portico.copies'), JSON.stringify({ port, token: 'token' }))
      outcomes.push(await requestCopy(folder, 200).catch((error: unknown) => error))
      server.close()
      server.closeAllConnections()
    }

    const refusal = { name: 'StartupProblem', message: expect.stringContaining('does not hand out a copy') }
    expect(outcomes).toMatchObject([refusal, refusal])
  })

  test('is handed out only to programs that can read the data folder', async () => {
    const folder = place.PORTICO_DATA_DIR ?? ''
    const file = path.join(folder, 'portico.copies')
    const { port } = JSON.parse(await readFile(file, 'utf8')) as { port: number }
    const { mode } = await stat(file)
    const url = `http://127.0.0.1:${port}/`

    const refused = [await fetch(url), await fetch(url, { headers: { authorization: `Bearer ${'x'.repeat(43)}` } })]
    await service.stop()
    await writeFile(file, JSON.stringify({ port, token: 'of a process that was killed' }))

    expect(mode & 0o777).toBe(0o600)
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
    expect(await requestCopy(folder)).toBeNull()
    const outcome = await runCommand(['backup', '--out', path.join(folder, 'backup')], place)
    const doctor = await runCommand(['doctor'], place)
    expect(outcome).toMatchObject({ code: 0 })
    // No process has the folder open, so the command writes the entry itself.
    expect(doctor.output).toMatch(/ok +backups\n/)
  })
})
