import { useId, useMemo, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import './code.css'
import { FieldError } from './Field.tsx'
import { parseJson, type ParsedJson } from './json.ts'

export interface JsonEditorProps {
  readonly label: string
  /** Who can read and write it. */
  readonly help?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly isReadOnly?: boolean
  /** Reads the text and says which line is wrong. Default: any JSON is allowed. */
  readonly parse?: (text: string) => ParsedJson
}

/** A text of JSON. An error names its line; `parse` of the same text says whether it can be saved. */
export function JsonEditor({
  label,
  help,
  value,
  onChange,
  isReadOnly = false,
  parse = parseJson,
}: JsonEditorProps): ReactNode {
  const t = useTexts(kitTexts)
  const id = useId()
  const parsed = useMemo(() => parse(value), [parse, value])
  const lines = value.split('\n')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="code" dir="ltr" data-invalid={!parsed.ok || undefined}>
        <div className="json">
          <div className="json-lines" aria-hidden="true">
            {lines.map((_, index) => (
              <span key={index} data-bad={(!parsed.ok && parsed.line === index + 1) || undefined}>
                {index + 1}
              </span>
            ))}
          </div>
          <textarea
            id={id}
            value={value}
            rows={lines.length}
            readOnly={isReadOnly}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            aria-describedby={`${id}-help`}
            aria-invalid={!parsed.ok || undefined}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </div>
      {!parsed.ok && <FieldError>{t.line(parsed.line, t.invalidJson[parsed.problem])}</FieldError>}
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
    </div>
  )
}
