import type { RemovedCredential } from '@portico/contract'

import type { Statement } from '../../kernel/statement.ts'
import type { User } from '../users/user.ts'

/** One kind of sign-in credential. Only its data: ceremonies and requests to providers belong to the flows. */
export interface Credential {
  /**
   * Removes every credential of this kind that another person may have added before the owner of the account was known.
   */
  remove(projectId: string, userId: string): Statement<unknown>
  /** Lists the credentials that `remove` removes. */
  describe(user: User): RemovedCredential[]
}
