import { expect, test } from 'vitest'

import { requireConfirmation } from './confirm.ts'
import { exitCodes } from './exit-codes.ts'

test('without a terminal nothing is asked, and the option is needed', async () => {
  await expect(requireConfirmation('Delete?', false)).rejects.toMatchObject({
    message: expect.stringContaining('--yes') as string,
    exitCode: exitCodes.usage,
  })
  await expect(requireConfirmation('Delete?', true)).resolves.toBeUndefined()
})
