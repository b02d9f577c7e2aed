import { findSession, forgetSession } from './credentials.ts'
import { appOfSession } from './session-app.ts'
import type { ProjectOptions } from './settings.ts'

/** Ends the session on the service and forgets it here; here also if the service cannot be told. */
export async function logout(options: ProjectOptions): Promise<void> {
  const session = await findSession(options)
  if (!session) {
    process.stdout.write('Nobody was signed in.\n')
    return
  }
  try {
    const user = await appOfSession(session).getUser()
    await user?.signOut()
  } finally {
    await forgetSession(session)
    process.stdout.write('Signed out on this computer.\n')
  }
}
