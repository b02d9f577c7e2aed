import { findSession } from './credentials.ts'
import { describeUser } from './describe-user.ts'
import { Failure } from './failure.ts'
import { appOfSession } from './session-app.ts'
import type { ProjectOptions } from './settings.ts'

/** Prints who is signed in; fails if nobody is. */
export async function whoami(options: ProjectOptions): Promise<void> {
  const session = await findSession(options)
  if (!session) throw new Failure('Nobody is signed in. Run portico login.')
  const user = await appOfSession(session).getUser()
  if (!user) throw new Failure('Your session has ended. Run portico login to sign in again.')
  process.stdout.write(`${describeUser(user)}\n`)
  process.stderr.write(`user ${user.id}\nproject ${session.projectId}\nservice ${session.apiUrl}\n`)
}
