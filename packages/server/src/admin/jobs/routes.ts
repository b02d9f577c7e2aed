import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/access.ts'
import { wholeList } from '../../api/list-page.ts'
import { route, type Route } from '../../api/route.ts'
import { toCamelCaseMembers } from '../../kernel/letter-case.ts'
import { cancelJob, createJob, listJobsOfProject, readJob, readJobResult } from './jobs.ts'

export function jobRoutes(): Route[] {
  return [
    route(contract.createJob, { allow: projectAdmin, limit: 'createJob' }, (call) =>
      createJob(call, toCamelCaseMembers(call.body, 'filter')),
    ),

    route(contract.listJobs, { allow: projectAdmin }, async (call) => wholeList(await listJobsOfProject(call))),

    route(contract.readJob, { allow: projectAdmin }, (call) => readJob(call, call.params.id)),

    route(contract.cancelJob, { allow: projectAdmin }, (call) => cancelJob(call, call.params.id)),

    route(contract.readJobResult, { allow: projectAdmin }, (call) =>
      readJobResult(call, call.params.id, call.query.cursor ?? 0),
    ),
  ]
}
