import { isHandlerPath } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import { useEditConfig, usePersonOf } from '../../data/project-config.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { conflictsOf } from '@portico/ui/form/draft'
import { completeUrl } from '../../kit/typed-url.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Field, Input } from '../../kit/Field.tsx'
import { Note } from '../../kit/States.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { domainsTexts } from '../../texts/en/domains.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { findDomainProblem, newDomain, replaceDomain, type Domain, type DomainProblem } from './domain-rules.ts'

export interface DomainDialogProps {
  /** The entry of the list that is edited. Absent: a new one. */
  readonly name?: string
  readonly domains: readonly Domain[]
  readonly onRemove?: () => void
  readonly onClose: () => void
}

/** Adds a trusted domain or edits one. */
export function DomainDialog({ name, domains, onRemove, onClose }: DomainDialogProps): ReactNode {
  const t = useTexts(domainsTexts)
  const { cancel, problems: sentences, save, saving } = useTexts(kitTexts)
  const editConfig = useEditConfig()
  const personOf = usePersonOf()
  const [hasTried, setTried] = useState(false)
  const entry = name === undefined ? newDomain : domains.find(({ domain }) => domain === name)
  // An entry that another owner removes stays in its dialog.
  const [known, setKnown] = useState(entry ?? newDomain)
  if (entry && entry !== known) setKnown(entry)
  const form = useDraft(known)
  const typed: Domain = { domain: completeUrl(form.values.domain), handlerPath: form.values.handlerPath.trim() }
  const problem = findDomainProblem(
    typed,
    domains.filter(({ domain }) => domain !== name),
  )
  const isPathWrong = !isHandlerPath(typed.handlerPath)
  const pathSentence = typed.handlerPath.startsWith('/') ? t.dialog.handlerPathUnclear : t.dialog.handlerPathWrong
  const isValid = problem === null && !isPathWrong
  const isNew = name === undefined
  function sentenceOf(wrong: DomainProblem): string {
    return wrong === 'scheme' || wrong === 'taken' ? t.dialog[wrong] : sentences[wrong](t.dialog.domain)
  }

  const submit = useAction(async () => {
    await editConfig(({ domains: stored }, conflict) => {
      const latest = isNew ? newDomain : (stored.find(({ domain }) => domain === name) ?? known)
      if (conflict && conflictsOf({ base: known, typed: form.changes }, latest).length > 0) throw conflict
      const same = isNew ? stored.find(({ domain }) => domain === typed.domain) : undefined
      // Another owner has added the domain meanwhile. The dialog then says that it is in the list.
      if (conflict && same && same.handlerPath !== typed.handlerPath) throw conflict
      if (same) return { domains: stored }
      const next = {
        domain: typed.domain,
        handlerPath: form.changes.handlerPath === undefined ? latest.handlerPath : typed.handlerPath,
      }
      return { domains: replaceDomain(stored, name ?? typed.domain, next) }
    })
    onClose()
  })
  const hasConflict = form.conflicts.length > 0

  return (
    <Dialog
      title={isNew ? t.add : t.editTitle}
      lead={t.dialog.lead}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (isValid && !hasConflict) void submit.run()
      }}
      footer={
        <>
          {onRemove && (
            <Button variant="danger-ghost" onClick={onRemove}>
              {t.remove}
            </Button>
          )}
          <span className="push" />
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            phase={submit.phase}
            pendingLabel={isNew ? t.adding : saving}
            disabled={hasConflict || (!isNew && !form.isChanged && entry !== undefined)}
          >
            {isNew ? t.add : save}
          </Button>
        </>
      }
    >
      {!entry && <Note tone="warn">{t.dialog.gone}</Note>}
      <ConflictNotice
        form={form}
        labels={{ domain: t.dialog.domain, handlerPath: t.dialog.handlerPath }}
        person={personOf(submit.failure)}
      />
      <Field
        label={t.dialog.domain}
        error={hasTried && problem !== null ? sentenceOf(problem) : null}
        help={fill(t.dialog.domainHelp, {
          star: <code>*</code>,
          example: <code dir="ltr">https://*.example.com</code>,
        })}
      >
        <Input
          data-autofocus=""
          className="mono"
          dir="ltr"
          inputMode="url"
          spellCheck={false}
          placeholder="https://app.example.com"
          value={form.values.domain}
          onChange={(event) => form.set('domain', event.target.value)}
        />
      </Field>
      <Field
        label={t.dialog.handlerPath}
        error={hasTried && isPathWrong ? pathSentence : null}
        help={t.dialog.handlerHelp}
      >
        <Input
          className="mono"
          dir="ltr"
          spellCheck={false}
          value={form.values.handlerPath}
          onChange={(event) => form.set('handlerPath', event.target.value)}
        />
      </Field>
      {!hasConflict && <ActFailure failure={submit.failure} onRepeat={() => void submit.run()} />}
    </Dialog>
  )
}
