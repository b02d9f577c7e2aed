import { fill } from '@portico/ui/language/fill'
import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { mails, type SenderDomainFinding } from '../../data/emails.ts'
import { announce } from '../../kit/announce.ts'
import { State, type Tone } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { CopyLine } from '../../kit/CopyLine.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { senderDomainTexts } from '../../texts/en/sender-domain.ts'
import css from './sender-domain.module.css'

/** A check asks DNS, so it is repeated on request only. */
const STALE_MILLIS = 10 * 60_000

/** What DNS says about the domain of the stored sender. */
export function SenderDomain({
  sender,
}: {
  /**
   * The stored settings that the check depends on; null for the shared server, whose domain belongs to the operator.
   */
  readonly sender: string | null
}): ReactNode {
  const t = useTexts(senderDomainTexts)
  return (
    <div className={css['domain']}>
      {sender === null ? (
        <Section title={t.title}>
          <p className="soft">{t.shared}</p>
        </Section>
      ) : (
        <OwnDomain sender={sender} />
      )}
    </div>
  )
}

function OwnDomain({ sender }: { readonly sender: string }): ReactNode {
  const t = useTexts(senderDomainTexts)
  const query = mails.useRead('senderDomain', [sender], { staleTime: STALE_MILLIS })
  const { data, isFetching, refetch } = query
  const checkAgain = async (): Promise<void> => {
    const { isSuccess } = await refetch()
    if (isSuccess) announce(t.checked)
  }
  return (
    <Section
      title={t.title}
      {...(data && {
        note: fill(t.lead, { domain: <bdi className="strong">{data.domain}</bdi> }),
        action: (
          <Button phase={isFetching ? 'pending' : 'idle'} pendingLabel={t.checking} onClick={() => void checkAgain()}>
            {t.checkAgain}
          </Button>
        ),
      })}
    >
      <Loaded query={query} failed={t.failed} skeleton={<RowsSkeleton isFlush count={3} />}>
        {({ findings }) => (
          <ul className={css['findings']}>
            {findings.map((finding) => (
              <Finding key={finding.kind} finding={finding} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const looks: Readonly<Record<SenderDomainFinding['state'], { readonly tone: Tone; readonly icon: ReactNode }>> = {
  good: { tone: 'ok', icon: <CircleCheck /> },
  weak: { tone: 'warn', icon: <TriangleAlert /> },
  wrong: { tone: 'danger', icon: <CircleAlert /> },
  missing: { tone: 'danger', icon: <CircleAlert /> },
  unknown: { tone: 'neutral', icon: <CircleHelp /> },
}

function Finding({
  finding: { code, detail, kind, name, publish, record, state },
}: {
  readonly finding: SenderDomainFinding
}): ReactNode {
  const t = useTexts(senderDomainTexts)
  const { advice, message } = t.findings[code]
  return (
    <li>
      <header>
        <h3>{t.kinds[kind]}</h3>
        <State {...looks[state]}>{t.states[state]}</State>
      </header>
      <p>{message}</p>
      {detail !== null && (
        <p className="small">
          <bdi className="mono">{detail}</bdi>
        </p>
      )}
      {advice !== '' && <p className="soft">{advice}</p>}
      {record !== null && (
        <dl>
          <dt>
            {t.found} <bdi>{name}</bdi>
          </dt>
          <dd className="mono" dir="ltr">
            {record}
          </dd>
        </dl>
      )}
      {publish && (
        <dl>
          <dt>{t.publishName}</dt>
          <dd>
            <CopyLine value={publish.name} what={t.nameOf(t.kinds[kind])} />
          </dd>
          <dt>{t.publishValue}</dt>
          <dd>
            <CopyLine value={publish.value} what={t.valueOf(t.kinds[kind])} />
          </dd>
        </dl>
      )}
    </li>
  )
}
