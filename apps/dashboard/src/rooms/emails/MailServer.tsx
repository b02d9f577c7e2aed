import { EXISTING_PASSWORD_MAX_CODE_POINTS, LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useMemo, useState, type ReactNode } from 'react'

import { useEditConfig, usePersonOf } from '../../data/project-config.ts'
import { useProject } from '../../data/projects.ts'
import { conflictsOf } from '@portico/ui/form/draft'
import { Field, Input, RadioGroup, Select } from '../../kit/Field.tsx'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { SaveForm } from '../../kit/SaveForm.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { emailsTexts } from '../../texts/en/emails.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import css from './emails.module.css'
import { EmailsHead } from './EmailsHead.tsx'
import { formOf, problemsOf, settingsOf, type MailServerForm } from './mail-server-form.ts'
import { TestEmail } from './TestEmail.tsx'

/** The mail server of the project: the shared one or its own, with a test. */
export function MailServer(): ReactNode {
  const { server: t } = useTexts(emailsTexts)
  const project = useProject()
  return (
    <>
      <EmailsHead />
      {project.data ? (
        <ServerForm project={project.data} />
      ) : project.isError ? (
        <Failed
          title={t.loadFailed}
          error={project.error}
          isRetrying={project.isFetching}
          onRetry={() => void project.refetch()}
        />
      ) : (
        <div className={css['columns']}>
          <RowsSkeleton kind="settings" count={2} />
        </div>
      )}
    </>
  )
}

function ServerForm({ project }: { readonly project: AdminProjectWithHooks }): ReactNode {
  const { server: t } = useTexts(emailsTexts)
  const { problems: sentences } = useTexts(kitTexts)
  const editConfig = useEditConfig()
  const personOf = usePersonOf()
  const stored = project.config.emailConfig
  // The same object while the settings stay, so that the draft compares them only after a change.
  const storedText = JSON.stringify(stored)
  const latest = useMemo(() => formOf(JSON.parse(storedText) as typeof stored), [storedText])
  const form = useDraft(latest)
  const { values, set } = form
  const [hasTried, setTried] = useState(false)
  const problems = problemsOf(values, stored)
  const hasProblems = Object.keys(problems).length > 0
  const update = useAction(async () => {
    await editConfig(({ emailConfig }, conflict) => {
      const storedForm = formOf(emailConfig)
      if (conflict && conflictsOf({ base: latest, typed: form.changes }, storedForm).length > 0) throw conflict
      return { emailConfig: settingsOf({ ...storedForm, ...form.changes }, emailConfig) }
    })
    // The service never shows a password again.
    form.set('password', '')
    setTried(false)
  })
  const save: typeof update = {
    ...update,
    run: async () => {
      setTried(true)
      return !hasProblems && update.run()
    },
  }
  const labels = {
    type: t.kind,
    host: t.host,
    port: t.port,
    tls: t.tls,
    username: t.username,
    password: t.password,
    senderName: t.senderName,
    senderEmail: t.senderEmail,
  }
  const errorOf = (name: keyof MailServerForm): string | null => {
    const problem = problems[name]
    if (!hasTried || !problem) return null
    if (problem === 'empty') return sentences.empty(labels[name])
    if (problem === 'emailInvalid') return sentences.emailInvalid
    return problem === 'passwordLong' ? t.passwordLong(EXISTING_PASSWORD_MAX_CODE_POINTS) : t[problem]
  }
  const text = (name: 'host' | 'username' | 'senderName' | 'senderEmail', label: string): ReactNode => (
    <Field label={label} error={errorOf(name)}>
      <Input
        {...(name === 'senderName'
          ? { dir: 'auto', maxLength: LABEL_MAX_CODE_POINTS }
          : { className: 'mono', dir: 'ltr', spellCheck: false })}
        value={values[name]}
        onChange={(event) => set(name, event.target.value)}
      />
    </Field>
  )
  return (
    <div className={css['columns']}>
      <SaveForm
        action={save}
        onSave={() => void save.run()}
        isChanged={form.isChanged}
        hasConflict={form.conflicts.length > 0}
        onDiscard={() => {
          form.reset()
          save.reset()
          setTried(false)
        }}
      >
        <ConflictNotice form={form} labels={labels} person={personOf(save.failure)} />
        <RadioGroup
          label={t.kind}
          value={values.type}
          onChange={(type) => set('type', type)}
          options={[
            { value: 'shared', label: t.shared, note: <bdi>{t.sharedNote(project.displayName)}</bdi> },
            { value: 'standard', label: t.own, note: t.ownNote },
          ]}
        />
        {values.type === 'standard' && (
          <>
            <div className={css['host']}>
              {text('host', t.host)}
              <Field label={t.port} error={errorOf('port')}>
                <Input
                  className="mono"
                  dir="ltr"
                  inputMode="numeric"
                  value={values.port}
                  onChange={(event) => set('port', event.target.value)}
                />
              </Field>
            </div>
            <Field label={t.tls}>
              <Select
                value={values.tls}
                onChange={(tls) => set('tls', tls as MailServerForm['tls'])}
                options={(['auto', 'implicit', 'starttls', 'off'] as const).map((value) => ({
                  value,
                  label: t.tlsOptions[value],
                }))}
              />
            </Field>
            <div className="pair">
              {text('username', t.username)}
              <Field
                label={t.password}
                error={errorOf('password')}
                {...(stored.type === 'standard' && { help: t.passwordHelp })}
              >
                <PasswordInput
                  className="mono"
                  placeholder={stored.type === 'standard' ? '••••••••' : undefined}
                  value={values.password}
                  onChange={(event) => set('password', event.target.value)}
                />
              </Field>
            </div>
            <div className="pair">
              {text('senderName', t.senderName)}
              {text('senderEmail', t.senderEmail)}
            </div>
          </>
        )}
      </SaveForm>
      <TestEmail values={values} isComplete={!hasProblems} onIncomplete={() => setTried(true)} />
    </div>
  )
}
