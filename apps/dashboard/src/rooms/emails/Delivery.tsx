import type { Format } from '@portico/ui/language/format'
import type { ReactNode } from 'react'

import { mails, type MailDelivery } from '../../data/emails.ts'
import { Bone, Figures, Section } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { emailsTexts, type EmailsTexts } from '../../texts/en/emails.ts'

/** How many mails were sent and refused, and how many the servers of the project can still send. */
export function Delivery(): ReactNode {
  const { delivery: t } = useTexts(emailsTexts)
  const query = mails.useRead('delivery', [])
  return (
    <Section title={t.title}>
      <Loaded query={query} failed={t.loadFailed} skeleton={<Waiting />}>
        {(delivery) => <Counts delivery={delivery} />}
      </Loaded>
    </Section>
  )
}

function Counts({ delivery: { limits, stats } }: { readonly delivery: MailDelivery }): ReactNode {
  const { delivery: t } = useTexts(emailsTexts)
  const format = useFormat()
  const number = (count: number): string => format.number(count)
  return (
    <>
      <Figures
        figures={[
          {
            label: t.sent,
            value: number(stats.day.sent),
            note: t.sentNote(number(stats.hour.sent), number(stats.month.sent)),
          },
          { label: t.refused, value: number(stats.day.bounced), note: t.refusedNote(number(stats.month.bounced)) },
        ]}
      />
      <p className="small soft">{limits ? limitsInWords(limits, t, format) : t.noLimits}</p>
    </>
  )
}

function limitsInWords(
  { mailbox, project }: NonNullable<MailDelivery['limits']>,
  t: EmailsTexts['delivery'],
  format: Format,
): string {
  return t.limits(
    format.number(project.used),
    format.number(project.allowed),
    format.duration(project.seconds * 1_000),
    format.number(mailbox.allowed),
    format.duration(mailbox.seconds * 1_000),
  )
}

function Waiting(): ReactNode {
  const { delivery: t } = useTexts(emailsTexts)
  return (
    <div aria-busy="true">
      <Figures
        figures={[t.sent, t.refused].map((label) => ({
          label,
          value: <Bone width="96px" />,
          note: <Bone width="144px" />,
        }))}
      />
      <Bone width="60%" />
    </div>
  )
}
