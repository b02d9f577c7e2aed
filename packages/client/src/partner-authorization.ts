import type { PartnerAuthorizationRead } from '@portico/contract'

import type { Session } from './session/session.ts'
import type { SendRequest } from './transport/request.ts'

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

const pathOf = (interactionUid: string): string =>
  `/internal/partner-authorizations/${encodeURIComponent(interactionUid)}`

export async function readPartnerAuthorization(
  request: SendRequest,
  session: Session,
  interactionUid: string,
): Promise<PartnerAuthorization> {
  const read = await request<PartnerAuthorizationRead>(pathOf(interactionUid), { session })
  return {
    partner: read.partner,
    redirectHost: read.redirect_host,
    externalProjectName: read.external_project_name,
    state: read.state,
    refusalUrl: read.refusal_url,
  }
}

export async function confirmPartnerAuthorization(
  request: SendRequest,
  session: Session,
  interactionUid: string,
  projectId: string,
): Promise<{ readonly continueUrl: string }> {
  const { continue_url: continueUrl } = await request<{ continue_url: string }>(`${pathOf(interactionUid)}/confirm`, {
    method: 'POST',
    body: { project_id: projectId },
    session,
  })
  return { continueUrl }
}
