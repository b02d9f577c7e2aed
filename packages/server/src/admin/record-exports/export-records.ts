import {
  movedRecordKinds,
  type ExportLine,
  type MovedPermissionDefinition,
  type MovedRecord,
  type MovedRecordKind,
} from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { findImage } from '../../records/images/store.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import { listDefinitions } from '../../records/permissions/store.ts'
import { systemPermissionsOf } from '../../records/permissions/system-permissions.ts'
import {
  FIRST_ID,
  FIRST_MEMBER,
  isProjectPresent,
  listExportedGrants,
  listExportedMembers,
  listExportedTeams,
  listExportedUsers,
} from '../../records/queries/projects/exported-records.ts'
import { describeMember, describeTeam, describeUser } from './describe-records.ts'

/** Users, teams or memberships per statement. The metadata of each may have 192 KiB. */
const PAGE = 100
const GRANTS_PAGE = 500

export interface ExportDependencies {
  readonly secret: MasterSecret
}

type ExportCall = Pick<ProjectCall, 'db' | 'now' | 'project' | 'projectId'>

/**
 * Reads the records of the project, a page at a time, in the order of `movedRecordKinds`. The last line says how many
 * there were.
 *
 * @throws PlainError if the project is deleted meanwhile
 */
export async function* exportRecords(
  dependencies: ExportDependencies,
  call: ExportCall,
  includesHashes: boolean,
): AsyncGenerator<ExportLine, void, void> {
  const records = Object.fromEntries(movedRecordKinds.map((kind) => [kind, 0])) as Record<MovedRecordKind, number>
  for await (const record of readRecords(dependencies, call, includesHashes)) {
    records[record.kind] += 1
    yield record
  }
  // The records of a deleted project disappear in pieces, and a file with the remaining ones would look complete.
  // guard: an export of a project that is deleted meanwhile has no last line
  if (!(await call.db.run(isProjectPresent(call.projectId)))) throw new PlainError(404, 'The project was deleted.')
  yield { kind: 'end', records, includes_hashes: includesHashes }
}

async function* readRecords(
  { secret }: ExportDependencies,
  call: ExportCall,
  includesHashes: boolean,
): AsyncGenerator<MovedRecord, void, void> {
  const { db, project, projectId } = call
  const definitions = await db.run(listDefinitions(projectId))
  const systemIds: ReadonlySet<string> = new Set(systemPermissionsOf(project.config))
  yield* describeDefinitions(definitions, systemIds)

  const inOrder = <Row extends { readonly id: string }>(
    list: (projectId: string, page: { readonly after: string; readonly limit: number }) => Statement<Row[]>,
  ): AsyncGenerator<Row, void, void> =>
    everyRow(
      FIRST_ID,
      PAGE,
      (after) => db.run(list(projectId, { after, limit: PAGE })),
      ({ id }) => id,
    )
  for await (const team of inOrder(listExportedTeams)) {
    yield describeTeam(team, await readImage(call, team.profileImage))
  }
  for await (const user of inOrder(listExportedUsers)) {
    const image = await readImage(call, user.profileImage)
    yield describeUser({ secret, projectId, now: call.now(), includesHashes }, user, image)
  }
  const members = everyRow(
    FIRST_MEMBER,
    PAGE,
    (after) => db.run(listExportedMembers(projectId, { after, limit: PAGE })),
    (member) => member,
  )
  for await (const member of members) {
    yield describeMember(member, await readImage(call, member.profileImage), systemIds)
  }
  if (!definitions.some(({ scope }) => scope === 'project')) return
  const grants = everyRow(
    FIRST_ID,
    GRANTS_PAGE,
    (after) => db.run(listExportedGrants(projectId, { after, limit: GRANTS_PAGE })),
    ({ userId }) => userId,
  )
  for await (const { permissionIds, userId } of grants) {
    for (const id of permissionIds.filter((one) => one !== null).toSorted()) {
      yield { kind: 'project_permission', user_source_id: userId, permission_id: id }
    }
  }
}

/** Reads pages until one is not full. */
async function* everyRow<Row, Position>(
  first: Position,
  limit: number,
  readPage: (after: Position) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): AsyncGenerator<Row, void, void> {
  let after = first
  for (;;) {
    const page = await readPage(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    after = positionOf(last)
  }
}

/** A definition comes after those that it contains. */
function* describeDefinitions(
  definitions: readonly PermissionDefinition[],
  systemIds: ReadonlySet<string>,
): Generator<MovedPermissionDefinition, void, void> {
  const left = new Map(definitions.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((one) => [one.key, one]))
  const idOf = new Map(definitions.map(({ id, key }) => [key, id]))
  // Containment has no cycle, so each round finds a definition that contains none of the others that are left.
  for (let isAnyFound = true; isAnyFound;) {
    isAnyFound = false
    for (const { containedKeys, description, id, key, scope } of left.values()) {
      if (containedKeys.some((contained) => left.has(contained))) continue
      left.delete(key)
      isAnyFound = true
      const contained = containedKeys.flatMap((one) => idOf.get(one) ?? (systemIds.has(one) ? one : []))
      yield {
        kind: 'permission_definition',
        id,
        scope,
        ...(description !== null && { description }),
        ...(contained.length > 0 && { contained_permission_ids: contained.toSorted() }),
      }
    }
  }
}

/** Returns an uploaded image as a `data:` URL, because a path of this service is useless elsewhere. Other URLs stay. */
async function readImage({ db, projectId }: ExportCall, reference: string | null): Promise<string | undefined> {
  if (!reference?.startsWith('/')) return reference ?? undefined
  const image = await db.run(findImage(projectId, reference.split('/').at(-1) ?? '', true))
  if (!image?.bytes) return undefined
  return `data:${image.contentType};base64,${Buffer.from(image.bytes).toString('base64')}`
}
