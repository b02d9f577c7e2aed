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
const CORRELATION_MAX = 0.95

/** Fits a line. Needs at least three points. */
export function fitSlope(points: readonly Point[]): Slope {
  if (points.length < 3) throw new Error(`A slope needs three points, not ${points.length}.`)
  const mean = (read: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const perX = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const residuals = points.map(({ x, y }) => y - meanY - perX * (x - meanX))
  const square = residuals.reduce((sum, residual) => sum + residual ** 2, 0)
  const error = Math.sqrt((square / (points.length - 2) / spread) * inflation(residuals, square))
  return { perX, lower: perX - DEVIATIONS * error, upper: perX + DEVIATIONS * error, mean: meanY }
}

/**
 * Returns the factor by which the correlation of neighbouring samples increases the variance of the slope: allocated
 * memory stays allocated. Without the factor, a step would look like a certain growth.
 */
function inflation(residuals: readonly number[], square: number): number {
  if (square === 0) return 1
  const products = residuals.slice(1).reduce((sum, residual, index) => sum + residual * (residuals[index] ?? 0), 0)
  const correlation = Math.max(0, Math.min(products / square, CORRELATION_MAX))
  return (1 + correlation) / (1 - correlation)
}
