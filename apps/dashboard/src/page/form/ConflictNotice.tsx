import type { Conflict } from '@portico/ui/form/draft'
import type { DraftForm } from '@portico/ui/form/useDraftForm'
import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import type { ConflictPerson } from '../../data/project-config.ts'
import { Button } from '../../kit/Button.tsx'
import { Note } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import type { FieldsOf } from './fields.tsx'

export interface ConflictNoticeProps<Values extends object> {
  readonly fields: FieldsOf<Values>
  readonly form: Pick<DraftForm<Values>, 'conflicts' | 'decide'>
  /** The owner who made the change, if known. */
  readonly person?: ConflictPerson | undefined
}

/** Names person, field and value of each conflict: "Use their change", "Keep mine". */
export function ConflictNotice<Values extends object>({
  fields,
  form,
  person,
}: ConflictNoticeProps<Values>): ReactNode {
  const t = useTexts(kitTexts)
  return form.conflicts.map((conflict) => (
    <div key={conflict.name} role="alert">
      <Note
        tone="warn"
        actions={
          <>
            <Button size="small" onClick={() => form.decide(conflict, 'stored')}>
              {person?.isYou ? t.useThatChange : t.useTheirChange}
            </Button>
            <Button size="small" onClick={() => form.decide(conflict, 'mine')}>
              {t.keepMine}
            </Button>
          </>
        }
      >
        {fill(person?.isYou ? t.ownConflict : t.conflict, {
          person: <bdi>{person?.name ?? t.someoneElse}</bdi>,
          field: <b>{fields[conflict.name].label}</b>,
          value: (
            <b>
              “<bdi>{valueInWords(conflict, fields)}</bdi>”
            </b>
          ),
        })}
      </Note>
    </div>
  ))
}

function valueInWords<Values extends object>({ name, stored }: Conflict<Values>, fields: FieldsOf<Values>): string {
  // Unchecked cast: the value is that of the field.
  return fields[name].inWords?.(stored as Values[typeof name]) ?? describe(stored)
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
