import { useParams } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useImport, type ImportRun } from '../../data/imports.ts'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Empty } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { importsTexts } from '../../texts/en/imports.ts'
import { Files, type GivenInput } from './Files.tsx'
import { ImportHead } from './ImportHead.tsx'
import { Reading } from './Reading.tsx'
import { ReadingFailed } from './ReadingFailed.tsx'
import { Report } from './Report.tsx'
import { stageOf } from './states.tsx'

/** One import: its files, its progress, or its result. */
export function ImportPage(): ReactNode {
  const t = useTexts(importsTexts)
  const { importId = '' } = useParams({ strict: false })
  const query = useImport(importId)
  return (
    <Loaded query={query} failed={t.loadFailed} skeleton={<LoadingImport />}>
      {(run) => (run ? <Steps key={run.id} run={run} /> : <NoSuchImport />)}
    </Loaded>
  )
}

function Steps({ run }: { readonly run: ImportRun }): ReactNode {
  const t = useTexts(importsTexts)
  // They stay while the service reads the files, which may fail.
  const [given, setGiven] = useState<GivenInput>({ files: {}, options: {} })
  const stage = stageOf(run)
  if (stage === 'reading') {
    return (
      <>
        <ImportHead run={run} />
        <Reading run={run} />
      </>
    )
  }
  // A program can have sent records to an import that is open.
  const isEmpty = Object.values(run.counts).every((count) => count === 0)
  const needsFiles = stage === 'open' ? isEmpty : stage === 'failed' && (run.isDryRun || isEmpty)
  if (!needsFiles) return <Report run={run} />
  return (
    <>
      <ImportHead run={run} />
      <ReadingFailed run={run} next={t.failedText} />
      <Files run={run} given={given} onGive={setGiven} />
    </>
  )
}

function NoSuchImport(): ReactNode {
  const t = useTexts(importsTexts)
  return <Empty isPage icon={<FileX />} title={t.noSuchImport} text={t.noSuchImportText} />
}

function LoadingImport(): ReactNode {
  return (
    <>
      <ImportHead run={null} />
      <RowsSkeleton kind="list" />
    </>
  )
}
