import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AuditEvent } from '../data/audit.ts'
import { Badge } from '../kit/Badge.tsx'
import { CutText, MiddleCut } from '../kit/Text.tsx'
import { useTexts } from '../language/useTexts.ts'
import { auditTexts, type AuditTexts } from '../texts/en/audit.ts'
import type { KnownNames } from './useNamesOf.ts'

export interface ActorProps extends KnownNames {
  readonly event: AuditEvent
}

/** Who acted, with a badge for owners, keys and the service. */
export function Actor({ event, ...known }: ActorProps): ReactNode {
  const t = useTexts(auditTexts)
  const { actor } = event
  const { keySetName, name } = nameOf(event, known, t)
  const isKey = actor.id === null && (actor.type === 'server' || actor.type === 'admin')
  // Shows the domain of a long address.
  const Cut = name.includes('@') ? MiddleCut : CutText
  return (
    <span className="row">
      <Cut className="strong">{name}</Cut>
      {actor.id !== null && known.ownerNames.has(actor.id) && <Badge>{t.badges.owner}</Badge>}
      {isKey && (
        <Badge icon={<KeyRound />}>
          {keySetName === null ? t.badges.key : t.badges[actor.type === 'admin' ? 'adminKey' : 'serverKey']}
        </Badge>
      )}
      {actor.type === 'system' && <Badge>{t.badges.system}</Badge>}
    </span>
  )
}

/** The name of the actor; of a key, the name of its set if it is known. */
function nameOf(
  { actor: { id, keySetId, type }, reason }: AuditEvent,
  { names, ownerNames, titles }: KnownNames,
  t: AuditTexts,
): { readonly name: string; readonly keySetName: string | null } {
  const called = (name: string): ReturnType<typeof nameOf> => ({ name, keySetName: null })
  if (type === 'system') return called(t.service)
  if (id === null) {
    if (type === 'client' || type === 'user') return called(t.visitor)
    const keySetName = (keySetId !== null && titles.get(keySetId)) || null
    return { name: keySetName ?? (type === 'admin' ? t.adminKey : t.serverKey), keySetName }
  }
  const shortId = `…${id.slice(-8)}`
  if (type === 'admin') {
    // A project always has an owner, so without any they are not read yet.
    if (ownerNames.size === 0) return called(shortId)
    return called(ownerNames.get(id) || (reason === 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' ? t.notOwner : t.formerOwner))
  }
  const name = names.get(id)
  return called(name === null ? t.deletedUser : name === '' ? t.noName : (name ?? shortId))
}
