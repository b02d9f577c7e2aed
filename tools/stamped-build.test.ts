import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { StampedBuild } from './stamped-build.mjs'

let folder: string
let sources: string
let builds: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-build-'))
  sources = 'first'
  builds = 0
  vi.spyOn(console, 'log').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Runs a build with this exit code, unless its result is current. */
function run(code = 0, whileItRuns = (): void => {}): Promise<number> {
  const output = join(folder, 'output')
  return new StampedBuild(join(folder, 'stamps/build'), output, () => sources).run('Building …', async () => {
    builds += 1
    mkdirSync(output, { recursive: true })
    whileItRuns()
    return code
  })
}

describe('a build', () => {
  test('is repeated only after a change of its sources, or without its result', async () => {
    await run()
    await run()
    const [once] = [builds]
    sources = 'second'
    await run()
    rmSync(join(folder, 'output'), { recursive: true })
    await run()
    await run()

    expect([once, builds]).toEqual([1, 3])
  })

  test('is repeated if it has failed, or if its sources have changed while it ran', async () => {
    const failed = await run(2)
    await run(0, () => (sources = 'changed'))
    await run()
    await run()

    expect([failed, builds]).toEqual([2, 3])
  })

  test('fails if its stamp cannot be written, as on a read-only disk, so that its caller can go on', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    mkdirSync(join(folder, 'stamps/build'), { recursive: true })

    expect(await run()).toBe(1)
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('stamps/build'))
  })
})
