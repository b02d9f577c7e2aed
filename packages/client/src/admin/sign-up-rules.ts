import { toSnakeCase } from '@portico/contract/letter-case'

import type { SendRequest } from '../transport/request.ts'
import type { SignUpRule } from './projects.ts'

/** What rules would have done with the sign-ups of the last 30 days. */
export interface SignUpRulesTrial {
  /** The sign-ups that the rules were applied to, refused ones included. */
  readonly signUps: number
  /** False if there were more than 10,000 sign-ups. The latest ones are counted then. */
  readonly isComplete: boolean
  /** The sign-ups that no rule matches, which are allowed. */
  readonly allowedByNoRule: number
  /** In the order of the rules. */
  readonly rules: readonly TriedSignUpRule[]
}

/** What one rule would have done. */
export interface TriedSignUpRule {
  /** The name of the rule. */
  readonly name: string
  /** The sign-ups that this rule decides, which no earlier rule matches. */
  readonly matched: number
  /** The ids of the latest users whom the rule matches, at most five. */
  readonly userIds: readonly string[]
}

/** The result of a decision about users on the waiting list. */
export interface HeldUsersDecision {
  /** How many users the call decided about. */
  readonly decided: number
  /** The ids of the others, who are not on the waiting list or do not exist. */
  readonly notWaiting: readonly string[]
}

export async function decideHeldUsers(
  request: SendRequest,
  userIds: readonly string[],
  decision: 'approve' | 'refuse',
): Promise<HeldUsersDecision> {
  const body = { user_ids: userIds, decision }
  const read = await request<{ decided: number; not_waiting: string[] }>('/internal/held-users/decide', {
    method: 'POST',
    body,
  })
  return { decided: read.decided, notWaiting: read.not_waiting }
}

export async function trySignUpRules(request: SendRequest, rules: readonly SignUpRule[]): Promise<SignUpRulesTrial> {
  const read = await request<{
    sign_ups: number
    is_complete: boolean
    allowed_by_no_rule: number
    rules: { name: string; matched: number; examples: { user_id: string }[] }[]
  }>('/internal/sign-up-rules/dry-run', { method: 'POST', body: toSnakeCase({ rules }) })
  return {
    signUps: read.sign_ups,
    isComplete: read.is_complete,
    allowedByNoRule: read.allowed_by_no_rule,
    rules: read.rules.map(({ name, matched, examples }) => ({
      name,
      matched,
      userIds: examples.map(({ user_id }) => user_id),
    })),
  }
}
