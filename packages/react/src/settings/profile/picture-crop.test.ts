import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moved, placed, placeOf, squareOf, wholeOf, ZOOM_MAX, ZOOM_MIN, zoomed, type View } from './picture-crop.ts'

const landscape = { width: 400, height: 300 }

describe('the cropped square', () => {
  test('starts as the largest centred square of a landscape picture', () => {
    expect(squareOf(landscape, wholeOf(landscape))).toEqual({ left: 50, top: 0, side: 300 })
  })

  test('has half the side and the same centre at zoom 2', () => {
    expect(squareOf(landscape, zoomed(landscape, wholeOf(landscape), 2))).toEqual({ left: 125, top: 75, side: 150 })
  })

  test('stops at the edge of the picture', () => {
    expect(squareOf(landscape, moved(landscape, wholeOf(landscape), 9, 9))).toEqual({ left: 100, top: 0, side: 300 })
  })

  test('can move only horizontally in an entire landscape picture', () => {
    expect(placeOf(landscape, wholeOf(landscape))).toEqual({
      share: { across: 0.5, down: 0.5 },
      room: { across: true, down: false },
    })
  })

  test('moves to the requested position', () => {
    const view = placed(landscape, zoomed(landscape, wholeOf(landscape), 2), { across: 0.25, down: 1 })

    expect(placeOf(landscape, view).share).toEqual({ across: 0.25, down: 1 })
  })

  test('stays within the picture after any moves and zooms', () => {
    const side = fc.integer({ min: 1, max: 10_000 })
    const step = fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true }))
    const zoom = fc.double({ min: 0, max: 9, noNaN: true })
    fc.assert(
      fc.property(side, side, fc.array(fc.tuple(step, zoom)), (width, height, acts) => {
        const picture = { width, height }
        const view = acts.reduce<View>(
          (before, [[byX, byY], to]) => zoomed(picture, moved(picture, before, byX, byY), to),
          wholeOf(picture),
        )
        const square = squareOf(picture, view)

        expect(view.zoom).toBeGreaterThanOrEqual(ZOOM_MIN)
        expect(view.zoom).toBeLessThanOrEqual(ZOOM_MAX)
        // Tolerates floating-point errors.
        expect(square.left).toBeGreaterThan(-1e-6)
        expect(square.top).toBeGreaterThan(-1e-6)
        expect(square.left + square.side).toBeLessThan(width + 1e-6)
        expect(square.top + square.side).toBeLessThan(height + 1e-6)
      }),
    )
  })
})
