import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('no style sheet measures the window with its scroll bars, which are not available to drawers and dialogs', async () => {
  const source = fileURLToPath(new URL('..', import.meta.url))
  const found = new Map<string, boolean>()
  for await (const file of glob('**/*.css', { cwd: source })) {
    found.set(file, (await readFile(`${source}${file}`, 'utf8')).includes('100vw'))
  }

  expect(found.get('kit/overlay.css')).toBe(false)
  expect([...found].filter(([, isMeasured]) => isMeasured)).toEqual([])
})
