import type { EmailTemplateFailure, EmailTemplateRead, EmailTemplateType, Json } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type {
  AdminEmailTemplateFields,
  AdminEmailTemplateVersionFields,
  AdminListedEmailTemplateFields,
} from '../transport/record-fields.ts'

/** The template of a mail. A snapshot: list the templates again after a change. */
export interface AdminEmailTemplate extends AdminEmailTemplateFields {
  /**
   * Mails have the template of the service instead, until the next change or reset. Null for a template without a known
   * problem.
   */
  readonly failed: {
    /** Why it could not be rendered. */
    readonly reason: EmailTemplateFailure
    /** When the first mail failed; null if that was not recorded. */
    readonly failedAt: Date | null
  } | null
}

/** A template in the list of all. */
export interface AdminListedEmailTemplate extends AdminListedEmailTemplateFields, AdminEmailTemplate {}

/** The language of a template. */
export interface AdminEmailTemplateOptions {
  /** The language of the template. Default: that of the project. */
  locale?: string
}

/** Which templates a list contains, and in which language. */
export interface AdminEmailTemplateListOptions extends AdminEmailTemplateOptions {
  /** Also lists the notices, such as `password_changed`. Default: only the mails with a link or a code. */
  includeNotices?: boolean
}

/** Changes to a template. Absent parts keep their value. */
export interface AdminEmailTemplateUpdateOptions extends AdminEmailTemplateOptions {
  /** Absent or empty: the subject stays. */
  subject?: string
  /** Absent: the blocks stay. */
  content?: Json
  /**
   * The `version` that you have read. After another change, the call throws `EMAIL_TEMPLATE_VERSION_CONFLICT` and
   * writes nothing.
   */
  ifVersion?: number
}

/** The language of a template, and the version to reset. */
export interface AdminEmailTemplateResetOptions extends AdminEmailTemplateOptions {
  /**
   * The `version` that you have read. After another change, the call throws `EMAIL_TEMPLATE_VERSION_CONFLICT` and the
   * template stays.
   */
  ifVersion?: number
}

/** A version of a template that an owner stored. To restore it, write its subject and content. */
export interface AdminEmailTemplateVersion extends AdminEmailTemplateVersionFields {
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

/** Other services of the protocol do not send these. */
const additions = { changedIn: [], failedIn: [] }

export async function listEmailTemplates(
  request: SendRequest<'admin'>,
  { includeNotices, locale }: AdminEmailTemplateListOptions = {},
): Promise<AdminListedEmailTemplate[]> {
  const query = { locale, include_notices: includeNotices || undefined }
  const { items } = await request('GET /email-templates', { query })
  return items.map((read) => ({
    ...additions,
    ...present(read),
    failed: presentFailure(read.failed),
  }))
}

/** Other services of the protocol do not send the failure. */
function presentFailure(failed: EmailTemplateRead['failed'] | undefined): AdminEmailTemplate['failed'] {
  return failed ? present(failed) : null
}

export async function updateEmailTemplate(
  request: SendRequest<'admin'>,
  type: EmailTemplateType,
  options: AdminEmailTemplateUpdateOptions,
): Promise<void> {
  const { locale, ...changes } = options
  await request('PATCH /email-templates/{type}', { params: { type }, query: { locale }, body: bodyOf(changes) })
}

export async function resetEmailTemplate(
  request: SendRequest<'admin'>,
  type: EmailTemplateType,
  { ifVersion, locale }: AdminEmailTemplateResetOptions = {},
): Promise<void> {
  await request('DELETE /email-templates/{type}', { params: { type }, query: { locale, if_version: ifVersion } })
}

/** Lists the last versions, newest first. */
export async function listEmailTemplateVersions(
  request: SendRequest<'admin'>,
  type: EmailTemplateType,
  { locale }: AdminEmailTemplateOptions = {},
): Promise<AdminEmailTemplateVersion[]> {
  const { items } = await request('GET /email-templates/{type}/versions', { params: { type }, query: { locale } })
  return items.map((read) => ({ ...present(read), changedBy: present(read.changed_by) }))
}
