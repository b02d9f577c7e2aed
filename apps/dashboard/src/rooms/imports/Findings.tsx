import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import { readAllFindings, useFindings, type ImportFinding, type ImportRun } from '../../data/imports.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
import { Button } from '../../kit/Button.tsx'
import { csvFile, type RecordFile } from '../../kit/csv.ts'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Section } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ExportButton } from '../../page/ExportButton.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { importsTexts, type ImportsTexts } from '../../texts/en/imports.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import css from './imports.module.css'

/** The lines of an import that were not imported, or not whole. */
export function Findings({ run }: { readonly run: ImportRun }): ReactNode {
  const t = useTexts(importsTexts)
  const { app } = useCurrentProject()
  const query = useFindings(run.id)
  const hasFindings = query.data !== undefined && query.data.length > 0
  return (
    <Section
      title={t.findings}
      action={
        hasFindings && (
          <ExportButton<ImportFinding>
            label={t.export}
            isLabelled
            name="import-findings"
            kinds={[
              { label: t.asCsv, extension: 'csv', open: findingsCsv },
              { label: t.asJson, extension: 'json', open: findingsJson },
            ]}
            readAll={(onRows, signal) => readAllFindings(app, run.id, onRows, signal)}
            texts={{ exporting: t.exporting, exported: t.exported }}
          />
        )
      }
    >
      <Loaded query={query} failed={t.findingsFailed} skeleton={<RowsSkeleton kind="list" />}>
        {(findings) =>
          findings.length === 0 ? (
            <p className="soft">{run.isDryRun ? t.noFindingsDry : t.noFindings}</p>
          ) : (
            <FindingRows findings={findings} t={t} query={query} />
          )
        }
      </Loaded>
    </Section>
  )
}

function FindingRows({
  findings,
  query,
  t,
}: {
  readonly findings: readonly ImportFinding[]
  readonly query: ReturnType<typeof useFindings>
  readonly t: ImportsTexts
}): ReactNode {
  const format = useFormat()
  const { loading } = useTexts(kitTexts)
  const { isReadingMore, moreFailure, readMore } = query
  /** Findings of earlier versions have no file, and records of an API no line. */
  const placeOf = (file: string, line: number): ReactNode => (
    <>
      {file !== '' && <bdi>{file}</bdi>}
      {file !== '' && line > 0 && ' · '}
      {line > 0 && t.line(format.number(line))}
    </>
  )
  return (
    <>
      <Rows kind="list">
        {findings.map(({ file, line, message, outcome, reasons, sourceId }, index) => (
          <ListRow key={index} action={<span className="num soft small">{placeOf(file, line)}</span>}>
            <div className={css['finding']}>
              <span>
                <span className="strong">{t.outcomes[outcome]}</span>
                {sourceId !== null && (
                  <>
                    {' · '}
                    <bdi className="mono small">{sourceId}</bdi>
                  </>
                )}
              </span>
              {/* Findings of earlier versions have no reasons. */}
              {reasons.length === 0 && <bdi className="soft">{message}</bdi>}
              {reasons.map((reason, place) => (
                <Reason key={place} reason={reason} t={t} />
              ))}
            </div>
          </ListRow>
        ))}
      </Rows>
      {readMore && (
        <div className="after-action">
          <Button phase={isReadingMore ? 'pending' : 'idle'} pendingLabel={loading} onClick={readMore}>
            {t.more}
          </Button>
          <ActFailure failure={moreFailure} onRepeat={readMore} />
        </div>
      )}
    </>
  )
}

type ReasonOfFinding = ImportFinding['reasons'][number]

function Reason({
  reason: { code, line, value },
  t,
}: {
  readonly reason: ReasonOfFinding
  readonly t: ImportsTexts
}): ReactNode {
  const parts = { value: <bdi>{value}</bdi>, line: line && <OtherLine line={line} /> }
  const withLine: Partial<Record<typeof code, string>> = line === null ? {} : t.reasonsWithLine
  return <span className="soft">{fill(withLine[code] ?? t.reasons[code], parts)}</span>
}

function OtherLine({ line: { file, number } }: { readonly line: NonNullable<ReasonOfFinding['line']> }): ReactNode {
  const format = useFormat()
  return file === null ? (
    format.number(number)
  ) : (
    <>
      {format.number(number)} (<bdi>{file}</bdi>)
    </>
  )
}

function findingsCsv(): RecordFile<ImportFinding> {
  return csvFile<ImportFinding>([
    ['file', ({ file }) => file],
    ['line', ({ line }) => String(line)],
    ['outcome', ({ outcome }) => outcome],
    ['kind', ({ kind }) => kind ?? ''],
    ['source_id', ({ sourceId }) => sourceId ?? ''],
    ['message', ({ message }) => message],
  ])
}

/** A list, by file and line. */
function findingsJson(): RecordFile<ImportFinding> {
  let isFirst = true
  const entryOf = ({ file, kind, line, message, outcome, sourceId }: ImportFinding): string => {
    const separator = isFirst ? '' : ',\n'
    isFirst = false
    return `${separator}${JSON.stringify({ file, line, outcome, kind, source_id: sourceId, message })}`
  }
  return { start: '[\n', part: (findings) => findings.map(entryOf).join(''), end: '\n]\n' }
}
