import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { readMetrics, type MetricsDependencies } from './read-metrics.ts'

export function metricsRoutes(dependencies: MetricsDependencies): Route[] {
  return [route(contract.readMetrics, { allow: projectAdmin }, (call) => readMetrics(dependencies, call))]
}
