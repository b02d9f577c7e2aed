import { Ban, CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import type { KeySet } from '../../data/api-keys.ts'
import { State } from '../../kit/Badge.tsx'
import type { Column } from '../../kit/columns.ts'
import { CutText, None, Time } from '../../kit/Text.tsx'
import type { Format } from '../../language/format.ts'
import type { KeysTexts } from '../../texts/keys.en.ts'
import { statusOf } from './key-status.ts'

export function keyColumns(t: KeysTexts, format: Format): Column<KeySet>[] {
  const lastFour = (key: KeySet['secretServerKey']): ReactNode =>
    key === null ? (
      <None />
    ) : (
      <span className="mono" dir="ltr">
        …{key.lastFour}
      </span>
    )
  return [
    {
      id: 'description',
      head: t.columns.description,
      onPhone: 'title',
      cell: (keySet) =>
        keySet.description.trim() === '' ? (
          <span className="soft">{t.noDescription}</span>
        ) : (
          <CutText className={keySet.isValid() ? 'strong' : 'soft'}>{keySet.description}</CutText>
        ),
    },
    {
      id: 'publishable',
      head: t.columns.publishable,
      width: '104px',
      cell: ({ publishableClientKey }) => lastFour(publishableClientKey),
    },
    { id: 'server', head: t.columns.server, width: '88px', cell: ({ secretServerKey }) => lastFour(secretServerKey) },
    {
      id: 'admin',
      head: t.columns.admin,
      width: '88px',
      cell: ({ superSecretAdminKey }) => lastFour(superSecretAdminKey),
    },
    {
      id: 'created',
      head: t.columns.created,
      width: '112px',
      isSecondary: true,
      cell: ({ createdAt }) => <Time at={createdAt} isDate />,
    },
    {
      id: 'status',
      head: t.columns.status,
      width: '208px',
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
