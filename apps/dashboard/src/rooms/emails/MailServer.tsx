import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useState, type ReactNode } from 'react'

import { mails } from '../../data/emails.ts'
import { settingsRight, throwIfConcerned, useEditConfig, usePersonOf } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { May } from '../../kit/May.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import css from './emails.module.css'
import { EmailsHead } from './EmailsHead.tsx'
import { DkimRecord } from './DkimRecord.tsx'
import { hiddenFields, mailServerFields } from './forms.tsx'
import { SenderDomain } from './SenderDomain.tsx'
import { createDkimKey, type DkimKey } from './sender-keys.ts'
import { formOf, hasMore, problemsBetween, settingsOf, type MailServerForm } from './sender-settings.ts'
import { TestMail } from './TestMail.tsx'

/** Where the mails of the project go: to the shared server, its own one or its own endpoint. With a test. */
export function MailServer(): ReactNode {
  const { server: t } = useTexts(emailsTexts)
  return (
    <>
      <EmailsHead />
      <Loaded
        query={useProject()}
        failed={t.loadFailed}
        skeleton={
          <div className={css['columns']}>
            <RowsSkeleton kind="settings" count={2} />
          </div>
        }
      >
        {(project) => (
          <>
            <ServerForm project={project} />
            <SenderDomain sender={senderOf(project)} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** The stored settings that DNS must fit; null for the shared server. */
function senderOf({ config: { emailConfig: email } }: AdminProjectWithHooks): string | null {
  if (email.type === 'shared') return null
  const { bounceEmail = '', dkim, host = '' } = email.type === 'standard' ? email : {}
  return JSON.stringify([email.senderEmail, bounceEmail, host, dkim?.selector, dkim?.publicKey])
}

function ServerForm({ project }: { readonly project: AdminProjectWithHooks }): ReactNode {
  const t = useTexts(emailsTexts)
  const { problems } = useTexts(kitTexts)
  const editConfig = useEditConfig()
  const personOf = usePersonOf()
  const stored = project.config.emailConfig
  const base = formOf(stored)
  const [created, setCreated] = useState<DkimKey | null>(null)
  /** The public part of the form's key; null of a pasted key, which only the service reads. */
  const publicKeyOf = ({ dkimKey, dkimSelector }: MailServerForm): string | null => {
    if (dkimSelector.trim() === '') return null
    if (dkimKey === '') return (stored.type === 'standard' && stored.dkim?.publicKey) || null
    return created?.privateKey === dkimKey ? created.publicKey : null
  }
  return (
    <div className={css['columns']}>
      <SaveFields
        right={settingsRight}
        fields={mailServerFields(t, {
          stored,
          sharedName: project.displayName,
          emptySentence: problems.empty,
          createKey: async () => {
            const key = await createDkimKey()
            setCreated(key)
            return key.privateKey
          },
        })}
        stored={base}
        isHidden={hiddenFields}
        problemsBetween={(values) => problemsBetween(values, stored, t)}
        personOf={personOf}
        onSubmit={(_values, changes) =>
          editConfig(({ emailConfig }, conflict) => {
            const latest = formOf(emailConfig)
            throwIfConcerned(conflict, { base, typed: changes }, latest)
            return { emailConfig: settingsOf({ ...latest, ...changes }, emailConfig) }
          })
        }
        arrange={(fieldOf, values) => (
          <>
            {fieldOf('type')}
            {values.type === 'standard' && (
              <>
                <div className={css['host']}>
                  {fieldOf('host')}
                  {fieldOf('port')}
                </div>
                {fieldOf('tls')}
                <div className="pair">
                  {fieldOf('username')}
                  {fieldOf('password')}
                </div>
              </>
            )}
            {values.type === 'endpoint' && (
              <>
                {fieldOf('url')}
                {fieldOf('secret')}
              </>
            )}
            {values.type !== 'shared' && (
              <>
                <div className="pair">
                  {fieldOf('senderName')}
                  {fieldOf('senderEmail')}
                </div>
                {values.type === 'endpoint' ? (
                  fieldOf('replyTo')
                ) : (
                  <More isUsed={hasMore(values)}>
                    {fieldOf('replyTo')}
                    {fieldOf('bounceEmail')}
                    {fieldOf('dkimSelector')}
                    {fieldOf('dkimKey')}
                    {publicKeyOf(values) !== null && (
                      <DkimRecord
                        selector={values.dkimSelector}
                        senderEmail={values.senderEmail}
                        publicKey={publicKeyOf(values) ?? ''}
                      />
                    )}
                  </More>
                )}
              </>
            )}
          </>
        )}
        after={({ form: { values }, check }) => (
          <May right={mails.rights.testServer}>
            <TestMail values={values} stored={stored} check={check} />
          </May>
        )}
      />
    </div>
  )
}

/** What most senders do not need. It stays open while it has values, so that their errors are visible. */
function More({ isUsed, children }: { readonly isUsed: boolean; readonly children: ReactNode }): ReactNode {
  const { server: t } = useTexts(emailsTexts)
  const [isOpen, setOpen] = useState(isUsed)
  return (
    <details
      className={css['more']}
      open={isOpen || isUsed}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t.more}</summary>
      {children}
    </details>
  )
}
