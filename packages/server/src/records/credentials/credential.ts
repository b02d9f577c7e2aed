import type { RemovedSignInMethod } from '@portico/contract'

import type { Statement } from '../../kernel/statement.ts'
import type { User } from '../users/user.ts'

/** One kind of thing that opens an account. Only its data: ceremonies and providers belong to the flows. */
export interface Credential {
  /** Removes every credential of this kind that the user has. */
  remove(projectId: string, userId: string): Statement<unknown>
  /** Lists the credentials of this kind that the user has, as the wire names them. */
  describe(user: User): RemovedSignInMethod[]
}
