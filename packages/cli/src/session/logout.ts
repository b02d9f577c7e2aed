import { print } from '../kernel/output.ts'
import type { ProjectOptions } from '../kernel/settings.ts'
import { explainMissingSession, findSession, removeSession } from './credentials.ts'
import { createSessionApp } from './session-app.ts'

/** Ends the session on the service and removes it from this computer, even if the request to the service fails. */
export async function logout(options: ProjectOptions): Promise<void> {
  const session = await findSession(options)
  if (!session) {
    print(await explainMissingSession(options))
    return
  }
  try {
    const user = await createSessionApp(session).getUser()
    await user?.signOut()
  } finally {
    await removeSession(session)
    print('Signed out on this computer.')
  }
}
