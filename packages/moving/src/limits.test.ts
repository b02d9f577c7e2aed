import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

import { readText } from './input/text.ts'
import { UnreadableInput } from './input/source.ts'
import { networkWithin, temporarySideTable } from './open-input.ts'

test('a file that is larger than its limit after unpacking is not read to its end', async () => {
  const file = {
    unpackedMaxBytes: 1_000_000,
    async *open() {
      yield gzipSync(Buffer.alloc(50_000_000, 'a'))
    },
  }
  let characters = 0

  const reading = (async () => {
    for await (const text of readText(file)) characters += text.length
  })()

  await expect(reading).rejects.toThrow(UnreadableInput)
  expect(characters).toBeLessThanOrEqual(1_000_000)
})

test('rows of one user beyond a limit are refused', () => {
  const table = temporarySideTable()
  for (let line = 1; line <= 10_001; line += 1) table.add('user', line, 'x')
  table.add('other', 10_002, 'y')

  expect(table.take('other')).toHaveLength(1)
  expect(() => table.take('user')).toThrow('More than 10000 rows of a file belong to one user.')
  table.close()
})

test('an answer ends with an error if it falls silent, but not if its reader is slow', async () => {
  const timeoutMillis = 3_000
  const server = createServer((request, response) => {
    response.write('first')
    // At that time, the reader still pauses.
    if (request.url === '/slow') setTimeout(() => response.end('last'), timeoutMillis + 200)
  })
  onTestFinished(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const read = async (path: string, pauseMillis: number): Promise<string> => {
    const { body } = await networkWithin(timeoutMillis).get(`http://127.0.0.1:${port}${path}`, {})
    let text = ''
    for await (const part of body ?? []) {
      text += new TextDecoder().decode(part)
      await wait(pauseMillis)
    }
    return text
  }

  const [slow, silent] = await Promise.allSettled([read('/slow', timeoutMillis + 500), read('/silent', 0)])

  expect(slow).toEqual({ status: 'fulfilled', value: 'firstlast' })
  expect(silent.status).toBe('rejected')
})
