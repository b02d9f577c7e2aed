import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'

import { breachedCommand } from './breached-command.ts'
import { findBreach } from '../platform/breached-passwords/breached-passwords.ts'
import { FilterFile } from '../platform/breached-passwords/filter-file.ts'
import { openBreachedPasswords } from '../platform/breached-passwords/open-list.ts'

const breached = Array.from({ length: 2_000 }, (_, index) => `breached ${index}`)
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-breached-'))
})

function digestOf(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase()
}

/** Runs `portico-server breached` in the folder. */
async function run(argument: string, from: string, to: string): Promise<{ code: number; printed: string }> {
  const lines: string[] = []
  const program = {
    version: '0',
    print: (line: string) => void lines.push(line),
    readSettings: () => {
      throw new Error('The command needs no settings.')
    },
  }
  const texts = { from: path.join(folder, from), to: path.join(folder, to) }
  const code = await breachedCommand.runAlone(program, { argument, secondArgument: null, switches: new Set(), texts })
  return { code, printed: lines.join('\n') }
}

describe('a file of breached passwords', () => {
  test('finds each password of the list, and takes few others for breached ones', async () => {
    const lines = breached.map((password, index) => `${digestOf(password)}:${index}`)
    await writeFile(path.join(folder, 'list.txt'), `${lines.join('\r\n')}\r\n`)

    const { code, printed } = await run('build', 'list.txt', 'filter')

    expect([code, printed]).toEqual([0, expect.stringContaining('2,000 passwords')])
    const file = await FilterFile.open(path.join(folder, 'filter'))
    const found = async (passwords: readonly string[]): Promise<number> => {
      const breaches = await Promise.all(passwords.map((password) => findBreach(file, password)))
      return breaches.filter((breach) => breach === 'breached').length
    }
    expect(await found(breached)).toBe(breached.length)
    // Digests are constant, and so is this number.
    expect(await found(breached.map((password) => `not ${password}`))).toBeLessThan(20)
    await file.close()
    expect(await findBreach(file, 'breached 1')).toBe('unavailable')
  })

  test.each([
    ['a line that is not a digest', `${digestOf('a')}:1\nhunter2:5\n`, 'Line 2'],
    ['a digest that is too long', `${digestOf('a')}0:1\n`, 'Line 1'],
  ])('is not made of %s, and the earlier file stays', async (_what, text, named) => {
    await writeFile(path.join(folder, 'bad.txt'), text)
    await writeFile(path.join(folder, 'kept'), 'of before')

    const { code, printed } = await run('build', 'bad.txt', 'kept')

    expect([code, printed]).toEqual([1, expect.stringContaining(named)])
    expect(await readFile(path.join(folder, 'kept'), 'utf8')).toBe('of before')
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  test('is made by one act, and another one is refused', async () => {
    expect(await run('burn', 'list.txt', 'other')).toEqual({
      code: 2,
      printed: expect.stringContaining('breached build'),
    })
  })

  test.each([
    ['is missing', null],
    ['is another file', 'no filter'.padEnd(256)],
    ['is incomplete', 'cut'],
  ])('stops the start of the service with a next step if it %s', async (_what, content) => {
    const file = path.join(folder, `unusable-${content === null ? 'missing' : content.length}`)
    if (content === 'cut') {
      await run('build', 'list.txt', path.basename(file))
      await truncate(file, 100)
    } else if (content !== null) await writeFile(file, content)
    const dependencies = {
      clock: { now: () => new Date() },
      settings: { mode: 'development', outboundAllow: [] } as const,
    }

    await expect(openBreachedPasswords(dependencies, { type: 'file', path: file })).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('PORTICO_BREACHED_PASSWORDS'),
      nextStep: expect.stringContaining('breached build'),
    })
  })
})
