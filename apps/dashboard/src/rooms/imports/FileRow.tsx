import { IMPORT_FILES_MAX_BYTES } from '@portico/client/admin'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { imports, type ImportRun, type ImportSource } from '../../data/imports.ts'
import { Badge, State } from '../../kit/Badge.tsx'
import { Button, buttonLook } from '../../kit/Button.tsx'
import { ListRow } from '../../kit/Rows.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useAct } from '../../page/useAct.tsx'
import { importsTexts } from '../../texts/en/imports.ts'
import { Described } from './Described.tsx'
import css from './imports.module.css'
import { useSize } from './use-size.ts'

export interface FileRowProps {
  readonly run: ImportRun
  readonly file: ImportSource['files'][number]
  /** The part of the file that has been uploaded so far. */
  readonly storedBytes: number
  /** The file that was uploaded whole on this page. */
  readonly whole: File | undefined
  /** @param content undefined while another file is being uploaded */
  readonly onChange: (content: File | undefined) => void
}

/** A file of a source: what it is, its upload, and its state. */
export function FileRow({ file, onChange, run, storedBytes, whole }: FileRowProps): ReactNode {
  const t = useTexts(importsTexts)
  const sizeOf = useSize()
  const { bytes, isTooLarge, name, send, total } = useUpload(run, file.name, onChange)
  const isHere = storedBytes > 0 || whole !== undefined
  return (
    <ListRow
      action={
        send.isPending ? (
          <Button onClick={send.stop}>{t.stopUpload}</Button>
        ) : (
          <PickButton label={isHere ? t.chooseOther : t.choose} file={file.name} onPick={send.run} />
        )
      }
    >
      <div className={css['file']}>
        <span className={css['source']}>
          <span className="strong mono" dir="ltr">
            {file.name}
          </span>
          <Badge>{file.isRequired ? t.required : t.optional}</Badge>
        </span>
        <span className="soft small">
          <Described text={t.files[`${run.source}.${file.name}`] ?? file.description} />
        </span>
        {send.isPending ? (
          <>
            <progress
              className={css['progress']}
              aria-label={t.uploadOf(name)}
              max={Math.max(1, total)}
              value={bytes}
            />
            <span className="num small">{t.uploading(sizeOf(bytes), sizeOf(total))}</span>
          </>
        ) : whole ? (
          <State tone="ok" icon={<CircleCheck />}>
            <bdi>{whole.name}</bdi> · {t.uploaded(sizeOf(whole.size))}
          </State>
        ) : (
          storedBytes > 0 && <span className="warn-text small">{t.chooseAgain(sizeOf(storedBytes))}</span>
        )}
        {isTooLarge && (
          <span className="danger-text small">{t.tooLarge(String(IMPORT_FILES_MAX_BYTES / 1_048_576))}</span>
        )}
        {send.failure}
      </div>
    </ListRow>
  )
}

interface RunningUpload {
  readonly name: string
  readonly bytes: number
  readonly total: number
  readonly isTooLarge: boolean
  readonly send: {
    readonly run: (content: File) => void
    readonly stop: () => void
    readonly isPending: boolean
    readonly failure: ReactNode
  }
}

function useUpload(run: ImportRun, file: string, onChange: FileRowProps['onChange']): RunningUpload {
  const upload = imports.useChange('upload')
  const [chosen, setChosen] = useState<File | null>(null)
  const [bytes, setBytes] = useState(0)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const {
    failure,
    isPending,
    run: begin,
  } = useAct(async (content: File) => {
    const { signal } = (controller.current = new AbortController())
    try {
      await upload(run.id, { name: file, content, onProgress: setBytes, signal })
      onChange(content)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  })
  return {
    name: chosen?.name ?? '',
    bytes,
    total: chosen?.size ?? 0,
    isTooLarge: (chosen?.size ?? 0) > IMPORT_FILES_MAX_BYTES,
    send: {
      run: (content) => {
        setChosen(content)
        setBytes(0)
        onChange(undefined)
        if (content.size <= IMPORT_FILES_MAX_BYTES) begin(content)
      },
      stop: () => controller.current?.abort(),
      isPending,
      failure,
    },
  }
}

/** A button that opens the choice of a file. */
function PickButton({
  file,
  label,
  onPick,
}: {
  readonly label: string
  readonly file: string
  readonly onPick: (content: File) => void
}): ReactNode {
  const { className, ...look } = buttonLook({})
  return (
    <label {...look} className={`${className} ${css['pick']}`}>
      {label}
      <input
        type="file"
        aria-label={`${label}: ${file}`}
        onChange={({ target }) => {
          const [content] = target.files ?? []
          if (content) onPick(content)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </label>
  )
}
