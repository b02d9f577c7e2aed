import * as contract from '@portico/contract'

import { projectAdmin, recentProjectAdmin } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { presentJob } from '../../records/jobs/present.ts'
import { cancelJob, createJob, listJobsOfProject, readJob, readJobResult } from './jobs.ts'
import { presentResultPart } from './present.ts'

export function jobRoutes(): Route[] {
  return [
    // guard: a staff member starts a job only with a recent sign-in
    //   (replace `recentProjectAdmin` with `{ ...recentProjectAdmin, require: () => {} }`)
    //   [admin/project-owners/project-owners]
    route(contract.createJob, { allow: recentProjectAdmin, limit: 'createJob' }, async (call) =>
      presentJob(await createJob(call, toCamelCaseMembers(call.body, 'filter')), call.now()),
    ),

    route(contract.listJobs, { allow: projectAdmin }, async (call) => {
      const jobs = await listJobsOfProject(call)
      return wholeList(jobs.map((job) => presentJob(job, call.now())))
    }),

    route(contract.readJob, { allow: projectAdmin }, async (call) =>
      presentJob(await readJob(call, call.params.id), call.now()),
    ),

    route(contract.cancelJob, { allow: projectAdmin }, async (call) =>
      presentJob(await cancelJob(call, call.params.id), call.now()),
    ),

    route(contract.readJobResult, { allow: projectAdmin }, async (call) =>
      presentResultPart(await readJobResult(call, call.params.id, call.query.cursor ?? 0)),
    ),
  ]
}
