import * as contract from '@portico/contract'
import { toCamelCaseMembers } from '@portico/contract/letter-case'

import { importRecords, type ImportDependencies } from '../../accounts/import-users.ts'
import { projectAdmin, recentProjectAdmin } from '../../api/rules/access.ts'
import { presentPage, wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { importingWith } from './dependencies.ts'
import {
  addProblems,
  createImport,
  finishImport,
  listImportFindings,
  listImportsOfProject,
  readImport,
  undoImport,
} from './imports.ts'
import {
  presentFile,
  presentFinding,
  presentOutcome,
  presentPiece,
  presentRun,
  presentRuns,
  presentSource,
} from './present.ts'
import { cancelImport, startImport } from './start-import.ts'
import { deleteUploadedFile, fileSources, listUploadedFiles, uploadPiece } from './uploads.ts'

export function importRoutes(dependencies: Omit<ImportDependencies, 'definePermission'>): Route[] {
  const importing = importingWith(dependencies)
  return [
    route(contract.createImport, { allow: recentProjectAdmin, limit: 'createImport' }, async (call) =>
      presentRun(call, await createImport(call, toCamelCaseMembers(call.body))),
    ),

    route(contract.listImports, { allow: projectAdmin }, async (call) =>
      wholeList(await presentRuns(call, await listImportsOfProject(call))),
    ),

    route(contract.readImport, { allow: projectAdmin }, async (call) =>
      presentRun(call, await readImport(call, call.params.id)),
    ),

    route(contract.importRecords, { allow: projectAdmin }, async (call) => {
      const { outcomes, run } = await importRecords(importing, call, call.params.id, call.body.lines)
      return { outcomes: outcomes.map(presentOutcome), run: await presentRun(call, run) }
    }),

    route(contract.addImportProblems, { allow: projectAdmin }, async (call) =>
      presentRun(call, await addProblems(call, call.params.id, call.body.lines)),
    ),

    route(contract.finishImport, { allow: projectAdmin }, async (call) =>
      presentRun(call, await finishImport(call, call.params.id)),
    ),

    route(contract.listImportFindings, { allow: projectAdmin }, async (call) => {
      const { items, pagination } = presentPage(
        await listImportFindings(call, call.params.id, call.query),
        presentFinding,
      )
      return { items, pagination }
    }),

    route(contract.undoImport, { allow: recentProjectAdmin }, async (call) =>
      presentRun(call, await undoImport(call, call.params.id)),
    ),

    route(contract.listImportSources, { allow: projectAdmin }, () =>
      Promise.resolve(wholeList(fileSources.map(presentSource))),
    ),

    route(contract.uploadImportPiece, { allow: projectAdmin, limit: 'uploadImportFile' }, async (call) => {
      const { id, index, name } = call.params
      return presentPiece(await uploadPiece(dependencies, call, id, { file: name, index, content: call.body }))
    }),

    route(contract.listImportFiles, { allow: projectAdmin }, async (call) =>
      wholeList((await listUploadedFiles(call, call.params.id)).map(presentFile)),
    ),

    route(contract.deleteImportFile, { allow: projectAdmin }, async (call) => {
      await deleteUploadedFile(call, call.params.id, call.params.name)
      return null
    }),

    route(contract.startImport, { allow: recentProjectAdmin, limit: 'createImport' }, async (call) =>
      presentRun(call, await startImport(dependencies, call, call.params.id, toCamelCaseMembers(call.body))),
    ),

    route(contract.cancelImport, { allow: projectAdmin }, async (call) =>
      presentRun(call, await cancelImport(call, call.params.id)),
    ),
  ]
}
