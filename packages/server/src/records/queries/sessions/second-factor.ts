import { totpColumns } from '../../credentials/authenticator-app.ts'
import { recoveryColumns } from '../../credentials/recovery-codes.ts'
import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'
import { firstOrNull, statement, type Statement } from '../../../kernel/statement.ts'

const secretColumns = totpColumns.only('sealedSecret')
const codeColumns = recoveryColumns.only('sealedRecoveryKey', 'recoveryCodeDigests')

/** A user with what a code of their second factor is compared with. */
export interface SecondFactor {
  readonly user: User
  readonly sealedSecret: string
  /** Null without recovery codes. */
  readonly sealedRecoveryKey: string | null
  readonly recoveryCodeDigests: readonly string[] | null
}

/** Finds the user with their second factor; null if they have none. */
export function findSecondFactor(projectId: string, userId: string): Statement<SecondFactor | null> {
  return statement<UserRow & Omit<SecondFactor, 'user'>>`
    select ${userColumns.of('p')}, ${secretColumns.of('u')}, ${codeColumns.of('u')}
    from users u
    join user_profiles p on p.project_id = u.project_id and p.id = u.id
    where u.project_id = ${projectId} and u.id = ${userId} and u.totp_secret_sealed is not null`.map(
    firstOrNull(({ recoveryCodeDigests, sealedRecoveryKey, sealedSecret, ...user }) => ({
      user: toUser(user),
      recoveryCodeDigests,
      sealedRecoveryKey,
      sealedSecret,
    })),
  )
}
