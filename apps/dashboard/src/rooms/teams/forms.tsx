import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { fill } from '@portico/ui/language/fill'

import type { ListedUser } from '../../data/users.ts'
import type { PermissionDefinition } from '../../data/permissions.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { choice, email, framed, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import { containedIn } from '../../records/containment.ts'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import { userField } from '../../records/UserPicker.tsx'
import type { KitTexts } from '../../texts/en/kit.ts'
import type { TeamsTexts } from '../../texts/en/teams.ts'
import { applyEdit, editOf, noEdit, type PermissionEdit } from './permission-edit.ts'
import { appPageAt, findPageProblem } from '../../records/app-pages.ts'

export function nameField(label: string, initial = ''): Field<string> {
  return text({ label, initial, isRequired: true, max: LABEL_MAX_CODE_POINTS })
}

export function newTeam({ dialog, profile }: TeamsTexts): FieldsOf<{
  readonly name: string
  readonly creator: ListedUser | null
}> {
  return {
    name: nameField(profile.name),
    creator: userField({ label: dialog.creator, help: dialog.creatorHelp, isOptional: true }),
  }
}

export function newMember({ member }: TeamsTexts): FieldsOf<{ readonly user: ListedUser | null }> {
  return { user: userField({ label: member.user, missing: member.userMissing }) }
}

/**
 * The permissions of a member as a change to the present ones, which another owner may edit meanwhile.
 *
 * @param before the permissions that were granted directly
 */
export function permissionsOfMember(
  t: TeamsTexts['member'],
  before: readonly string[],
  definitions: readonly PermissionDefinition[],
): FieldsOf<{ readonly permissions: PermissionEdit }> {
  return {
    permissions: framed({
      label: t.permissionsField,
      initial: noEdit,
      help: (edit) => {
        const contained = containedIn(applyEdit(before, edit), definitions)
        if (contained.length === 0) return undefined
        return fill(t.withContained, { granted: <code dir="ltr">{contained.join(', ')}</code> })
      },
      render: ({ value, onChange }) => (
        <PermissionPicker
          chosen={applyEdit(before, value)}
          options={definitions}
          onChange={(after) => onChange(editOf(before, after))}
        />
      ),
    }),
  }
}

export interface NewInvitation {
  readonly email: string
  /** The page of the app that accepts the invitation. */
  readonly page: string
}

/** @param pages those of the app that an invitation can lead to; of several, one is chosen */
export function newInvitation(
  { invitation: t }: TeamsTexts,
  problems: KitTexts['problems'],
  { pages, suggested }: { readonly pages: readonly string[]; readonly suggested: string },
): FieldsOf<NewInvitation> {
  const look = { label: t.page, help: t.pageHelp, initial: suggested }
  return {
    email: email({ label: t.email }),
    page:
      pages.length > 1
        ? choice({ ...look, options: pages.map((value) => ({ value, label: value })) })
        : text({
            ...look,
            isCode: true,
            input: { type: 'url', placeholder: appPageAt('https://app.example.com', 'teamInvitation') },
            problemOf: (page) => {
              const problem = findPageProblem(completeUrl(page))
              return problem && problems[problem](t.page)
            },
          }),
  }
}
