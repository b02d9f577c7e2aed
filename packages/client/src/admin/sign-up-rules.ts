import { toSnakeCase } from '@portico/contract/letter-case'

import type { SendRequest } from '../transport/request.ts'
import type { SignUpRule } from '../transport/record-fields.ts'
import { present } from '../transport/present.ts'

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
  request: SendRequest<'admin'>,
  userIds: readonly string[],
  decision: 'approve' | 'refuse',
): Promise<HeldUsersDecision> {
  const body = { user_ids: [...userIds], decision }
  return present(await request('POST /internal/held-users/decide', { body }))
}

export async function sendSignInInvitationEmail(
  request: SendRequest<'admin'>,
  email: string,
  callbackUrl: string,
): Promise<void> {
  await request('POST /internal/send-sign-in-invitation', { body: { email, callback_url: callbackUrl } })
}

export async function trySignUpRules(
  request: SendRequest<'admin'>,
  rules: readonly SignUpRule[],
): Promise<SignUpRulesTrial> {
  const read = await request('POST /internal/sign-up-rules/dry-run', { body: toSnakeCase({ rules }) })
  return {
    ...present(read),
    rules: read.rules.map(({ name, matched, examples }) => ({
      name,
      matched,
      userIds: examples.map(({ user_id }) => user_id),
    })),
  }
}
