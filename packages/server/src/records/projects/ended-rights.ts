import type { EndedRights, Project } from './project.ts'

/**
 * Records what a change of settings ends: sessions that the old or the new policy has ended by now, and sign-ups in
 * progress when sign-up closes. The moments only grow.
 */
export function withEndedRights(present: Project, next: Project, now: Date): Project {
  const [before, after] = [present.config, next.config]
  const ended: EndedRights = {
    endedSessionsCreatedUntil: latestOf([
      present.endedSessionsCreatedUntil,
      ...endsOf(before.sessionMaxLifetimeMillis, after.sessionMaxLifetimeMillis, now),
    ]),
    endedSessionsUsedUntil: latestOf([
      present.endedSessionsUsedUntil,
      ...endsOf(before.sessionIdleTimeoutMillis, after.sessionIdleTimeoutMillis, now),
    ]),
    endedSignUpsBegunUntil:
      before.signUpEnabled && !after.signUpEnabled
        ? latestOf([present.endedSignUpsBegunUntil, now])
        : present.endedSignUpsBegunUntil,
  }
  return { ...next, ...ended }
}

/**
 * Returns the moments until which sessions have ended under the old and the new value of a setting; none if it does not
 * change.
 */
function endsOf(before: number | null, after: number | null, now: Date): Date[] {
  if (before === after) return []
  return [before, after].flatMap((millis) => (millis === null ? [] : [new Date(now.getTime() - millis)]))
}

function latestOf(moments: readonly (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => (moment === null ? [] : [moment.getTime()]))
  return times.length === 0 ? null : new Date(Math.max(...times))
}
