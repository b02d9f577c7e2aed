import { findSession } from './credentials.ts'
import { describeUser } from './describe-user.ts'
import { Failure } from '../kernel/failure.ts'
import { createSessionApp } from './session-app.ts'
import type { ProjectOptions } from '../kernel/settings.ts'

/** Prints the signed-in user. Fails without a session. */
export async function whoami(options: ProjectOptions): Promise<void> {
  const session = await findSession(options)
  if (!session) throw new Failure('You are not signed in. Run portico login.')
  const user = await createSessionApp(session).getUser()
  if (!user) throw new Failure('Your session has ended. Run portico login to sign in again.')
  process.stdout.write(`${describeUser(user)}\n`)
  process.stderr.write(`user ${user.id}\nproject ${session.projectId}\nservice ${session.apiUrl}\n`)
}
