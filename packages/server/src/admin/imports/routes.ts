import * as contract from '@portico/contract'
import { toCamelCase, toCamelCaseMembers } from '@portico/contract/letter-case'

import { importRecords, type ImportDependencies } from '../../accounts/import-users.ts'
import { projectAdmin, recentProjectAdmin } from '../../api/access.ts'
import { wholeList } from '../../api/list-page.ts'
import { route, type Route } from '../../api/route.ts'
import { presentImport } from '../../records/imports/present.ts'
import { seedPermissions } from '../permission-definitions/definitions.ts'
import {
  addProblems,
  createImport,
  finishImport,
  listImportFindings,
  listImportsOfProject,
  readImport,
  undoImport,
} from './imports.ts'
import { presentFinding, presentOutcome } from './present.ts'

type ImportRouteDependencies = Omit<ImportDependencies, 'definePermission'>

export function importRoutes(dependencies: ImportRouteDependencies): Route[] {
  const importing: ImportDependencies = {
    ...dependencies,
    definePermission: (tx, call, { kind: _kind, scope, ...definition }) =>
      seedPermissions(tx, call, scope, [toCamelCase(definition)]),
  }
  return [
    route(contract.createImport, { allow: recentProjectAdmin, limit: 'createImport' }, async (call) =>
      presentImport(await createImport(call, toCamelCaseMembers(call.body))),
    ),

    route(contract.listImports, { allow: projectAdmin }, async (call) =>
      wholeList((await listImportsOfProject(call)).map(presentImport)),
    ),

    route(contract.readImport, { allow: projectAdmin }, async (call) =>
      presentImport(await readImport(call, call.params.id)),
    ),

    route(contract.importRecords, { allow: projectAdmin }, async (call) => {
      const { outcomes, run } = await importRecords(importing, call, call.params.id, call.body.lines)
      return { outcomes: outcomes.map(presentOutcome), run: presentImport(run) }
    }),

    route(contract.addImportProblems, { allow: projectAdmin }, async (call) =>
      presentImport(await addProblems(call, call.params.id, call.body.lines)),
    ),

    route(contract.finishImport, { allow: projectAdmin }, async (call) =>
      presentImport(await finishImport(call, call.params.id)),
    ),

    route(contract.listImportFindings, { allow: projectAdmin }, async (call) => {
      const { findings, next } = await listImportFindings(call, call.params.id, call.query)
      return {
        items: findings.map(presentFinding),
        pagination: { next_cursor: next === null ? null : String(next) },
      }
    }),

    route(contract.undoImport, { allow: recentProjectAdmin }, async (call) =>
      presentImport(await undoImport(call, call.params.id)),
    ),
  ]
}
