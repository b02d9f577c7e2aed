export interface Point {
  readonly x: number
  readonly y: number
}

/** A slope by least squares, with the limits of its 95 % interval. */
export interface Slope {
  readonly perX: number
  readonly lower: number
  readonly upper: number
  readonly mean: number
}

/** The quantile of the normal distribution for 95 %. Runs have dozens of samples. */
const DEVIATIONS = 1.96

/** Fits a line. Needs at least three points. */
export function fitSlope(points: readonly Point[]): Slope {
  if (points.length < 3) throw new Error(`A slope needs three points, not ${points.length}.`)
  const mean = (read: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const perX = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const residual = points.reduce((sum, { x, y }) => sum + (y - meanY - perX * (x - meanX)) ** 2, 0)
  const error = Math.sqrt(residual / (points.length - 2) / spread)
  return { perX, lower: perX - DEVIATIONS * error, upper: perX + DEVIATIONS * error, mean: meanY }
}
