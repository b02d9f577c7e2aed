import type { EmailTemplateVariable } from '@portico/client/admin'
import type { MailDocument } from '@portico/protocols/mail-document/block-types'
import { Code } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'

import type { Problem } from '../../data/template-problems.ts'
import { linkOf } from '../../data/template-variables.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useTexts } from '../../language/useTexts.ts'
import { templatesTexts } from '../../texts/en/templates.ts'
import { BlockForm } from './BlockForm.tsx'
import css from './editor.module.css'
import { Outline } from './Outline.tsx'
import { ProblemList } from './Problems.tsx'

type Part = 'blocks' | 'block' | 'preview'

export interface PartsProps {
  readonly subject: ReactNode
  readonly document: MailDocument
  readonly problems: readonly Problem[]
  readonly variables: readonly EmailTemplateVariable[]
  readonly isReadOnly: boolean
  readonly attributes: ComponentProps<'form'>
  readonly onChange: (document: MailDocument) => void
  readonly onJson: () => void
  readonly preview: ReactNode
}

/** Outline, form and preview: beside each other, or as tabs on a narrow page. */
export function Parts(props: PartsProps): ReactNode {
  const { document, isReadOnly, problems, variables, onChange, preview, attributes } = props
  const t = useTexts(templatesTexts)
  const isNarrow = useMedia('(max-width: 1099px)')
  const [selected, setSelected] = useState<string | null>(null)
  const [part, setPart] = useState<Part>('blocks')
  const select = (id: string | null): void => {
    setSelected(id)
    if (isNarrow && id !== null) setPart('block')
  }
  const form = selected !== null && (
    <BlockForm key={selected} {...{ document, isReadOnly, variables, onChange }} id={selected} />
  )
  const ofMail = problems.filter(({ block, isSubject }) => block === null && !isSubject)
  const outline = (
    <>
      {props.subject}
      <Outline
        {...{ document, isReadOnly, problems, selected, onChange }}
        onSelect={select}
        link={linkOf(variables)}
        actions={
          <span className="push">
            <IconButton size="small" label={isReadOnly ? t.json.show : t.json.open} onClick={props.onJson}>
              <Code />
            </IconButton>
          </span>
        }
        {...(!isNarrow && { form })}
      />
      <ProblemList problems={ofMail} />
    </>
  )
  if (!isNarrow) {
    return (
      <div className={css['columns']}>
        <form {...attributes} className={css['edited']}>
          {outline}
        </form>
        {preview}
      </div>
    )
  }
  return (
    <form {...attributes}>
      <Tabs
        label={t.views.label}
        tabs={(['blocks', 'block', 'preview'] as const).map((id) => ({ id, label: t.views[id] }))}
        current={part}
        onChange={setPart}
      >
        <div className={css['part']}>
          {part === 'blocks' && outline}
          {part === 'block' && (form || <p className="soft">{t.noBlock}</p>)}
          {part === 'preview' && preview}
        </div>
      </Tabs>
    </form>
  )
}
