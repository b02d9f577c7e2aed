import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'

import { developmentLog } from './development-log.ts'
import { createLog } from './log.ts'

function captureText(): { text: string; write(text: string): void } {
  return {
    text: '',
    write(text) {
      this.text += stripVTControlCharacters(text)
    },
  }
}

const TIME = String.raw`\d\d:\d\d:\d\d`

test('the development log writes one short line per request', () => {
  const terminal = captureText()

  createLog('info', developmentLog(terminal)).info(
    { method: 'GET', route: '/users/me', status: 200, millis: 1.2 },
    'request',
  )

  expect(terminal.text).toMatch(new RegExp(`^  ${TIME}  200  GET    /users/me  1\\.2 ms\n$`))
})

test('the development log writes the stack of an error', () => {
  const terminal = captureText()

  createLog('info', developmentLog(terminal)).error({ err: new Error('the disk is full') }, 'stopped')

  expect(terminal.text).toMatch(new RegExp(`^  ${TIME}  error  stopped\nError: the disk is full\n +at .+\n`))
})
