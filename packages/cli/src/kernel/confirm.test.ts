import { expect, onTestFinished, test, vi } from 'vitest'

import { canAsk, requireConfirmation } from './confirm.ts'
import { exitCodes } from './exit-codes.ts'

test('without a terminal nothing is asked, and the option is needed', async () => {
  await expect(requireConfirmation('Delete?', false)).rejects.toMatchObject({
    message: expect.stringContaining('--yes') as string,
    exitCode: exitCodes.usage,
  })
  await expect(requireConfirmation('Delete?', true)).resolves.toBeUndefined()
})

test('the environment can forbid questions on a terminal', () => {
  const terminals = [process.stdin, process.stderr].map((stream) => {
    const isTTY = stream.isTTY
    stream.isTTY = true
    return () => {
      stream.isTTY = isTTY
    }
  })
  onTestFinished(() => terminals.forEach((restore) => restore()))
  onTestFinished(() => void vi.unstubAllEnvs())

  expect(canAsk()).toBe(true)
  vi.stubEnv('PORTICO_DISABLE_INTERACTIVE', '1')
  expect(canAsk()).toBe(false)
})
