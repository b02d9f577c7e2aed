import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { signUpMethods } from '../catalogues/events.ts'
import {
  HELD_USERS_DECIDED_MAX,
  SIGN_UP_RULE_VALUES_MAX,
  SIGN_UP_RULES_DRY_RUN_DAYS,
  SIGN_UP_RULES_EXAMPLES_MAX,
  SIGN_UP_RULES_MAX,
  SIGN_UPS_TRIED_MAX,
} from '../limits/constants.ts'
import { label, noQuery, uuid } from './primitives.ts'

const emailDomain = z
  .string()
  .max(253, '{path} is too long')
  .regex(
    /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/,
    '{path} must be a domain in lower case, such as example.com or *.example.com',
  )

const some = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> =>
  z
    .array(item)
    .min(1, '{path} must not be empty')
    .max(SIGN_UP_RULE_VALUES_MAX, `{path} must have at most ${SIGN_UP_RULE_VALUES_MAX} values`)

const hourOfDay = z.int().min(0, '{path} must be from 0 to 23').max(23, '{path} must be from 0 to 23')

const timeZone = z
  .string()
  .max(64, '{path} is too long')
  .refine(isTimeZone, '{path} must be a time zone of the IANA database, such as Europe/Berlin')

/** All conditions of a rule must hold. A rule without conditions always matches. */
const signUpConditions = z.strictObject({
  email_domain: some(emailDomain)
    .optional()
    .describe('The domain of the address is one of these. `*.example.com` contains each domain below example.com.'),
  method: some(z.enum(signUpMethods)).optional().describe('The visitor signs up in one of these ways.'),
  country: some(z.string().regex(/^[A-Z]{2}$/, '{path} must be an ISO 3166 country code, such as DE'))
    .optional()
    .describe('As a trusted proxy reports it. Without a report the condition does not hold.'),
  disposable: z.boolean().optional().describe('Whether the domain of the address is on the list of disposable ones.'),
  anonymous_network: z
    .boolean()
    .optional()
    .describe('Whether a trusted proxy reports that the call comes from an anonymous network, such as Tor.'),
  hour: z
    .strictObject({
      from: hourOfDay.describe('The first hour of the day, from 0 to 23.'),
      until: hourOfDay.describe('The hour at which the period ends, from 0 to 23.'),
      time_zone: timeZone.describe('A time zone of the IANA database, such as Europe/Berlin.'),
    })
    .refine(({ from, until }) => from !== until, '{path} must have two different hours')
    .optional()
    .describe('From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller.'),
})

export const signUpRule = z.strictObject({
  name: label.refine((text) => text !== '', '{path} must not be empty').describe('The name that owners see.'),
  when: signUpConditions.describe('All of them must hold. A rule without conditions always matches.'),
  then: z
    .enum(['allow', 'refuse', 'hold'])
    .describe('`hold` creates the user and puts them on the waiting list. It refuses an anonymous sign-up.'),
})

export const signUpRuleList = z
  .array(signUpRule)
  .max(SIGN_UP_RULES_MAX, `{path} must have at most ${SIGN_UP_RULES_MAX} rules`)

export const signUpRulesTried = z.object({
  sign_ups: z.int().describe('The sign-ups that the rules were applied to, refused ones included.'),
  is_complete: z
    .boolean()
    .describe(`False if there were more than ${SIGN_UPS_TRIED_MAX} sign-ups. The latest ones are counted then.`),
  allowed_by_no_rule: z.int().describe('The sign-ups that no rule matches, which are allowed.'),
  rules: z
    .array(
      z.object({
        name: z.string(),
        matched: z.int(),
        examples: z.array(z.object({ user_id: uuid })).describe('The latest users whom the rule matches.'),
      }),
    )
    .describe('In the order of the rules.'),
})

export const tryUserSignUpRules = endpoint({
  method: 'POST',
  path: '/internal/sign-up-rules/dry-run',
  tag: 'Sign-up',
  summary: `Applies rules to the sign-ups of the last ${SIGN_UP_RULES_DRY_RUN_DAYS} days and counts what each would have matched, with at most ${SIGN_UP_RULES_EXAMPLES_MAX} examples. Nothing is written.`,
  staffRight: 'read_users',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({ rules: signUpRuleList }),
    response: signUpRulesTried,
  }),
  errors: [],
})

export const decideHeldUsers = endpoint({
  method: 'POST',
  path: '/internal/held-users/decide',
  tag: 'Sign-up',
  summary: 'Approves or refuses users on the waiting list and mails each. A refused user is deleted.',
  isRateLimited: true,
  staffRight: 'decide_sign_ups',
  access: adminAccess({
    body: z.strictObject({
      user_ids: z
        .array(uuid)
        .min(1, '{path} must not be empty')
        .max(HELD_USERS_DECIDED_MAX, `{path} must have at most ${HELD_USERS_DECIDED_MAX} users`),
      decision: z.enum(['approve', 'refuse']),
    }),
    response: z.object({
      decided: z.int().describe('The users that this call decided about.'),
      not_waiting: z.array(uuid).describe('The users that are not on the waiting list, or do not exist.'),
    }),
  }),
  errors: [],
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
