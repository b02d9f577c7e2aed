import { OLD_SYSTEM_ANSWER_SECONDS, type OldSystemMove, type RateLimits } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { presentDays } from '../../records/figures/days.ts'
import { isAsked } from '../../records/projects/old-system.ts'
import type { Move } from './read-move.ts'

export function presentMove(
  { days, failedByDay, failures, lastMovedAt, movedByDay, waiting }: Move,
  { now, project }: Pick<ProjectCall, 'now' | 'project'>,
  rateLimits: RateLimits | null,
): OldSystemMove {
  const { oldSystem } = project.config
  const limits = rateLimits?.askOldSystem
  return {
    type: oldSystem?.type ?? null,
    is_asked: oldSystem !== null && isAsked(oldSystem, now()),
    ends_at_millis: oldSystem?.endsAtMillis ?? null,
    moved_users: [...movedByDay.values()].reduce((sum, moved) => sum + moved, 0),
    last_moved_at_millis: lastMovedAt && lastMovedAt.getTime(),
    waiting_users: waiting,
    moved_by_day: presentDays(days, (day) => movedByDay.get(day)),
    failures_by_day: presentDays(days, (day) => failedByDay.get(day)),
    failures: failures.map(({ cause, count, last: { at, code, request, status } }) => ({
      cause,
      count,
      last: { at_millis: at.getTime(), request, status, code },
    })),
    limits: limits ? { per_account: limits.perAccount, per_project: limits.perProject } : null,
    answer_seconds: OLD_SYSTEM_ANSWER_SECONDS,
  }
}
