import { IMPORT_FILES_MAX_BYTES, IMPORT_OPTION_MAX_CODE_POINTS } from '@portico/client/admin'
import type { Dispatch, ReactNode, SetStateAction } from 'react'

import { imports, type ImportRun, type ImportSource, type UploadedFile } from '../../data/imports.ts'
import { Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { password, text, type FieldsOf } from '../../page/form/fields.tsx'
import { FormOnPage } from '../../page/form/FormOnPage.tsx'
import { Loaded, together } from '../../page/Loaded.tsx'
import { importsTexts, type ImportsTexts } from '../../texts/en/imports.ts'
import { Described } from './Described.tsx'
import { FileRow } from './FileRow.tsx'
import css from './imports.module.css'

const BYTES_OF_MEGABYTE = 1_048_576

/** What the visitor has given for an import on this page. */
export interface GivenInput {
  /** The files that were uploaded whole, by their names in the source. */
  readonly files: Readonly<Record<string, File>>
  readonly options: Readonly<Record<string, string>>
}

interface FilesProps {
  readonly run: ImportRun
  readonly given: GivenInput
  readonly onGive: Dispatch<SetStateAction<GivenInput>>
}

/** The files and values that the source of an import needs. */
export function Files(props: FilesProps): ReactNode {
  const t = useTexts(importsTexts)
  const { run } = props
  const query = together([
    imports.useRead('sources', [], { staleTime: Number.POSITIVE_INFINITY }),
    imports.useRead('files', [run.id]),
  ])
  return (
    <Loaded query={query} failed={t.loadFailed} skeleton={<RowsSkeleton kind="list" count={2} />}>
      {([sources, files]) => {
        const source = sources.find(({ id }) => id === run.source)
        return source && <SourceFiles {...props} source={source} files={files} />
      }}
    </Loaded>
  )
}

interface SourceFilesProps extends FilesProps {
  readonly source: ImportSource
  /** The files of the import, as far as they have been uploaded. */
  readonly files: readonly UploadedFile[]
}

function SourceFiles({ files, given, onGive, run, source }: SourceFilesProps): ReactNode {
  const t = useTexts(importsTexts)
  const whole = given.files
  const isReady =
    source.files.every(({ isRequired, name }) => !isRequired || name in whole) &&
    files.every(({ name }) => name in whole) &&
    Object.keys(whole).length > 0
  return (
    <>
      <Section title={t.filesTitle} note={t.filesNote(String(IMPORT_FILES_MAX_BYTES / BYTES_OF_MEGABYTE))}>
        <Rows kind="list">
          {source.files.map((file) => (
            <FileRow
              key={file.name}
              run={run}
              file={file}
              storedBytes={files.find(({ name }) => name === file.name)?.bytes ?? 0}
              whole={whole[file.name]}
              onChange={(content) =>
                onGive((before) => ({ ...before, files: withFile(before.files, file.name, content) }))
              }
            />
          ))}
        </Rows>
      </Section>
      {isReady ? (
        <StartForm run={run} source={source} given={given} onGive={onGive} />
      ) : (
        <p className={`soft ${css['next']}`}>{t.chooseFirst}</p>
      )}
    </>
  )
}

function withFile(files: GivenInput['files'], name: string, content: File | undefined): GivenInput['files'] {
  const { [name]: _previous, ...others } = files
  return content === undefined ? others : { ...others, [name]: content }
}

function StartForm({ given, onGive, run, source }: FilesProps & { readonly source: ImportSource }): ReactNode {
  const t = useTexts(importsTexts)
  const start = imports.useChange('start')
  return (
    <div className={css['next']}>
      <FormOnPage
        label={t.optionsTitle}
        fields={optionFields(source, given.options, t.options)}
        submit={run.isDryRun ? t.check : t.importNow}
        pending="starting"
        other={null}
        onSubmit={(values) => {
          const options = Object.fromEntries(
            Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
          )
          onGive((before) => ({ ...before, options }))
          const sizes = Object.entries(given.files).map(([name, { size }]) => [name, size])
          return start(run.id, { files: Object.fromEntries(sizes) as Record<string, number>, options })
        }}
      />
    </div>
  )
}

function optionFields(
  { id, options }: ImportSource,
  given: GivenInput['options'],
  texts: ImportsTexts['options'],
): FieldsOf<Record<string, string>> {
  return Object.fromEntries(
    options.map(({ description, isRequired, isSecret, name }) => {
      const look = {
        label: name,
        help: <Described text={texts[`${id}.${name}`] ?? description} />,
        initial: given[name] ?? '',
        ...(!isRequired && { isOptional: true }),
      }
      const input = { className: 'mono', maxLength: IMPORT_OPTION_MAX_CODE_POINTS }
      const field = isSecret
        ? password({ ...look, input, problemOf: () => null })
        : text({ ...look, isRequired, isCode: true, max: IMPORT_OPTION_MAX_CODE_POINTS })
      return [name, field]
    }),
  )
}
