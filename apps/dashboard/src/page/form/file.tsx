import { useRef, type ReactNode } from 'react'

import { Field as FieldFrame, Input } from '../../kit/Field.tsx'
import type { Field } from './fields.tsx'

/** What a chosen file contains, or the sentence of what is wrong with it. */
export type ChosenFile<Content> = { readonly content: Content } | { readonly problem: string }

interface FileOptions<Content> {
  readonly label: string
  readonly initial?: ChosenFile<Content> | null
  readonly accept: string
  /** The sentence for no file. */
  readonly missing: string
  readonly read: (file: File) => Promise<ChosenFile<Content>>
}

/** A file, which is read as soon as it is chosen: what is wrong with it is shown at once. */
export function file<Content>({
  label,
  initial = null,
  missing,
  ...input
}: FileOptions<Content>): Field<ChosenFile<Content> | null> {
  return {
    label,
    initial,
    problemOf: (chosen) => (chosen === null ? missing : 'problem' in chosen ? chosen.problem : null),
    render: ({ value, error, onChange }) => (
      <FieldFrame label={label} error={value && 'problem' in value ? value.problem : error}>
        <FileInput {...input} onChange={onChange} />
      </FieldFrame>
    ),
  }
}

function FileInput<Content>({
  accept,
  read,
  onChange,
}: Pick<FileOptions<Content>, 'accept' | 'read'> & {
  readonly onChange: (chosen: ChosenFile<Content> | null) => void
}): ReactNode {
  const latest = useRef<File>(undefined)
  const choose = async (chosen: File | undefined): Promise<void> => {
    latest.current = chosen
    const content = chosen ? await read(chosen) : null
    // Another file may have been chosen while this one was read.
    if (latest.current === chosen) onChange(content)
  }
  return (
    <Input type="file" accept={accept} data-autofocus="" onChange={({ target }) => void choose(target.files?.[0])} />
  )
}
