import type { ReactNode } from 'react'

import { imports, type ImportRun, type ImportSource } from '../../data/imports.ts'
import { useTexts } from '../../language/useTexts.ts'
import { radio } from '../../page/form/fields.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { unloaded } from '../../page/Loaded.tsx'
import { importsTexts } from '../../texts/en/imports.ts'

/** Asks for the source, and begins with a dry run. */
export function CreateImport({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  readonly onCreated: (run: ImportRun) => void
}): ReactNode {
  const t = useTexts(importsTexts)
  const query = imports.useRead('sources', [], { staleTime: Number.POSITIVE_INFINITY })
  const create = imports.useChange('createDryRun')
  const sources = query.data ?? []
  return (
    <FormDialog
      // The fields begin with the first source.
      key={sources[0]?.id}
      title={t.create}
      lead={t.sourceLead}
      submit={t.next}
      pending="creating"
      instead={unloaded(query)}
      fields={{
        source: radio<ImportSource['id']>({
          label: t.source,
          initial: sources[0]?.id ?? 'auth0',
          options: sources.map(({ id, title }) => {
            const note = t.sources[id]
            return { value: id, label: title, ...(note !== undefined && { note }) }
          }),
        }),
      }}
      onSubmit={({ source }) => create(source)}
      onDone={onCreated}
      onClose={onClose}
    >
      <p className="soft small">{t.otherSources}</p>
    </FormDialog>
  )
}
