import { fill } from '@portico/ui/language/fill'
import type { Format } from '@portico/ui/language/format'
import { Ban, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import type { KeySet } from '../../data/api-keys.ts'
import { State } from '../../kit/Badge.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { DATE_WIDTH, type Column } from '../../kit/columns.ts'
import { CutText, None, Time } from '../../kit/Text.tsx'
import { Tip } from '../../kit/Tip.tsx'
import type { KeysTexts } from '../../texts/en/keys.ts'
import { statusOf } from './key-status.ts'
import css from './keys.module.css'

export function keyColumns(t: KeysTexts, format: Format): Column<KeySet>[] {
  const lastFour = (key: { readonly lastFour: string }): ReactNode => (
    <span className="mono" dir="ltr">
      …{key.lastFour}
    </span>
  )
  return [
    {
      id: 'description',
      head: t.columns.description,
      onPhone: 'title',
      cell: (keySet) => (
        <>
          {keySet.description.trim() === '' ? (
            <span className="soft">{t.noDescription}</span>
          ) : (
            <CutText className={keySet.isValid() ? 'strong' : 'soft'}>{keySet.description}</CutText>
          )}
          <span className={css['created']}>{fill(t.created, { date: <Time at={keySet.createdAt} isDate /> })}</span>
        </>
      ),
    },
    {
      id: 'publishable',
      head: t.columns.publishable,
      width: '152px',
      cell: ({ publishableClientKey: key }) =>
        key?.value == null ? (
          key ? (
            <Tip text={t.publishableHidden}>{lastFour(key)}</Tip>
          ) : (
            <None />
          )
        ) : (
          <span className={css['copyable']}>
            <CutText className="mono">{key.value}</CutText>
            <CopyButton text={key.value} what={t.columns.publishable} />
          </span>
        ),
    },
    {
      id: 'secret',
      head: t.columns.secret,
      width: '128px',
      isSecondary: true,
      cell: ({ secretServerKey: server, superSecretAdminKey: admin }) =>
        server || admin ? (
          <>
            {server && <span className={css['secret']}>{fill(t.server, { key: lastFour(server) })}</span>}
            {admin && <span className={css['secret']}>{fill(t.admin, { key: lastFour(admin) })}</span>}
          </>
        ) : (
          <None />
        ),
    },
    {
      id: 'lastUsed',
      head: t.columns.lastUsed,
      width: DATE_WIDTH,
      isSecondary: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span className="soft">{t.neverUsed}</span>),
    },
    {
      id: 'status',
      head: t.columns.status,
      width: '232px',
      onPhone: 'line',
      cell: (keySet) => <Status keySet={keySet} t={t} format={format} />,
    },
  ]
}

function Status({
  keySet,
  t,
  format,
}: {
  readonly keySet: KeySet
  readonly t: KeysTexts
  readonly format: Format
}): ReactNode {
  const status = statusOf(keySet)
  switch (status.kind) {
    case 'valid':
      return (
        <State tone="ok" icon={<CircleCheck />}>
          {t.status.valid(format.date(status.at))}
        </State>
      )
    case 'never-expires':
      return (
        <State tone="ok" icon={<CircleCheck />}>
          {t.status.never}
        </State>
      )
    case 'expires-soon':
      return (
        <State tone="warn" icon={<TriangleAlert />}>
          {t.status.soon(status.days)}
        </State>
      )
    case 'expired':
      return <State icon={<Clock />}>{t.status.expired(format.date(status.at))}</State>
    case 'revoked':
      return <State icon={<Ban />}>{t.status.revoked(format.date(status.at))}</State>
  }
}
