'use client'

import { useId, useState, type ReactNode } from 'react'
import type { TeamMember, TeamMembers } from './useTeamMembers.ts'
import { useTranslate } from '../../i18n/language.ts'
import { byKind, describePermission, isOfSystem } from './describe-permission.ts'
import { EditForm } from '../page/EditForm.tsx'

export interface RolesFormProps {
  readonly member: TeamMember
  /** The permissions that the member has directly. */
  readonly roles: readonly string[]
  /** The permissions of the signed-in user, who can grant and revoke no others. */
  readonly grantable: ReadonlySet<string>
  readonly setRoles: TeamMembers['setRoles']
  readonly onCancel: () => void
}

/** The roles of a member, as a list to select from. */
export function RolesForm({ member, roles, grantable, setRoles, onCancel }: RolesFormProps): ReactNode {
  const t = useTranslate()
  const id = useId()
  const [wanted, setWanted] = useState<ReadonlySet<string>>(() => new Set(roles))
  const choices = [...new Set([...grantable, ...roles])].toSorted(byKind)
  const groups = [
    { title: t('Roles'), ids: choices.filter((role) => !isOfSystem(role)) },
    { title: t('Single permissions'), ids: choices.filter(isOfSystem) },
  ].filter(({ ids }) => ids.length > 0)
  function toggle(role: string, isWanted: boolean): void {
    setWanted((before) => new Set(isWanted ? [...before, role] : [...before].filter((other) => other !== role)))
  }
  return (
    <EditForm onSubmit={() => setRoles.submit(member, wanted)} onCancel={onCancel} action={setRoles}>
      <div className="portico-choices" role="group" aria-labelledby={id}>
        <p className="portico-confirm-question" id={id}>
          {t('Roles of {name}', { name: member.user.teamProfile.displayName || t('No name') })}
        </p>
        {groups.map(({ title, ids }) => (
          <div key={title} className="portico-choices" role="group" aria-label={title}>
            <p className="portico-choices-title" aria-hidden="true">
              {title}
            </p>
            {ids.map((role) => (
              <label key={role} className="portico-choice">
                <input
                  className="portico-check"
                  type="checkbox"
                  checked={wanted.has(role)}
                  disabled={!grantable.has(role)}
                  onChange={(event) => toggle(role, event.target.checked)}
                />
                <bdi>{describePermission(t, role)}</bdi>
              </label>
            ))}
          </div>
        ))}
        <p className="portico-hint">{t('You can grant and revoke only permissions that you have yourself.')}</p>
      </div>
    </EditForm>
  )
}
