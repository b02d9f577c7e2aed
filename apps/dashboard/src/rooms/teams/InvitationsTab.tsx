import { useState, type ReactNode } from 'react'

import { useProject } from '../../data/projects.ts'
import { sendInvitation, useAppOrigin, useRefreshTeam, useTeamInvitations, type ListedTeam } from '../../data/teams.ts'
import { announce } from '../../kit/announce.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { describeEmailProblem, findEmailProblem } from '../../kit/email.ts'
import { focusFirstInvalid } from '../../kit/focus.ts'
import { Field, FieldError, Input, Select } from '../../kit/Field.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Failed } from '../../kit/States.tsx'
import { MiddleCut, Time } from '../../kit/Text.tsx'
import { completeUrl } from '../../kit/typed-url.ts'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/define-texts.ts'
import { fill } from '../../language/fill.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { teamsTexts } from '../../texts/teams.ts'
import { findPageProblem, invitationPageAt, invitationPagesOf } from './invitations.ts'
import css from './teams.module.css'

type Invitation = NonNullable<ReturnType<typeof useTeamInvitations>['data']>[number]

const SOON_MILLIS = 86_400_000

/** Sends invitations, and lists the open ones. */
export function InvitationsTab({ team }: { readonly team: ListedTeam }): ReactNode {
  const t = useTexts(teamsTexts)
  const { problems } = useTexts(kitTexts)
  const failureText = useFailureText()
  const project = useProject()
  const invitations = useTeamInvitations(team)
  const refresh = useRefreshTeam(team.id)
  const pages = invitationPagesOf(project.data?.config.domains ?? [])
  const appOrigin = useAppOrigin().data
  const [email, setEmail] = useState('')
  const [chosenPage, setPage] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const [revoked, setRevoked] = useState<Invitation | null>(null)
  const shownPage = chosenPage ?? pages[0] ?? (appOrigin ? invitationPageAt(appOrigin) : '')
  const page = completeUrl(shownPage)
  const isPageKnown = pages.length === 1
  const emailProblem = findEmailProblem(email)
  const pageProblem = findPageProblem(page)
  const sending = useAction(async () => {
    await sendInvitation(team, { email: email.trim(), callbackUrl: page })
    announce(t.invitation.sentTo(email.trim()))
    setEmail('')
    setTried(false)
    await refresh()
  })
  const isPageRefused = codeOf(sending.failure) === 'REDIRECT_URL_NOT_WHITELISTED'
  const failure = sending.failure === null ? null : failureText(sending.failure)
  const pageError = isPageRefused ? failure : hasTried && pageProblem ? problems[pageProblem](t.invitation.page) : null
  const emailError =
    !isPageRefused && failure !== null
      ? failure
      : hasTried && emailProblem
        ? describeEmailProblem(emailProblem, t.invitation.email, problems)
        : null
  return (
    <>
      <section>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (!emailProblem && !pageProblem) void sending.run()
            focusFirstInvalid(event.currentTarget)
          }}
        >
          <div className={css['invite']}>
            <Field label={t.invitation.email} error={emailError}>
              <Input
                type="email"
                dir="ltr"
                spellCheck={false}
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value)
                  sending.reset()
                }}
              />
            </Field>
            <Button type="submit" variant="primary" phase={sending.phase} pendingLabel={t.invitation.sending}>
              {t.invitation.send}
            </Button>
          </div>
          {(!isPageKnown || pageError !== null) && (
            <Field label={t.invitation.page} help={t.invitation.pageHelp} error={pageError}>
              {pages.length > 1 ? (
                <Select
                  value={page}
                  options={pages.map((value) => ({ value, label: value }))}
                  onChange={(value) => {
                    setPage(value)
                    sending.reset()
                  }}
                />
              ) : (
                <Input
                  type="url"
                  dir="ltr"
                  className="mono"
                  placeholder={invitationPageAt('https://app.example.com')}
                  value={shownPage}
                  onChange={(event) => {
                    setPage(event.target.value)
                    sending.reset()
                  }}
                />
              )}
            </Field>
          )}
        </form>
      </section>
      <section>
        <header>
          <h3>{t.invitation.open}</h3>
        </header>
        {invitations.isError && !invitations.data ? (
          <Failed
            title={t.invitation.loadFailed}
            error={invitations.error}
            isRetrying={invitations.isFetching}
            onRetry={() => void invitations.refetch()}
          />
        ) : !invitations.data ? (
          <RowsSkeleton kind="list" count={2} />
        ) : invitations.data.length === 0 ? (
          <p className="soft">{t.invitation.none}</p>
        ) : (
          <Rows kind="list">
            {invitations.data.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                team={team}
                invitation={invitation}
                page={pageProblem ? null : page}
                onRevoke={() => setRevoked(invitation)}
              />
            ))}
          </Rows>
        )}
      </section>
      {revoked && <RevokeInvitation team={team} invitation={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

function InvitationRow({
  team,
  invitation,
  page,
  onRevoke,
}: {
  readonly team: ListedTeam
  readonly invitation: Invitation
  /** The page of the link; null: it has to be entered first. */
  readonly page: string | null
  readonly onRevoke: () => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const failureText = useFailureText()
  const refresh = useRefreshTeam(team.id)
  const { recipientEmail, expiresAt } = invitation
  const email = recipientEmail ?? ''
  const again = useAction(async () => {
    await sendInvitation(team, { email, callbackUrl: page ?? '' }, invitation)
    announce(t.invitation.sentTo(email))
    await refresh()
  })
  const [openedAt] = useState(() => Date.now())
  const isSoon = expiresAt.getTime() - openedAt < SOON_MILLIS
  return (
    <ListRow
      action={
        <>
          <LinkButton
            disabled={page === null || again.phase === 'pending'}
            aria-label={`${t.invitation.again}: ${email}`}
            onClick={() => void again.run()}
          >
            {again.phase === 'done' ? t.invitation.againDone : t.invitation.again}
          </LinkButton>
          <LinkButton variant="danger" aria-label={`${t.invitation.revoke}: ${email}`} onClick={onRevoke}>
            {t.invitation.revoke}
          </LinkButton>
        </>
      }
    >
      <MiddleCut>{email}</MiddleCut>
      <span className={isSoon ? 'small warn-text' : 'small soft'}>
        {fill(t.invitation.expires, { time: <Time at={expiresAt} /> })}
      </span>
      {again.failure !== null && <FieldError>{failureText(again.failure)}</FieldError>}
    </ListRow>
  )
}

function RevokeInvitation({
  team,
  invitation,
  onClose,
}: {
  readonly team: ListedTeam
  readonly invitation: Invitation
  readonly onClose: () => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const failureText = useFailureText()
  const refresh = useRefreshTeam(team.id)
  const revocation = useAction(async () => {
    await invitation.revoke()
    await refresh()
    onClose()
  })
  return (
    <ConfirmDialog
      title={t.invitation.revokeTitle}
      consequence={fill(t.invitation.revokeText, { email: <bdi className="strong">{invitation.recipientEmail}</bdi> })}
      pendingLabel={t.invitation.revoking}
      phase={revocation.phase}
      failure={revocation.failure === null ? null : failureText(revocation.failure)}
      onConfirm={() => void revocation.run()}
      onClose={onClose}
    />
  )
}

function codeOf(error: unknown): unknown {
  return (error as { errorCode?: unknown } | null)?.errorCode
}
