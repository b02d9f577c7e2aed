import { fill } from '@portico/ui/language/fill'
import { useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import { imports, type ImportRun } from '../../data/imports.ts'
import { Button } from '../../kit/Button.tsx'
import { Note, Section } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { useGo } from '../../page/useListPage.ts'
import { RoomLink } from '../../shell/RoomLink.tsx'
import { importsTexts } from '../../texts/en/imports.ts'
import { Counts } from './Counts.tsx'
import { Findings } from './Findings.tsx'
import { ImportHead } from './ImportHead.tsx'
import css from './imports.module.css'
import { ReadingFailed } from './ReadingFailed.tsx'
import { Stage, stageOf } from './states.tsx'

/** The result of an import or a dry run, and what can follow. */
export function Report({ run }: { readonly run: ImportRun }): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  const [asks, setAsks] = useState<'import' | 'undo' | null>(null)
  const stage = stageOf(run)
  const canImport = run.isDryRun && stage === 'done' && run.filesExpireAt !== null && run.users > 0
  const canUndo = !run.isDryRun && stage !== 'undone' && (run.state !== 'open' || run.users > 0)
  const close = (): void => setAsks(null)
  return (
    <>
      <ImportHead
        run={run}
        actions={
          canUndo && (
            <Button variant="danger-ghost" onClick={() => setAsks('undo')}>
              {stage === 'undoing' ? t.continueUndo : t.undo}
            </Button>
          )
        }
        primary={
          canImport
            ? { label: t.importAll(run.users, format.number(run.users)), onClick: () => setAsks('import') }
            : undefined
        }
      />
      <ReadingFailed run={run} next={t.stoppedText} />
      <Section title={t.report} action={<Stage run={run} t={t} />}>
        <Counts run={run} />
        <Outcome run={run} />
      </Section>
      <Losses run={run} />
      <Hashes formats={run.hashFormats} />
      <Findings run={run} />
      {asks === 'import' && <ImportAll run={run} onClose={close} />}
      {asks === 'undo' && <Undo run={run} onClose={close} />}
    </>
  )
}

/** What the figures do not say about the end of an import. */
function Outcome({ run }: { readonly run: ImportRun }): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  if (run.undo && run.state === 'undone')
    return <p>{t.undone(format.number(run.undo.removed), format.number(run.undo.kept))}</p>
  if (run.state === 'running') return <Note tone="warn">{t.undoBegun}</Note>
  if (!run.isDryRun) return null
  if (run.users === 0) return <Note>{t.nothingToImport}</Note>
  return run.filesExpireAt === null && <Note>{t.filesGone}</Note>
}

function Losses({ run: { affected } }: { readonly run: ImportRun }): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  const names = (['lostPassword', 'lostSecondFactor', 'lostPasskeys', 'lostProviderAccounts'] as const).filter(
    (name) => affected[name] > 0,
  )
  if (names.length === 0) return null
  return (
    <Section title={t.affected}>
      <ul className={css['facts']}>
        {names.map((name) => (
          <li key={name}>
            <p>
              {t[name](affected[name], format.number(affected[name]))}
              {name === 'lostPassword' && (
                <>
                  {' '}
                  {fill(t.withoutHash, {
                    link: (
                      <RoomLink room="signIn" path="/previous-system">
                        {t.previousSystem}
                      </RoomLink>
                    ),
                  })}
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Hashes({ formats }: { readonly formats: ImportRun['hashFormats'] }): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  const names = Object.keys(formats).toSorted()
  if (names.length === 0) return null
  return (
    <Section title={t.hashFormats}>
      <ul className={css['facts']}>
        {names.map((name) => (
          <li key={name}>
            <p>
              <span className="mono" dir="ltr">
                {name}
              </span>
              : <span className="num">{format.number(formats[name] ?? 0)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface DialogProps {
  readonly run: ImportRun
  readonly onClose: () => void
}

function ImportAll({ run, onClose }: DialogProps): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  const go = useGo()
  const { projectId = '' } = useParams({ strict: false })
  const importFilesOf = imports.useChange('importFilesOf')
  return (
    <ConfirmAction
      title={t.importAll(run.users, format.number(run.users))}
      consequence={t.importAllText}
      pending="starting"
      isDanger={false}
      run={() => importFilesOf(run)}
      onDone={({ id }) =>
        go('/projects/$projectId/users/import/$importId', {}, { params: { projectId, importId: id } })
      }
      onClose={onClose}
    />
  )
}

function Undo({ run, onClose }: DialogProps): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  const undo = imports.useChange('undo')
  const [removed, setRemoved] = useState<number | null>(null)
  return (
    <ConfirmAction
      title={t.undo}
      consequence={t.undoText}
      pending="removing"
      isDanger
      run={() => undo(run.id, ({ undo: part }) => setRemoved(part?.removed ?? 0))}
      onClose={onClose}
    >
      {removed !== null && (
        <p className="num" role="status">
          {t.undoing(removed, format.number(removed))}
        </p>
      )}
    </ConfirmAction>
  )
}
