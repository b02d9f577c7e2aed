import type { Project } from './project.ts'

const DAY_MILLIS = 24 * 60 * 60_000

/**
 * Returns the project with the moment at which its policy began. A policy that continues keeps its moment, so that an
 * update of another setting does not give users a new grace period.
 *
 * @param before when the policy before the update began; null if it required no second factor
 */
export function withPolicyStart(project: Project, before: Date | null, now: Date): Project {
  const secondFactorRequiredSince = project.config.secondFactorPolicy === 'required' ? (before ?? now) : null
  return { ...project, secondFactorRequiredSince }
}

/**
 * When a new user without a second factor must have set one up; null if the project requires none. The view
 * `user_profiles` has the same rule.
 */
export function secondFactorDueAt(
  { config, secondFactorRequiredSince: since }: Pick<Project, 'config' | 'secondFactorRequiredSince'>,
  signedUpAt: Date,
): Date | null {
  if (since === null) return null
  return new Date(Math.max(since.getTime(), signedUpAt.getTime()) + config.secondFactorGraceDays * DAY_MILLIS)
}
