import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AuditEvent } from '../data/audit.ts'
import type { Names } from '../data/people.ts'
import { Badge } from '../kit/Badge.tsx'
import { CutText, MiddleCut } from '../kit/Text.tsx'
import { useTexts } from '../language/define-texts.ts'
import type { AuditTexts } from '../texts/audit.en.ts'
import { auditTexts } from '../texts/audit.ts'

export interface ActorProps {
  readonly event: AuditEvent
  readonly names: Names
  readonly ownerNames: Names
}

/** Who acted, with a badge for owners, keys and the service. */
export function Actor({ event: { actor }, names, ownerNames }: ActorProps): ReactNode {
  const t = useTexts(auditTexts)
  const isKey = actor.id === null && (actor.type === 'server' || actor.type === 'admin')
  const name = nameOf(actor, names, ownerNames, t)
  // Shows the domain of a long address.
  const Cut = name.includes('@') ? MiddleCut : CutText
  return (
    <span className="row">
      <Cut className="strong">{name}</Cut>
      {actor.type === 'admin' && actor.id !== null && <Badge>{t.badges.owner}</Badge>}
      {isKey && <Badge icon={<KeyRound />}>{t.badges.key}</Badge>}
      {actor.type === 'system' && <Badge>{t.badges.system}</Badge>}
    </span>
  )
}

function nameOf({ id, type }: AuditEvent['actor'], names: Names, ownerNames: Names, t: AuditTexts): string {
  if (type === 'system') return t.service
  if (id === null) return { admin: t.adminKey, client: t.visitor, server: t.serverKey, user: t.visitor }[type]
  if (type === 'admin') return ownerNames.get(id) ?? t.formerOwner
  const name = names.get(id)
  return name === null ? t.deletedUser : name === '' ? t.noName : (name ?? `…${id.slice(-8)}`)
}
