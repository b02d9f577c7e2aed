import type {
  EmailTemplateFailure,
  EmailTemplateRead,
  EmailTemplateType,
  EmailTemplateVersionRead,
  Json,
  ListedEmailTemplateRead,
} from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

/** The template of a mail. A snapshot: list the templates again after a change. */
export interface AdminEmailTemplate {
  /** The mail that it is for. */
  readonly type: EmailTemplateType
  /** The language of the template, such as `de`. */
  readonly locale: string
  /** The subject, with placeholders such as `{{ projectDisplayName }}`. */
  readonly subject: string
  /** Blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9. */
  readonly content: Json
  /** Grows with every change and reset; 0 if there was none. */
  readonly version: number
  /** It is the template of the service: it was not changed, or the project sends through the shared mail server. */
  readonly isDefault: boolean
  /** Mails have the template of the service instead, until the next change or reset. Null for a template without a known problem. */
  readonly failed: {
    /** Why it could not be rendered. */
    readonly reason: EmailTemplateFailure
    /** When the first mail failed; null if that was not recorded. */
    readonly failedAt: Date | null
  } | null
}

/** A template in the list of all. */
export interface AdminListedEmailTemplate extends AdminEmailTemplate {
  /** The languages in which the project sends a template of its own. */
  readonly changedIn: readonly string[]
  /** Those of `changedIn` whose template could not be rendered, so mails have that of the service. */
  readonly failedIn: readonly string[]
}

export interface AdminEmailTemplateOptions {
  /** The language of the template. Default: that of the project. */
  locale?: string
}

export interface AdminEmailTemplateListOptions extends AdminEmailTemplateOptions {
  /** Also lists the notices, such as `password_changed`. Default: only the mails with a link or a code. */
  includeNotices?: boolean
}

export interface AdminEmailTemplateUpdateOptions extends AdminEmailTemplateOptions {
  /** Absent or empty: the subject stays. */
  subject?: string
  /** Absent: the blocks stay. */
  content?: Json
  /** The `version` that you have read. After another change, the call throws `EMAIL_TEMPLATE_VERSION_CONFLICT` and writes nothing. */
  ifVersion?: number
}

/** What an owner made of a template. To restore it, write its subject and content. */
export interface AdminEmailTemplateVersion {
  /** The number of the version. */
  readonly version: number
  /** The subject of that time. */
  readonly subject: string
  /** The blocks of that time. */
  readonly content: Json
  /** The owner returned to the template of the service. */
  readonly isDefault: boolean
  /** When the version was made. */
  readonly changedAt: Date
  /** An owner, a key of the project, or the service itself. */
  readonly changedBy: {
    /** Who made the version. */
    readonly type: 'owner' | 'key' | 'system'
    /** The id of the owner; null for others. */
    readonly userId: string | null
    /** The name of the owner; null without one. */
    readonly displayName: string | null
  }
}

function pathOf(type: string, { includeNotices, locale }: AdminEmailTemplateListOptions = {}): string {
  const query = new URLSearchParams({
    ...(locale !== undefined && { locale }),
    ...(includeNotices && { include_notices: 'true' }),
  }).toString()
  return `/email-templates${type}${query && `?${query}`}`
}

export async function listEmailTemplates(
  request: SendRequest,
  options?: AdminEmailTemplateListOptions,
): Promise<AdminListedEmailTemplate[]> {
  const { items } = await request<{ items: ListedEmailTemplateRead[] }>(pathOf('', options))
  return items.map(({ changed_in: changedIn, failed, failed_in: failedIn, is_default: isDefault, ...template }) => ({
    ...template,
    // Other services of the protocol send neither.
    changedIn: changedIn ?? [],
    failedIn: failedIn ?? [],
    isDefault,
    failed: presentFailure(failed),
  }))
}

/** Other services of the protocol do not send the failure. */
function presentFailure(failed: EmailTemplateRead['failed'] | undefined): AdminEmailTemplate['failed'] {
  if (!failed) return null
  const { failed_at_millis: failedAtMillis, reason } = failed
  return { reason, failedAt: failedAtMillis === null ? null : new Date(failedAtMillis) }
}

export async function updateEmailTemplate(
  request: SendRequest,
  type: EmailTemplateType,
  options: AdminEmailTemplateUpdateOptions,
): Promise<void> {
  const { content, ifVersion, subject } = options
  // The JSON encoder omits undefined fields.
  const body = { subject, content, if_version: ifVersion }
  await request(pathOf(`/${encodeURIComponent(type)}`, options), { method: 'PATCH', body })
}

export async function resetEmailTemplate(
  request: SendRequest,
  type: EmailTemplateType,
  options?: AdminEmailTemplateOptions,
): Promise<void> {
  await request(pathOf(`/${encodeURIComponent(type)}`, options), { method: 'DELETE' })
}

/** Lists the last versions, newest first. */
export async function listEmailTemplateVersions(
  request: SendRequest,
  type: EmailTemplateType,
  options?: AdminEmailTemplateOptions,
): Promise<AdminEmailTemplateVersion[]> {
  const path = pathOf(`/${encodeURIComponent(type)}/versions`, options)
  const { items } = await request<{ items: EmailTemplateVersionRead[] }>(path)
  return items.map(({ changed_at_millis, changed_by, is_default: isDefault, ...version }) => ({
    ...version,
    isDefault,
    changedAt: new Date(changed_at_millis),
    changedBy: { type: changed_by.type, userId: changed_by.user_id, displayName: changed_by.display_name },
  }))
}
