import { SIGN_UP_RULES_EXAMPLES_MAX, SIGN_UPS_TRIED_MAX } from '@portico/contract'

import { compileSignUpRules, type SignUpRule } from '../../accounts/sign-up-rules.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { listLatestSignUps } from '../../records/sign-ups/store.ts'

/** What rules would have done with the latest sign-ups. */
interface TriedRules {
  readonly signUps: number
  /** False if there were more sign-ups. */
  readonly isComplete: boolean
  readonly allowedByNoRule: number
  readonly rules: readonly TriedRule[]
}

interface TriedRule {
  readonly name: string
  readonly matched: number
  /** The latest users whom the rule matches. */
  readonly userIds: readonly string[]
}

/** Applies rules to the latest sign-ups, which one bounded statement reads. */
export async function trySignUpRules(
  { db, now }: Pick<ProjectCall, 'db' | 'now'>,
  rules: readonly SignUpRule[],
): Promise<TriedRules> {
  const read = await db.run(listLatestSignUps(db.projectId, now(), SIGN_UPS_TRIED_MAX + 1))
  const signUps = read.slice(0, SIGN_UPS_TRIED_MAX)
  const findRule = compileSignUpRules(rules)
  const matches = Map.groupBy(signUps, findRule)
  return {
    signUps: signUps.length,
    isComplete: signUps.length === read.length,
    allowedByNoRule: matches.get(-1)?.length ?? 0,
    rules: rules.map(({ name }, index) => {
      const matched = matches.get(index) ?? []
      const userIds = [...new Set(matched.flatMap(({ userId }) => userId ?? []))]
      return { name, matched: matched.length, userIds: userIds.slice(0, SIGN_UP_RULES_EXAMPLES_MAX) }
    }),
  }
}
