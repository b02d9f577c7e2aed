import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moved, placed, placeOf, squareOf, wholeOf, ZOOM_MAX, ZOOM_MIN, zoomed, type View } from './picture-crop.ts'

const landscape = { width: 400, height: 300 }

describe('the cropped square', () => {
  test('given a landscape, when opened, then is the largest square in its middle', () => {
    expect(squareOf(landscape, wholeOf(landscape))).toEqual({ left: 50, top: 0, side: 300 })
  })

  test('given a zoom of 2, when asked for, then is half as wide about the same middle', () => {
    expect(squareOf(landscape, zoomed(landscape, wholeOf(landscape), 2))).toEqual({ left: 125, top: 75, side: 150 })
  })

  test('given a move beyond the edge, when moved, then stops there', () => {
    expect(squareOf(landscape, moved(landscape, wholeOf(landscape), 9, 9))).toEqual({ left: 100, top: 0, side: 300 })
  })

  test('given a landscape as a whole, when asked for its place, then has room across only', () => {
    expect(placeOf(landscape, wholeOf(landscape))).toEqual({
      share: { across: 0.5, down: 0.5 },
      room: { across: true, down: false },
    })
  })

  test('given a place, when put there, then that is its place', () => {
    const view = placed(landscape, zoomed(landscape, wholeOf(landscape), 2), { across: 0.25, down: 1 })

    expect(placeOf(landscape, view).share).toEqual({ across: 0.25, down: 1 })
  })

  test('given any picture, moves and zooms, when asked for, then lies within the picture', () => {
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
        // What floating point leaves over is no pixel.
        expect(square.left).toBeGreaterThan(-1e-6)
        expect(square.top).toBeGreaterThan(-1e-6)
        expect(square.left + square.side).toBeLessThan(width + 1e-6)
        expect(square.top + square.side).toBeLessThan(height + 1e-6)
      }),
    )
  })
})
