import { LABEL_MAX_CODE_POINTS, SESSION_REASON_MAX_CODE_POINTS } from '@portico/client/admin'

import { completeUrl } from '../../kit/typed-url.ts'
import type { PermissionDefinition } from '../../data/permissions.ts'
import type { TeamOfUser } from '../../data/users.ts'
import {
  choice,
  day,
  email,
  flag,
  framed,
  lines,
  password,
  text,
  type Field,
  type FieldsOf,
} from '../../page/form/fields.tsx'
import { appPageAt, findPageProblem, type AppPage } from '../../records/app-pages.ts'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import type { KitTexts } from '../../texts/en/kit.ts'
import type { UserInvitationsTexts } from '../../texts/en/user-invitations.ts'
import type { UsersTexts } from '../../texts/en/users.ts'
import { findPasswordProblem } from './problems.ts'

interface NewUser {
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
  readonly password: string
  readonly hasCode: boolean
}

export function newUser(t: UsersTexts): FieldsOf<NewUser> {
  return {
    name: text({ label: t.profile.name, isOptional: true, max: LABEL_MAX_CODE_POINTS }),
    email: email({ label: t.columns.email }),
    isVerified: flag({ label: t.profile.markVerified }),
    password: passwordField(t, { label: t.signIn.password, isOptional: true }),
    hasCode: flag({ label: t.createDialog.code }),
  }
}

export function passwordField(
  { errors }: UsersTexts,
  look: { readonly label: string; readonly help?: string; readonly isOptional?: boolean },
): Field<string> {
  return password({
    ...look,
    problemOf: (typed) => {
      const problem = findPasswordProblem(typed)
      return problem && errors[problem]
    },
  })
}

/** The pages of the app to which a link can lead. Of several, one is chosen. */
interface AppPages {
  readonly pages: readonly string[]
  readonly suggested: string
}

interface NewInvitation {
  readonly email: string
  /** The page of the app that accepts the invitation. */
  readonly page: string
}

export function newInvitation(
  { columns, dialog: t }: UserInvitationsTexts,
  problems: KitTexts['problems'],
  { email: initial = '', ...pages }: AppPages & { readonly email: string | undefined },
): FieldsOf<NewInvitation> {
  return {
    email: email({ label: columns.email, initial }),
    page: pageOfLink({ label: t.page, help: t.pageHelp }, 'userInvitation', problems, pages),
  }
}

/** The page of the link that cancels the removal. */
export function pageOfReset({ signIn: t }: UsersTexts, problems: KitTexts['problems'], pages: AppPages): Field<string> {
  return pageOfLink({ label: t.cancelPage, help: t.cancelPageHelp }, 'factorReset', problems, pages)
}

function pageOfLink(
  names: { readonly label: string; readonly help: string },
  page: AppPage,
  problems: KitTexts['problems'],
  { pages, suggested }: AppPages,
): Field<string> {
  const look = { ...names, initial: suggested }
  if (pages.length > 1) return choice({ ...look, options: pages.map((value) => ({ value, label: value })) })
  return text({
    ...look,
    isCode: true,
    input: { type: 'url', placeholder: appPageAt('https://app.example.com', page) },
    problemOf: (value) => {
      const problem = findPageProblem(completeUrl(value))
      return problem && problems[problem](names.label)
    },
  })
}

export function nameOfUser({ profile }: UsersTexts): FieldsOf<{ readonly name: string }> {
  return { name: text({ label: profile.name, max: LABEL_MAX_CODE_POINTS }) }
}

/** @param teams those of the user */
export function selectedTeam(
  { columns, profile }: UsersTexts,
  teams: readonly Pick<TeamOfUser, 'id' | 'displayName'>[],
): FieldsOf<{ readonly team: string }> {
  return {
    team: choice({
      label: columns.team,
      initial: '',
      options: [
        { value: '', label: profile.noTeam },
        ...teams.map(({ id, displayName }) => ({ value: id, label: displayName })),
      ],
    }),
  }
}

export function newAddress({ profile }: UsersTexts): FieldsOf<{
  readonly address: string
  readonly isVerified: boolean
  readonly isForSignIn: boolean
}> {
  return {
    address: email({ label: profile.address }),
    isVerified: flag({ label: profile.markVerified }),
    isForSignIn: flag({ label: profile.useForSignIn }),
  }
}

export function suspension({ suspendDialog: t }: UsersTexts): FieldsOf<{
  readonly reason: string
  readonly details: string
  readonly until: string
}> {
  return {
    reason: text({ label: t.reason, help: t.reasonHelp, isOptional: true }),
    details: lines({ label: t.details, help: t.detailsHelp, isOptional: true }),
    until: day({ label: t.until, help: t.untilHelp, past: t.untilPast, isOptional: true }),
  }
}

export function impersonation(
  { impersonation: t, suspendDialog }: UsersTexts,
  problems: KitTexts['problems'],
  pages: AppPages,
): FieldsOf<{ readonly reason: string; readonly page: string }> {
  return {
    reason: text({
      label: suspendDialog.reason,
      help: t.reasonHelp,
      isRequired: true,
      max: SESSION_REASON_MAX_CODE_POINTS,
    }),
    page: pageOfLink({ label: t.page, help: t.pageHelp }, 'impersonation', problems, pages),
  }
}

export function permissionsToGrant(
  { permissions: t }: UsersTexts,
  grantable: readonly PermissionDefinition[],
): FieldsOf<{ readonly ids: readonly string[] }> {
  return {
    ids: framed<readonly string[]>({
      label: t.permission,
      initial: [],
      render: ({ value, onChange }) => <PermissionPicker chosen={value} options={grantable} onChange={onChange} />,
    }),
  }
}
