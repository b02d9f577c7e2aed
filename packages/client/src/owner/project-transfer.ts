import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import { present } from '../transport/present.ts'

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
  const call = 'POST /integrations/{partner}/projects/transfer/confirm/check'
  const { is_code_valid: _, ...read } = await request(call, { params: { partner }, body: { code }, session })
  return present(read)
}

export function confirmProjectTransfer(
  request: SendRequest,
  session: Session,
  partner: string,
  code: string,
): Promise<{ project_id: string }> {
  const call = 'POST /integrations/{partner}/projects/transfer/confirm'
  return request(call, { params: { partner }, body: { code }, session })
}
