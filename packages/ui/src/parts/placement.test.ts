import { describe, expect, test } from 'vitest'

import { placeBeside } from './placement.ts'

const viewport = { width: 1000, height: 800 }
const box = { width: 200, height: 300 }
const atStart = { align: 'start', gap: 4 } as const
const atEnd = { align: 'end', gap: 4 } as const

describe('the place of a popover', () => {
  test('is below its trigger, at its start', () => {
    const place = placeBeside({ left: 100, top: 50, right: 180, bottom: 86 }, box, viewport, atStart)

    expect(place).toEqual({ left: 100, top: 90 })
  })

  test('shares the end edge where asked, which is the left one in right-to-left text', () => {
    const trigger = { left: 500, top: 50, right: 540, bottom: 86 }

    expect(placeBeside(trigger, box, viewport, atEnd).left).toBe(340)
    expect(placeBeside(trigger, box, viewport, { ...atEnd, isRightToLeft: true }).left).toBe(500)
    expect(placeBeside(trigger, box, viewport, { ...atStart, isRightToLeft: true }).left).toBe(340)
  })

  test('shares the other edge if it does not fit at the wanted one', () => {
    const atRight = { left: 900, top: 50, right: 980, bottom: 86 }
    const atLeft = { left: 20, top: 50, right: 60, bottom: 86 }

    expect(placeBeside(atRight, box, viewport, atStart).left).toBe(780)
    expect(placeBeside(atLeft, box, viewport, atEnd).left).toBe(20)
  })

  test('is above a trigger at the foot of the window', () => {
    const place = placeBeside({ left: 10, top: 740, right: 90, bottom: 780 }, box, viewport, atStart)

    expect(place).toEqual({ left: 10, top: 436 })
  })

  test('stays in a window that is too small', () => {
    const place = placeBeside(
      { left: 160, top: 100, right: 200, bottom: 140 },
      box,
      { width: 360, height: 320 },
      atStart,
    )

    expect(place).toEqual({ left: 152, top: 12 })
  })
})
