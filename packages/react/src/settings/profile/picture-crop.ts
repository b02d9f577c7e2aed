/** The part of the picture to keep: a square, given by zoom and centre. */
export interface View {
  /** 1 shows as much as fits, 3 a third of that. */
  readonly zoom: number
  /** The centre, in pixels of the picture. */
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const ZOOM_MIN = 1
export const ZOOM_MAX = 3
export const ZOOM_STEP = 0.1

/** The largest square at the centre of a picture. */
export function wholeOf({ width, height }: Size): View {
  return { zoom: ZOOM_MIN, x: width / 2, y: height / 2 }
}

/** The square that a view shows, in pixels of the picture. */
export function squareOf(picture: Size, { zoom, x, y }: View): { left: number; top: number; side: number } {
  const side = Math.min(picture.width, picture.height) / zoom
  return { left: x - side / 2, top: y - side / 2, side }
}

/** Moves the view by a fraction of its side, within the picture. */
export function moved(picture: Size, view: View, byX: number, byY: number): View {
  const { side } = squareOf(picture, view)
  return within(picture, { ...view, x: view.x + byX * side, y: view.y + byY * side })
}

/** The position of the square between the edges, from 0 to 1 per axis, and whether it can move. */
export function placeOf(
  picture: Size,
  view: View,
): { share: { across: number; down: number }; room: { across: boolean; down: boolean } } {
  const { left, top, side } = squareOf(picture, view)
  const across = picture.width - side
  const down = picture.height - side
  return {
    share: { across: across > 0 ? left / across : 0.5, down: down > 0 ? top / down : 0.5 },
    room: { across: across > 0, down: down > 0 },
  }
}

/** Moves the view to a position between the edges; an absent axis stays. */
export function placed(picture: Size, view: View, { across, down }: { across?: number; down?: number }): View {
  const { side } = squareOf(picture, view)
  const middle = (share: number, length: number): number => side / 2 + share * (length - side)
  return within(picture, {
    ...view,
    ...(across !== undefined && { x: middle(across, picture.width) }),
    ...(down !== undefined && { y: middle(down, picture.height) }),
  })
}

/** Changes the zoom around the same centre, within the picture. */
export function zoomed(picture: Size, view: View, zoom: number): View {
  return within(picture, { ...view, zoom: Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom)) })
}

function within(picture: Size, view: View): View {
  const half = squareOf(picture, view).side / 2
  const clamp = (value: number, length: number): number => Math.min(length - half, Math.max(half, value))
  return { ...view, x: clamp(view.x, picture.width), y: clamp(view.y, picture.height) }
}
