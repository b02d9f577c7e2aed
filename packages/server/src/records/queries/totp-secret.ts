import { totpColumns } from '../credentials/authenticator-app.ts'
import { toUser, userColumns, type User, type UserRow } from '../users/user.ts'
import { firstOrNull, statement, type Statement } from '../../kernel/statement.ts'

const secretColumns = totpColumns.only('sealedSecret')

/** Finds the user with the sealed secret of their authenticator app; null if they have none. */
export function findTotpSecret(
  projectId: string,
  userId: string,
): Statement<{ user: User; sealedSecret: string } | null> {
  return statement<UserRow & { sealedSecret: string }>`
    select ${userColumns.of('p')}, ${secretColumns.of('u')}
    from users u
    join user_profiles p on p.project_id = u.project_id and p.id = u.id
    where u.project_id = ${projectId} and u.id = ${userId} and u.totp_secret_sealed is not null`.map(
    firstOrNull(({ sealedSecret, ...user }) => ({ user: toUser(user), sealedSecret })),
  )
}
