import { firstRow, statement, type Statement } from '../../../kernel/statement.ts'

/**
 * Returns the language of the user who is known to own the mailbox and signs in with it; null without one or without a
 * choice.
 */
export function findLocaleOfMailbox(projectId: string, email: string): Statement<string | null> {
  return statement<{ locale: string | null }>`
    select locale from users where project_id = ${projectId} and id = (
      select user_id from contact_channels
      where project_id = ${projectId} and type = 'email' and value = ${email} and used_for_auth and is_claimed)`.map(
    (found) => firstRow(found)?.locale ?? null,
  )
}
