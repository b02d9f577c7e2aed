import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

import { placeBeside } from './popover.ts'

const viewport = { width: 1000, height: 800 }
const box = { width: 200, height: 300 }

describe('the place of a popover', () => {
  test('is below its trigger, at its start', () => {
    const place = placeBeside({ left: 100, top: 50, right: 180, bottom: 86 }, box, viewport)

    expect(place).toEqual({ left: 100, top: 90 })
  })

  test('shares the end edge where asked, which is the left one in right-to-left text', () => {
    const trigger = { left: 500, top: 50, right: 540, bottom: 86 }

    expect(placeBeside(trigger, box, viewport, { align: 'end' }).left).toBe(340)
    expect(placeBeside(trigger, box, viewport, { align: 'end', isRightToLeft: true }).left).toBe(500)
    expect(placeBeside(trigger, box, viewport, { isRightToLeft: true }).left).toBe(340)
  })

  test('is above a trigger at the foot of the window', () => {
    const place = placeBeside({ left: 10, top: 740, right: 90, bottom: 780 }, box, viewport)

    expect(place).toEqual({ left: 10, top: 436 })
  })

  test('stays in a window that is too small', () => {
    const place = placeBeside({ left: 300, top: 100, right: 350, bottom: 140 }, box, { width: 360, height: 320 })

    expect(place).toEqual({ left: 152, top: 12 })
  })
})

test('no style sheet measures the window with its scroll bars, which are not available to drawers and dialogs', async () => {
  const source = fileURLToPath(new URL('..', import.meta.url))
  const found = new Map<string, boolean>()
  for await (const file of glob('**/*.css', { cwd: source })) {
    found.set(file, (await readFile(`${source}${file}`, 'utf8')).includes('100vw'))
  }

  expect(found.get('kit/overlay.css')).toBe(false)
  expect([...found].filter(([, isMeasured]) => isMeasured)).toEqual([])
})
