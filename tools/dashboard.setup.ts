import { buildDashboard } from './build-dashboard.mjs'

/** Builds the dashboard once for all tests of a run. */
export async function setup(): Promise<void> {
  if ((await buildDashboard()) !== 0) throw new Error('The dashboard cannot be built. The error is above.')
}
