import type { PartnerTransferDetails } from '@portico/contract'

import type { SendRequest } from './transport/request.ts'
import type { Session } from './session/session.ts'

/** A project that a partner of the service transfers to a user. */
export interface ReceivedProjectTransfer {
  /** Chosen by the partner or the owners. Show it as plain text. */
  readonly projectDisplayName: string
}

/** Checks the code of a transfer, without using it up. */
export async function readProjectTransfer(
  request: SendRequest,
  session: Session,
  partner: string,
  code: string,
): Promise<ReceivedProjectTransfer> {
  const path = `${transferPath(partner)}/check`
  const read = await request<PartnerTransferDetails>(path, { method: 'POST', body: { code }, session })
  return { projectDisplayName: read.project_display_name }
}

/** The path of the confirmation. The partner may be the text of an address. */
export function transferPath(partner: string): string {
  return `/integrations/${encodeURIComponent(partner)}/projects/transfer/confirm`
}
