import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, test } from 'vitest'

import { homeOfCommands, runCommand, useHomeOfCommands } from '../../test/run-command.ts'
import { findServer } from './find-server.ts'

useHomeOfCommands()

describe('the commands of the service', () => {
  test('start it in production mode, which demands its settings', async () => {
    const { code, stderr } = await runCommand(['start']).ended

    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('DATABASE_URL') as string })
  })

  test('start it in development mode, which needs no settings', async () => {
    const { code, stderr } = await runCommand(['dev'], { PORTICO_PORT: 'x' }).ended

    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('PORTICO_PORT') as string })
    expect(stderr).not.toContain('DATABASE_URL')
  })

  test('pass options and the exit code on', async () => {
    const { code, stdout } = await runCommand(['doctor', '--unknown', 'value']).ended

    expect({ code, stdout }).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('does not accept "--unknown value"') as string,
    })
  })
})

describe('the package of the service', () => {
  test('is found in the folder of the command', () => {
    const installed = join(homeOfCommands(), 'node_modules/@portico/server')
    mkdirSync(join(installed, 'dist'), { recursive: true })
    writeFileSync(join(installed, 'dist/main.js'), '')
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ bin: { 'portico-server': './dist/main.js' } }))

    expect(findServer([join(homeOfCommands(), 'package.json')])).toBe(join(installed, 'dist/main.js'))
  })

  test('is missed in one sentence', () => {
    const elsewhere = pathToFileURL(join(homeOfCommands(), 'package.json')).href

    expect(() => findServer([elsewhere])).toThrow('The package @portico/server is not installed here.')
  })
})
