import type { EmailTemplateRead, EmailTemplateType, Json } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

/** The template of a mail with a link or a code. A snapshot: list the templates again after a change. */
export interface AdminEmailTemplate {
  /** The mail that it is for. */
  readonly type: EmailTemplateType
  /** The language of the template, such as `de`. */
  readonly locale: string
  /** The subject, with placeholders such as `{{ projectDisplayName }}`. */
  readonly subject: string
  /** Blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9. */
  readonly content: Json
  /** It is the template of the service: nobody has changed it, or the project sends through the shared mail server. */
  readonly isDefault: boolean
}

export interface AdminEmailTemplateOptions {
  /** The language of the template. Default: that of the project. */
  locale?: string
}

export interface AdminEmailTemplateUpdateOptions extends AdminEmailTemplateOptions {
  /** Absent or empty: the subject stays. */
  subject?: string
  /** Absent: the blocks stay. */
  content?: Json
}

function pathOf(type: string, { locale }: AdminEmailTemplateOptions = {}): string {
  const query = locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`
  return `/email-templates${type}${query}`
}

export async function listEmailTemplates(
  request: SendRequest,
  options?: AdminEmailTemplateOptions,
): Promise<AdminEmailTemplate[]> {
  const { items } = await request<{ items: EmailTemplateRead[] }>(pathOf('', options))
  return items.map(({ is_default: isDefault, ...template }) => ({ ...template, isDefault }))
}

export async function updateEmailTemplate(
  request: SendRequest,
  type: EmailTemplateType,
  options: AdminEmailTemplateUpdateOptions,
): Promise<void> {
  const { content, subject } = options
  const body = { ...(subject !== undefined && { subject }), ...(content !== undefined && { content }) }
  await request(pathOf(`/${encodeURIComponent(type)}`, options), { method: 'PATCH', body })
}

export async function resetEmailTemplate(
  request: SendRequest,
  type: EmailTemplateType,
  options?: AdminEmailTemplateOptions,
): Promise<void> {
  await request(pathOf(`/${encodeURIComponent(type)}`, options), { method: 'DELETE' })
}
