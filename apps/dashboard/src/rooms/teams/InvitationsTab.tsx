import { fill } from '@portico/ui/language/fill'
import { useState, type ReactNode } from 'react'

import * as endpointRights from '../../data/endpoint-rights.ts'
import { useProject } from '../../data/projects.ts'
import { teams, useAppOrigin, type ListedTeam, type TeamInvitation } from '../../data/teams.ts'
import { announce } from '../../kit/announce.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { May, useMay } from '../../kit/May.tsx'
import { ListRow } from '../../kit/Rows.tsx'
import { MiddleCut, Time } from '../../kit/Text.tsx'
import { completeUrl } from '../../kit/typed-url.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { useFields, type FieldsForm } from '../../page/form/useFields.ts'
import { RecordSection } from '../../page/RecordSection.tsx'
import { useAct } from '../../page/useAct.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { teamsTexts } from '../../texts/en/teams.ts'
import { newInvitation, type NewInvitation } from './forms.tsx'
import { appPageAt, appPagesOf, findPageProblem } from '../../records/app-pages.ts'
import css from './teams.module.css'

const SOON_MILLIS = 86_400_000

/** Sends invitations, and lists the open ones. */
export function InvitationsTab({ team }: { readonly team: ListedTeam }): ReactNode {
  const { invitation: t } = useTexts(teamsTexts)
  const { pending } = useTexts(kitTexts)
  const { fields, state, isPageKnown } = useInvitationForm(team)
  const { form, action, submit } = state
  const page = completeUrl(form.values.page)
  const [revoked, setRevoked] = useState<TeamInvitation | null>(null)
  const endInvitation = teams.useChange('endInvitation')
  return (
    <>
      <May right={teams.rights.invite}>
        <section>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <div className={css['invite']}>
              {fields.email.render(form.field('email'), false)}
              <Button type="submit" variant="primary" phase={action.phase} pendingLabel={pending.sending}>
                {t.send}
              </Button>
            </div>
            {(!isPageKnown || form.field('page').error !== undefined) && fields.page.render(form.field('page'), false)}
          </form>
        </section>
      </May>
      <RecordSection
        title={t.open}
        query={teams.useRead('invitations', [team])}
        failed={t.loadFailed}
        empty={t.none}
        skeletonCount={2}
        row={(invitation) => (
          <InvitationRow
            team={team}
            invitation={invitation}
            page={findPageProblem(page) ? null : page}
            onRevoke={() => setRevoked(invitation)}
          />
        )}
      />
      {revoked && (
        <ConfirmAction
          title={t.revokeTitle}
          consequence={fill(t.revokeText, { email: <bdi className="strong">{revoked.recipientEmail}</bdi> })}
          pending="revoking"
          run={() => endInvitation(team, revoked)}
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  )
}

/** Address and page of an invitation. The page stays for the next one. */
function useInvitationForm(team: ListedTeam): {
  readonly fields: ReturnType<typeof newInvitation>
  readonly state: FieldsForm<NewInvitation>
  readonly isPageKnown: boolean
} {
  const t = useTexts(teamsTexts)
  const { problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const pages = appPagesOf(useProject().data?.config.domains ?? [], 'teamInvitation')
  const appOrigin = useAppOrigin({ isNeeded: useMay()(endpointRights.listRecentRequests) }).data
  const suggested = pages[0] ?? (appOrigin ? appPageAt(appOrigin, 'teamInvitation') : '')
  const fields = newInvitation(t, problems, { pages, suggested })
  const invite = teams.useChange('invite')
  const state = useFields({
    fields,
    onSubmit: async ({ email, page }) => {
      const invitation = { email: email.trim(), callbackUrl: completeUrl(page) }
      await invite(team, invitation)
      return invitation
    },
    refusalOf: (failure) => ({ [isPageRefused(failure) ? 'page' : 'email']: failureText(failure) }),
    onDone: ({ email }) => {
      announce(t.invitation.sentTo(email))
      state.form.set('email', '')
    },
  })
  return { fields, state, isPageKnown: pages.length === 1 }
}

function InvitationRow({
  team,
  invitation,
  page,
  onRevoke,
}: {
  readonly team: ListedTeam
  readonly invitation: TeamInvitation
  /** The page of the link; null: it has to be entered first. */
  readonly page: string | null
  readonly onRevoke: () => void
}): ReactNode {
  const { invitation: t } = useTexts(teamsTexts)
  const invite = teams.useChange('invite')
  const { recipientEmail, expiresAt } = invitation
  const email = recipientEmail ?? ''
  const again = useAct(async () => {
    await invite(team, { email, callbackUrl: page ?? '' }, invitation)
    announce(t.sentTo(email))
  })
  const [openedAt] = useState(() => Date.now())
  const isSoon = expiresAt.getTime() - openedAt < SOON_MILLIS
  return (
    <ListRow
      action={
        <May right={teams.rights.invite}>
          <LinkButton
            disabled={page === null || again.isPending}
            aria-label={`${t.again}: ${email}`}
            onClick={() => again.run()}
          >
            {again.isDone ? t.againDone : t.again}
          </LinkButton>
          <LinkButton variant="danger" aria-label={`${t.revoke}: ${email}`} onClick={onRevoke}>
            {t.revoke}
          </LinkButton>
        </May>
      }
    >
      <MiddleCut>{email}</MiddleCut>
      <span className={isSoon ? 'small warn-text' : 'small soft'}>
        {fill(t.expires, { time: <Time at={expiresAt} /> })}
      </span>
      {again.failure}
    </ListRow>
  )
}

function isPageRefused(failure: unknown): boolean {
  return (failure as { errorCode?: unknown } | null)?.errorCode === 'REDIRECT_URL_NOT_WHITELISTED'
}
