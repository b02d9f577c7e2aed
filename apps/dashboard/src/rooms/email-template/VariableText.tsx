import type { EmailTemplateVariable } from '@portico/client/admin'
import { Braces } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import { useTexts } from '../../language/useTexts.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import type { Field } from '../../page/form/fields.tsx'
import { templatesTexts } from '../../texts/en/templates.ts'
import css from './editor.module.css'

export interface VariableTextProps {
  readonly field: Field<string>
  readonly binding: Parameters<Field<string>['render']>[0]
  readonly variables: readonly EmailTemplateVariable[]
}

/** A text with placeholders. A menu inserts them. It also opens when `{{` is typed. */
export function VariableText({ field, binding, variables }: VariableTextProps): ReactNode {
  const t = useTexts(templatesTexts)
  const place = useRef<HTMLDivElement>(null)
  const insert = (name: string): void => {
    const control = place.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    if (!control) return
    const { value } = control
    const end = control.selectionEnd ?? value.length
    const selected = control.selectionStart ?? end
    const start = value.slice(0, selected).endsWith('{{') ? selected - 2 : selected
    const inserted = `{{ ${name} }}`
    binding.onChange(value.slice(0, start) + inserted + value.slice(end))
    // The menu gives the focus back to its button first.
    requestAnimationFrame(() => {
      control.focus()
      control.setSelectionRange(start + inserted.length, start + inserted.length)
    })
  }
  return (
    <div
      ref={place}
      className={css['variable']}
      onInput={({ currentTarget, nativeEvent, target }) => {
        const { selectionStart, value } = target as HTMLInputElement | HTMLTextAreaElement
        const isTyped = nativeEvent instanceof InputEvent && nativeEvent.data === '{'
        if (isTyped && value.slice(0, selectionStart ?? 0).endsWith('{{'))
          currentTarget.querySelector<HTMLElement>('[aria-haspopup]')?.click()
      }}
    >
      {field.render(binding, false)}
      <div className={css['insert']}>
        <ActMenu
          label={`${t.insertVariable}: ${field.label}`}
          icon={<Braces />}
          isSmall
          acts={variables
            .filter(({ isUnset }) => !isUnset)
            .map(({ name }) => ({ label: name, isCode: true, onSelect: () => insert(name) }))}
        />
      </div>
    </div>
  )
}
