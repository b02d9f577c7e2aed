import type { Session } from '../session/session.ts'
import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'

/** The request of a partner, such as a host of databases, for an admin key of a project. */
export interface PartnerAuthorization {
  /** The kind of partner. */
  readonly partner: string
  /** The host of the partner, to which the browser returns. */
  readonly redirectHost: string
  /** The name of the project at the partner. Chosen there: show it as plain text. Null without one. */
  readonly externalProjectName: string | null
  /** It can be confirmed or refused while it is open. */
  readonly state: 'open' | 'answered' | 'expired'
  /** Where the browser continues if the owner refuses. */
  readonly refusalUrl: string
}

export async function readPartnerAuthorization(
  request: SendRequest,
  session: Session,
  interactionUid: string,
): Promise<PartnerAuthorization> {
  const params = { interaction_uid: interactionUid }
  return present(await request('GET /internal/partner-authorizations/{interaction_uid}', { params, session }))
}

export async function confirmPartnerAuthorization(
  request: SendRequest,
  session: Session,
  interactionUid: string,
  projectId: string,
): Promise<{ readonly continueUrl: string }> {
  const call = 'POST /internal/partner-authorizations/{interaction_uid}/confirm'
  const params = { interaction_uid: interactionUid }
  return present(await request(call, { params, body: { project_id: projectId }, session }))
}
