import { SIGN_UP_RULES_DRY_RUN_DAYS, type SignUpMethod } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { allRows, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

const signUpColumns = columns({
  at: column<Date>('at'),
  /** Null for a sign-up that a rule refused. */
  userId: column<string | null>('user_id'),
  method: column<SignUpMethod>('method'),
  /** In ASCII; null without an address. */
  emailDomain: column<string | null>('email_domain'),
  isEmailProved: column<boolean>('is_email_proved'),
  /** Null if no trusted proxy names it. */
  countryCode: column<string | null>('country_code'),
  isAnonymousNetwork: column<boolean | null>('is_anonymous_network'),
})

export type SignUp = RowOf<typeof signUpColumns>
/** The facts that the conditions of a rule refer to. */
export type SignUpFacts = Omit<SignUp, 'userId'>

const KEPT_MILLIS = SIGN_UP_RULES_DRY_RUN_DAYS * 24 * 60 * 60_000

export function insertSignUp(projectId: string, signUp: SignUp): Statement<void> {
  const { at, userId, method, emailDomain, isEmailProved, countryCode, isAnonymousNetwork } = signUp
  return statement`
    insert into sign_ups
      (project_id, id, at, user_id, method, email_domain, is_email_proved, country_code, is_anonymous_network, expires_at)
    values
      (${projectId}, ${newUuid()}, ${at}, ${userId}, ${method}, ${emailDomain}, ${isEmailProved}, ${countryCode},
       ${isAnonymousNetwork}, ${new Date(at.getTime() + KEPT_MILLIS)})`.map(noResult)
}

/** Lists the latest sign-ups that are kept, newest first. */
export function listLatestSignUps(projectId: string, now: Date, limit: number): Statement<SignUp[]> {
  return statement<SignUp>`
    select ${signUpColumns} from sign_ups
    where project_id = ${projectId} and at > ${new Date(now.getTime() - KEPT_MILLIS)}
    order by at desc, id desc limit ${limit}`.map(allRows)
}

export const sweepExpiredSignUps = sweepOf('sign_ups', '0 days')
