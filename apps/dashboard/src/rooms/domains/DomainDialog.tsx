import { isHandlerPath } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import { throwIfConcerned, useEditConfig, usePersonOf } from '../../data/project-config.ts'
import { Button } from '../../kit/Button.tsx'
import { Note } from '../../kit/States.tsx'
import { completeUrl } from '../../kit/typed-url.ts'
import { useTexts } from '../../language/useTexts.ts'
import { fill } from '@portico/ui/language/fill'
import { text, type FieldsOf } from '../../page/form/fields.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { domainsTexts, type DomainsTexts } from '../../texts/en/domains.ts'
import { kitTexts, type KitTexts } from '../../texts/en/kit.ts'
import { findDomainProblem, newDomain, replaceDomain, type Domain } from './domain-rules.ts'

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
  const { problems, save } = useTexts(kitTexts)
  const editConfig = useEditConfig()
  const personOf = usePersonOf()
  const isNew = name === undefined
  const entry = isNew ? newDomain : domains.find(({ domain }) => domain === name)
  // An entry that another owner removes stays in its dialog.
  const [known, setKnown] = useState(entry ?? newDomain)
  if (entry && entry !== known) setKnown(entry)
  const others = domains.filter(({ domain }) => domain !== name)

  const store = (values: Domain, changes: Partial<Domain>): Promise<void> =>
    editConfig(({ domains: stored }, conflict) => {
      const typed = { domain: completeUrl(values.domain), handlerPath: values.handlerPath.trim() }
      const latest = isNew ? newDomain : (stored.find(({ domain }) => domain === name) ?? known)
      throwIfConcerned(conflict, { base: known, typed: changes }, latest)
      const same = isNew ? stored.find(({ domain }) => domain === typed.domain) : undefined
      // Another owner has added the domain meanwhile. The dialog then says that it is in the list.
      if (conflict && same && same.handlerPath !== typed.handlerPath) throw conflict
      if (same) return { domains: stored }
      const handlerPath = changes.handlerPath === undefined ? latest.handlerPath : typed.handlerPath
      return { domains: replaceDomain(stored, name ?? typed.domain, { ...typed, handlerPath }) }
    })

  return (
    <FormDialog
      title={isNew ? t.add : t.editTitle}
      lead={t.dialog.lead}
      submit={isNew ? t.add : save}
      pending={isNew ? 'adding' : 'saving'}
      isEdit={!isNew && entry !== undefined}
      fields={domainFields(t, problems, others)}
      stored={known}
      personOf={personOf}
      notice={!entry && <Note tone="warn">{t.dialog.gone}</Note>}
      actions={
        onRemove && (
          <Button variant="danger-ghost" onClick={onRemove}>
            {t.remove}
          </Button>
        )
      }
      onSubmit={store}
      onClose={onClose}
    />
  )
}

function domainFields(
  { dialog: t }: DomainsTexts,
  sentences: KitTexts['problems'],
  others: readonly Domain[],
): FieldsOf<Domain> {
  return {
    domain: text({
      label: t.domain,
      help: fill(t.domainHelp, { star: <code>*</code>, example: <code dir="ltr">https://*.example.com</code> }),
      isCode: true,
      input: { inputMode: 'url', placeholder: 'https://app.example.com' },
      problemOf: (typed) => {
        const problem = findDomainProblem(completeUrl(typed), others)
        if (problem === null) return null
        return problem === 'scheme' || problem === 'taken' ? t[problem] : sentences[problem](t.domain)
      },
    }),
    handlerPath: text({
      label: t.handlerPath,
      help: t.handlerHelp,
      isCode: true,
      problemOf: (path) =>
        isHandlerPath(path) ? null : path.startsWith('/') ? t.handlerPathUnclear : t.handlerPathWrong,
    }),
  }
}
