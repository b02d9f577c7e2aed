import type { EmailTemplateRead, EmailTemplateType, Json } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

/** The template of a mail with a link or a code. A snapshot: list the templates again after a change. */
export interface AdminEmailTemplate {
  /** The mail that it is for. */
  readonly type: EmailTemplateType
  /** The subject, with placeholders such as `{{ projectDisplayName }}`. */
  readonly subject: string
  /** Blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9. */
  readonly content: Json
  /** It is the template of the service: nobody has changed it, or the project sends through the shared mail server. */
  readonly isDefault: boolean
}

export interface AdminEmailTemplateUpdateOptions {
  /** Absent or empty: the subject stays. */
  subject?: string
  /** Absent: the blocks stay. */
  content?: Json
}

const path = '/email-templates'

export async function listEmailTemplates(request: SendRequest): Promise<AdminEmailTemplate[]> {
  const { items } = await request<{ items: EmailTemplateRead[] }>(path)
  return items.map(({ content, is_default: isDefault, subject, type }) => ({ type, subject, content, isDefault }))
}

export async function updateEmailTemplate(
  request: SendRequest,
  type: EmailTemplateType,
  { content, subject }: AdminEmailTemplateUpdateOptions,
): Promise<void> {
  const body = { ...(subject !== undefined && { subject }), ...(content !== undefined && { content }) }
  await request(`${path}/${encodeURIComponent(type)}`, { method: 'PATCH', body })
}

export async function resetEmailTemplate(request: SendRequest, type: EmailTemplateType): Promise<void> {
  await request(`${path}/${encodeURIComponent(type)}`, { method: 'DELETE' })
}
