import type { ImportUploadOptions } from '@portico/client/admin'
import type { UseQueryResult } from '@tanstack/react-query'

import type { ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, readAll, resource, useGrowingList, type Cache, type GrowingList, type PageOf } from './resource.ts'

export type ImportRun = Awaited<ReturnType<ProjectApp['createImport']>>
export type ImportSource = Awaited<ReturnType<ProjectApp['listImportSources']>>[number]
export type UploadedFile = Awaited<ReturnType<ProjectApp['listImportFiles']>>[number]
export type ImportFinding = Awaited<ReturnType<ProjectApp['listImportFindings']>>['findings'][number]
type StartOptions = NonNullable<Parameters<ProjectApp['startImport']>[1]>

const POLL_MILLIS = 1_000
const FINDINGS_PAGE = 50
const FINDINGS_OF_FILE = 1_000

const putRun = (cache: Cache, run: ImportRun): void => cache.put('imports', 'run', [run.id], run)
const list = [['imports', 'page']]

/** The imports of users into the current project. */
export const imports = resource('imports', {
  reads: {
    page: async ({ app }): Promise<PageOf<ImportRun>> => ({ rows: await app.listImports(), nextCursor: null }),
    run: ({ app }, id: string): Promise<ImportRun | null> => app.getImport(id),
    sources: ({ app }): Promise<ImportSource[]> => app.listImportSources(),
    files: ({ app }, id: string): Promise<UploadedFile[]> => app.listImportFiles(id),
  },
  changes: {
    createDryRun: change(
      endpointRights.createImport,
      ({ app }, source: ImportSource['id']) => app.createImport({ source, isDryRun: true }),
      {
        settle: putRun,
        stale: () => list,
      },
    ),
    upload: change(
      endpointRights.uploadImportPiece,
      ({ app }, id: string, file: ImportUploadOptions) => upload(app, id, file),
      {
        stale: (id) => [['imports', 'files', id]],
      },
    ),
    start: change(
      endpointRights.startImport,
      ({ app }, id: string, options: StartOptions) => app.startImport(id, options),
      {
        settle: putRun,
        stale: () => list,
      },
    ),
    /** Imports the files of a dry run. */
    importFilesOf: change(endpointRights.startImport, ({ app }, dryRun: ImportRun) => importFilesOf(app, dryRun), {
      settle: putRun,
      stale: ({ id }) => [...list, ['imports', 'run', id]],
    }),
    cancel: change(endpointRights.cancelImport, ({ app }, id: string) => app.cancelImport(id), {
      settle: putRun,
      stale: () => list,
    }),
    undo: change(
      endpointRights.undoImport,
      ({ app }, id: string, onProgress: (run: ImportRun) => void) => app.undoImport(id, { onProgress }),
      {
        settle: putRun,
        stale: (id) => [...list, ['imports', 'run', id]],
        isStaleAfterFailure: true,
      },
    ),
  },
})

/** Whether the service reads the files at the moment. */
export function isBeingRead({ job }: ImportRun): boolean {
  return job !== null && (job.state === 'queued' || job.state === 'running')
}

/** All imports, read again while one is running. */
export function useImports(): UseQueryResult<PageOf<ImportRun>> {
  return imports.useRead('page', [], {
    repeatsAfter: (page) => (page?.rows.some(isBeingRead) ? POLL_MILLIS * 2 : false),
  })
}

/** An import, read again while it runs; null if there is none with this id. */
export function useImport(id: string): UseQueryResult<ImportRun | null> {
  return imports.useRead('run', [id], { repeatsAfter: (run) => (run && isBeingRead(run) ? POLL_MILLIS : false) })
}

/** The findings of an import, by file and line. */
export function useFindings(id: string): GrowingList<ImportFinding> {
  return useGrowingList(['imports', 'findings', id], ({ app }, cursor) => findingsPage(app, id, cursor, FINDINGS_PAGE))
}

/** Passes all findings of an import on. */
export function readAllFindings(
  app: ProjectApp,
  id: string,
  onRows: (rows: readonly ImportFinding[]) => void,
  signal: AbortSignal,
): Promise<void> {
  return readAll((cursor) => findingsPage(app, id, cursor, FINDINGS_OF_FILE), onRows, signal)
}

async function findingsPage(
  app: ProjectApp,
  id: string,
  cursor: string | undefined,
  limit: number,
): Promise<ImportFinding[] & { nextCursor: string | null }> {
  const { findings, nextCursor } = await app.listImportFindings(id, { limit, ...(cursor !== undefined && { cursor }) })
  return Object.assign([...findings], { nextCursor })
}

/** Uploads a file, or what is missing of it. Another file with the same purpose is replaced. */
async function upload(app: ProjectApp, id: string, file: ImportUploadOptions): Promise<void> {
  const replace = async (): Promise<void> => {
    await app.deleteImportFile(id, file.name)
    await app.uploadImportFile(id, file)
  }
  try {
    await app.uploadImportFile(id, file)
  } catch (failure) {
    if (!isConflict(failure)) throw failure
    await replace()
  }
  const stored = (await app.listImportFiles(id)).find(({ name }) => name === file.name)
  // The service had a longer file with the same beginning.
  if (stored?.bytes !== file.content.size) await replace()
}

function isConflict(failure: unknown): boolean {
  return failure instanceof Error && 'statusCode' in failure && failure.statusCode === 409
}

async function importFilesOf(app: ProjectApp, { id, name, source }: ImportRun): Promise<ImportRun> {
  const run = await app.createImport({ source, name, isDryRun: false })
  try {
    return await app.startImport(run.id, { filesFrom: id })
  } catch (failure) {
    // Otherwise the list would have an import that never had files.
    await app.cancelImport(run.id)
    throw failure
  }
}
