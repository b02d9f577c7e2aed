import { useMemo, useRef, type ReactNode } from 'react'

import { Button } from '../kit/Button.tsx'
import { FieldError } from '../kit/Field.tsx'
import { useFailureText } from '../kit/failure.ts'
import { isCovered } from '../kit/is-covered.ts'
import { isSameJson, parseJsonObject } from '../kit/json.ts'
import { JsonEditor } from '../kit/JsonEditor.tsx'
import { useShortcut } from '../kit/shortcuts.ts'
import { useAction } from '@portico/ui/form/useAction'
import { ConflictNotice, useDraft } from '../kit/useDraft.tsx'
import { useTexts } from '../language/define-texts.ts'
import { kitTexts } from '../texts/kit.ts'
import { recordsTexts } from '../texts/records.ts'

export interface MetadataValues {
  readonly server: unknown
  readonly clientReadOnly: unknown
  readonly client: unknown
}

export interface MetadataTabProps {
  readonly values: MetadataValues
  /** Reads the record again, so that `values` is the newest version. */
  readonly readAgain: () => Promise<MetadataValues>
  /** Saves the given kinds of metadata. */
  readonly save: (changes: Partial<MetadataValues>) => Promise<unknown>
}

type Kind = keyof MetadataValues
type MetadataTexts = Readonly<Record<Kind, string>>

const kinds = ['server', 'clientReadOnly', 'client'] as const satisfies readonly Kind[]

/** The three kinds of metadata of a user or a team, as JSON. */
export function MetadataTab({ values, readAgain, save }: MetadataTabProps): ReactNode {
  const t = useTexts(recordsTexts)
  const { save: saveLabel, saving, discard } = useTexts(kitTexts)
  const failureText = useFailureText()
  const { server, clientReadOnly, client } = values
  const latest = useMemo(() => textsOf({ server, clientReadOnly, client }), [server, clientReadOnly, client])
  const form = useDraft(latest, isSameMetadata)
  const changed = kinds.filter((kind) => form.changes[kind] !== undefined)
  const isSound = changed.every((kind) => parseJsonObject(form.values[kind]).ok)
  const isDecided = form.conflicts.length === 0
  const action = useAction(async () => {
    // Records have no version, so the newest one is compared before it is overwritten. A difference becomes a conflict of the form.
    const newest = textsOf(await readAgain())
    if (changed.some((kind) => newest[kind] !== latest[kind] && !isSameMetadata(newest[kind], form.values[kind])))
      return false
    await save(Object.fromEntries(changed.map((kind) => [kind, JSON.parse(form.values[kind])])))
    return true
  })
  const submit = (): void => {
    if (form.isChanged && isSound && isDecided) void action.run()
  }
  const place = useRef<HTMLFormElement>(null)
  useShortcut('mod+s', () => !isCovered(place.current) && submit())
  return (
    <form
      ref={place}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ConflictNotice
        form={form}
        labels={{
          server: t.metadata.server,
          clientReadOnly: t.metadata.clientReadOnly,
          client: t.metadata.client,
        }}
      />
      {kinds.map((kind) => (
        <JsonEditor
          key={kind}
          label={t.metadata[kind]}
          help={t.metadata[`${kind}Help`]}
          value={form.values[kind]}
          onChange={(text) => form.set(kind, text)}
        />
      ))}
      {action.failure !== null && <FieldError>{failureText(action.failure)}</FieldError>}
      <div className="form-foot">
        <Button
          type="submit"
          variant="primary"
          phase={action.phase}
          pendingLabel={saving}
          disabled={!form.isChanged || !isSound || !isDecided}
        >
          {saveLabel}
        </Button>
        {form.isChanged && (
          <Button variant="ghost" onClick={form.reset}>
            {discard}
          </Button>
        )}
      </div>
    </form>
  )
}

function textsOf(values: MetadataValues): MetadataTexts {
  const textOf = (value: unknown): string => JSON.stringify(value ?? {}, null, 2)
  return {
    server: textOf(values.server),
    clientReadOnly: textOf(values.clientReadOnly),
    client: textOf(values.client),
  }
}

/** The service keeps neither the spaces nor the order of the keys that were typed. */
function isSameMetadata(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'string' && typeof other === 'string' && isSameJson(one, other))
}
