import type { StaffRight } from '@portico/client/admin'
import { useMemo, type ReactNode } from 'react'

import { Editable } from '../page/form/Editable.tsx'
import type { ListedUser } from '../data/users.ts'
import { isSameJson, parseJson } from '../kit/json.ts'
import { JsonEditor } from '../kit/JsonEditor.tsx'
import { useTexts } from '../language/useTexts.ts'
import { custom, type Field, type FieldsOf } from '../page/form/fields.tsx'
import { SaveFields } from '../page/form/SaveFields.tsx'
import { recordsTexts } from '../texts/en/records.ts'

type Metadata = Pick<ListedUser, 'serverMetadata' | 'clientReadOnlyMetadata' | 'clientMetadata'>

export interface MetadataTabProps {
  /** The right of staff to change it. */
  readonly right: StaffRight
  readonly record: Metadata
  /** Reads the record again, so that `record` is the newest version. */
  readonly readAgain: () => Promise<Metadata>
  /** Saves the given kinds of metadata. */
  readonly save: (changes: Partial<Metadata>) => Promise<unknown>
}

type MetadataTexts = Readonly<Record<keyof Metadata, string>>

/** A user's or team's three kinds of metadata, as JSON. */
export function MetadataTab({ right, record, readAgain, save }: MetadataTabProps): ReactNode {
  const { metadata: t } = useTexts(recordsTexts)
  const stored = useMemo(() => textsOf(record), [record])
  const fields: FieldsOf<MetadataTexts> = {
    serverMetadata: json(t.server, t.serverHelp),
    clientReadOnlyMetadata: json(t.clientReadOnly, t.clientReadOnlyHelp),
    clientMetadata: json(t.client, t.clientHelp),
  }
  return (
    <Editable right={right} hasNote={false}>
      <SaveFields
        fields={fields}
        stored={stored}
        isSame={isSameMetadata}
        readAgain={async () => textsOf(await readAgain())}
        onSubmit={(_texts, changes) =>
          save(Object.fromEntries(Object.entries(changes).map(([kind, text]) => [kind, JSON.parse(text)])))
        }
      />
    </Editable>
  )
}

/** Any JSON, as in the API. The editor shows what is wrong while the text is typed. */
function json(label: string, help: string): Field<string> {
  return custom({
    label,
    initial: '',
    problemOf: (text) => (parseJson(text).ok ? null : label),
    render: ({ value, onChange }) => <JsonEditor label={label} help={help} value={value} onChange={onChange} />,
  })
}

function textsOf(record: Metadata): MetadataTexts {
  const textOf = (value: unknown): string => JSON.stringify(value ?? {}, null, 2)
  return {
    serverMetadata: textOf(record.serverMetadata),
    clientReadOnlyMetadata: textOf(record.clientReadOnlyMetadata),
    clientMetadata: textOf(record.clientMetadata),
  }
}

/** The service keeps neither the spaces nor the order of the keys that were typed. */
function isSameMetadata(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'string' && typeof other === 'string' && isSameJson(one, other))
}
