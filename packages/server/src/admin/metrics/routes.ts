import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { presentMetrics } from './present.ts'
import { readMetrics } from './read-metrics.ts'

interface MetricsDependencies {
  readonly settings: { readonly baseUrl: string }
}

export function metricsRoutes({ settings }: MetricsDependencies): Route[] {
  return [
    route(contract.readMetrics, { allow: projectAdmin }, async (call) =>
      presentMetrics(await readMetrics(call), settings.baseUrl, call.now()),
    ),
  ]
}
