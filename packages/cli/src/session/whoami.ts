import { Failure } from '../kernel/failure.ts'
import { note, print, printJson } from '../kernel/output.ts'
import type { ProjectOptions } from '../kernel/settings.ts'
import { explainMissingSession, findSession, OWNERS_PROJECT } from './credentials.ts'
import { describeUser } from './describe-user.ts'
import { createSessionApp } from './session-app.ts'

export interface WhoamiOptions extends ProjectOptions {
  readonly json?: true
}

/** Prints the signed-in user. Fails without a session. */
export async function whoami(options: WhoamiOptions): Promise<void> {
  const session = await findSession(options)
  if (!session) throw new Failure(`${await explainMissingSession(options)} Run portico login.`)
  const user = await createSessionApp(session).getUser()
  if (!user) throw new Failure('Your session has ended. Run portico login to sign in again.')
  const isOwner = session.projectId === OWNERS_PROJECT
  if (options.json) {
    const { displayName, id, primaryEmail } = user
    printJson({
      id,
      display_name: displayName,
      primary_email: primaryEmail,
      project_id: session.projectId,
      api_url: session.apiUrl,
      ...(isOwner && { used_project_id: session.usedProjectId ?? null }),
    })
    return
  }
  print(describeUser(user))
  note(`user ${user.id}`)
  note(isOwner ? `owner of projects, uses ${session.usedProjectId ?? 'none yet'}` : `project ${session.projectId}`)
  note(`service ${session.apiUrl}`)
}
