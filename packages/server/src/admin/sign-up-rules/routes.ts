import * as contract from '@portico/contract'
import { toCamelCase } from '@portico/contract/letter-case'

import { projectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { decideHeldUsers } from './decide-held-users.ts'
import { trySignUpRules } from './try-rules.ts'

export function signUpRuleRoutes(): Route[] {
  return [
    route(contract.tryUserSignUpRules, { allow: projectAdmin }, async (call) => {
      const tried = await trySignUpRules(call, toCamelCase(call.body).rules)
      return {
        sign_ups: tried.signUps,
        is_complete: tried.isComplete,
        allowed_by_no_rule: tried.allowedByNoRule,
        rules: tried.rules.map(({ name, matched, userIds }) => ({
          name,
          matched,
          examples: userIds.map((id) => ({ user_id: id })),
        })),
      }
    }),

    route(contract.decideHeldUsers, { allow: projectAdmin, limit: 'decideHeldUsers' }, async (call) => {
      const { decided, notWaiting } = await decideHeldUsers(call, call.body.user_ids, call.body.decision)
      return { decided, not_waiting: [...notWaiting] }
    }),
  ]
}
