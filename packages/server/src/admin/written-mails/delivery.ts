import type { EmailDeliveryRead } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { countMails, type MailFigures } from '../../records/queries/mails/mail-figures.ts'

export interface DeliveryDependencies {
  readonly limiter: RateLimiter
}

/** Reads the results of the project's mails, and how many mails its servers can still send. */
export async function readDelivery({ limiter }: DeliveryDependencies, { db, now }: Call): Promise<EmailDeliveryRead> {
  const figures = await db.run(countMails(db.projectId, now()))
  const use = await limiter.readUse('sendWrittenMail', db.projectId)
  const mailbox = limiter.mailboxLimitOf('sendWrittenMail')
  return {
    stats: {
      hour: presentFigures(figures.hour),
      day: presentFigures(figures.day),
      week: presentFigures(figures.week),
      month: presentFigures(figures.month),
    },
    capacity: {
      rate_per_second: use === null ? 0 : use.allowed / use.seconds,
      boost_multiplier: 1,
      penalty_factor: 1,
      is_boost_active: false,
      boost_expires_at: null,
    },
    limits: use &&
      mailbox && {
        project: {
          allowed: use.allowed,
          used: use.used,
          seconds: use.seconds,
          resets_at_millis: use.resetsAt && use.resetsAt.getTime(),
        },
        mailbox: { allowed: mailbox.calls, seconds: mailbox.seconds },
      },
  }
}

function presentFigures({ refused, sent }: MailFigures): EmailDeliveryRead['stats']['hour'] {
  return { sent, bounced: refused, marked_as_spam: 0 }
}
