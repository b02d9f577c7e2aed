import type { EmailDeliveryRead, Json, LinkTemplateType } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'

/** To whom a mail goes. */
interface SendEmailOptionsBase {
  /** At most 100 users. A user without an address gets no mail. */
  userIds: readonly string[]
  /** Has no effect. For code that moves from the original SDK, whose service has themes. */
  themeId?: string | null | false
  /** Has no effect. For code that moves from the original SDK, whose service has notification categories. */
  notificationCategoryName?: string
}

/** A mail that a server has written in HTML. */
interface WithHtml {
  /** The HTML part, sent as it is, at most 100 kB. The service writes the text part. */
  html: string
  /** The subject. */
  subject: string
  templateId?: never
  content?: never
  variables?: never
}

/** A mail with a template of the project. */
interface WithTemplate {
  /** A template of the project, which is sent in the language of each user. */
  templateId: LinkTemplateType
  /** Default: that of the template. */
  subject?: string
  /**
   * The values of its placeholders. The service adds `projectDisplayName`, `userDisplayName`, `serviceHost` and those
   * of the branding. A placeholder without a value is empty.
   */
  variables?: Readonly<Record<string, string>>
  html?: never
  content?: never
}

/** A mail that a server has written in blocks. */
interface WithContent {
  /** Blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9, at most 100 kB of JSON. */
  content: Json
  /** The subject, with placeholders. */
  subject: string
  /** The values of the placeholders, as with a template. */
  variables?: Readonly<Record<string, string>>
  html?: never
  templateId?: never
}

/** A mail to users, with exactly one of `html`, `templateId` and `content`. */
export type SendEmailOptions = SendEmailOptionsBase & (WithHtml | WithTemplate | WithContent)

/** The outcome of the mail to one user. */
export interface SendEmailResult {
  /** The id of the user. */
  readonly userId: string
  /** The primary address, to which the mail was queued. Null for a user without one. */
  readonly userEmail: string | null
}

/** Queues the mails. Returns one result for each user, in their order. */
export async function sendEmail(request: SendRequest<'server'>, options: SendEmailOptions): Promise<SendEmailResult[]> {
  const { results } = await request('POST /emails/send-email', { body: bodyOf(options) })
  return results.map(({ user_email: userEmail = null, user_id: userId }) => ({ userId, userEmail }))
}

/** Numbers of mails in a period. The names are those of the original SDK. */
export interface EmailDeliveryWindowStats {
  /** Mails that the mail server accepted. */
  readonly sent: number
  /** Mails that were refused for good, because of the mailbox or the content. */
  readonly bounced: number
  /** Always 0: the service does not get reports of spam. */
  readonly marked_as_spam: number
}

/** Numbers of mails, for each period until now. */
export interface EmailDeliveryStats {
  /** The last hour. */
  readonly hour: EmailDeliveryWindowStats
  /** The last 24 hours. */
  readonly day: EmailDeliveryWindowStats
  /** The last 7 days. */
  readonly week: EmailDeliveryWindowStats
  /** The last 30 days. */
  readonly month: EmailDeliveryWindowStats
}

/** The project's limit in the terms of the original SDK. */
export interface EmailDeliveryCapacity {
  /** The limit of the project, per second. 0 if the operator has switched the limits off. */
  readonly rate_per_second: number
  /** Always 1. */
  readonly boost_multiplier: number
  /** Always 1. */
  readonly penalty_factor: number
  /** Always false. */
  readonly is_boost_active: boolean
  /** Always null. */
  readonly boost_expires_at: string | null
}

/** How many mails `sendEmail` can send. */
export interface EmailDeliveryLimits {
  /** All mails of the project. */
  readonly project: {
    /** Mails in each period. */
    readonly allowed: number
    /** Mails in the present period. */
    readonly used: number
    /** The length of a period, which begins with its first mail. */
    readonly seconds: number
    /** The end of the present period. Null if none has begun. */
    readonly resetsAt: Date | null
  }
  /** The mails to one mailbox. */
  readonly mailbox: {
    /** Mails in each period. */
    readonly allowed: number
    /** The length of a period. */
    readonly seconds: number
  }
}

/** How many of the project's mails were sent, and how many its servers can still send. */
export interface EmailDeliveryInfo {
  /** Mails that were sent and refused, among the newest 100,000. */
  readonly stats: EmailDeliveryStats
  /** The project's limit in the terms of the original SDK. */
  readonly capacity: EmailDeliveryCapacity
  /** Null if the operator has switched the limits off. */
  readonly limits: EmailDeliveryLimits | null
}

export async function getEmailDeliveryStats(request: SendRequest<'server'>): Promise<EmailDeliveryInfo> {
  const { capacity, limits, stats } = await request('GET /emails/delivery-info')
  return { stats, capacity, limits: limits && presentLimits(limits) }
}

function presentLimits({ mailbox, project }: NonNullable<EmailDeliveryRead['limits']>): EmailDeliveryLimits {
  return { project: present(project), mailbox }
}
