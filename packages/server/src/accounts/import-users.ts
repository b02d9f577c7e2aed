import { isDeepStrictEqual } from 'node:util'

import {
  MOVED_SOURCE_ID_MAX_CODE_POINTS,
  movedRecord,
  parsePart,
  type ImportOutcome,
  type PermissionScope,
} from '@portico/contract'
import type { z } from 'zod'

import type { Call } from '../kernel/call.ts'
import { compareIds } from '../kernel/compare-ids.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import type { EventCall } from '../kernel/emit.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import { nothing, sequence, type Statement } from '../kernel/statement.ts'
import { sha256 } from '../platform/crypto/digest.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { reasonOf, sentenceOfReasons, type ImportReason } from '../records/imports/reasons.ts'
import type { ImportCounts, ImportRun } from '../records/imports/run.ts'
import {
  insertFindings,
  lockImportRun,
  writeImportCounts,
  type FindingPosition,
  type ImportFinding,
} from '../records/imports/store.ts'
import type { PermissionDefinition } from '../records/permissions/definition.ts'
import { presentDefinition } from '../records/permissions/present.ts'
import { listDefinitions } from '../records/permissions/store.ts'
import { systemPermissionsOf } from '../records/permissions/system-permissions.ts'
import type { Project } from '../records/projects/project.ts'
import { lockProject } from '../records/projects/store.ts'
import {
  findMarks,
  ImportLostRace,
  insertImportedGrants,
  insertImportedMembers,
  insertImportedTeams,
  insertImportedUsers,
  insertMarks,
  readNamedRecords,
  type ImportedMemberRow,
  type ImportedTeamRow,
  type NamedInBatch,
  type SourcePosition,
} from '../records/queries/users/import-batch.ts'
import { lockTeamsOfMembers } from '../records/teams/store.ts'
import { lockUsersShared } from '../records/users/store.ts'
import { readPastMoment } from './past-moment.ts'
import { placeNewImage, readNewProfileImage, readProfileImage, type NewImage } from './profile-image.ts'
import { readMovedUser, RefusedRecord, type MovedUserDependencies, type ReadUser } from './read-moved-user.ts'

/** Maximum number of attempts for a batch when concurrent calls take its addresses. */
const ROUNDS_MAX = 3

type ReadRecord = z.output<typeof movedRecord>
type RecordOf<Kind extends ReadRecord['kind']> = Extract<ReadRecord, { kind: Kind }>
type ReadDefinition = RecordOf<'permission_definition'>

export interface ImportDependencies extends MovedUserDependencies {
  /**
   * Defines a permission in a transaction that has locked the project.
   *
   * @throws KnownError or PlainError before it writes anything
   */
  definePermission(tx: ProjectTransaction, call: EventCall, definition: ReadDefinition): Promise<void>
}

export interface ImportLine {
  /** The name of the file. Default: empty. */
  readonly file?: string | undefined
  readonly line: number
  readonly record: unknown
}

export interface LineOutcome {
  readonly file: string
  readonly line: number
  readonly outcome: ImportOutcome
  readonly message?: string
  readonly userId?: string
}

/** `isRepeat`: this line of this run was handled before, and counts already. */
type Decision = Omit<LineOutcome, 'file' | 'line' | 'message'> & {
  /** Absent if there is nothing to report. */
  readonly reasons?: readonly ImportReason[]
  readonly isRepeat?: true
}

/** A valid record, or why it is refused. */
type Prepared = {
  readonly file: string
  readonly line: number
  /** SHA-256 of what identifies the record, in hexadecimal. Several records can have the same line. */
  readonly identity: string
  readonly kind: ReadRecord['kind'] | null
  readonly sourceId: string | null
} & (
  | { readonly refusal: readonly ImportReason[] }
  | { readonly user: ReadUser; readonly record: RecordOf<'user'> }
  | { readonly team: ImportedTeamRow; readonly storeImage: Statement<unknown>; readonly record: RecordOf<'team'> }
  | { readonly memberImage: NewImage; readonly record: RecordOf<'team_member'> }
  | { readonly record: Exclude<ReadRecord, { kind: 'user' | 'team' | 'team_member' }> }
)

/** A record that is present: in the project, in an earlier batch, or in an earlier line of this one. */
interface Seen {
  /** Where this run has it; null if it is not of this run. */
  readonly at: SourcePosition | null
  /** The id of a user or team, or the key of a permission. */
  readonly id?: string
  readonly selectedTeamSourceId?: string | null
}

/**
 * Imports a batch of records in one transaction: users and teams by one statement per table. A record whose source id
 * has been imported is left as it is, so that a repeated batch changes nothing. A dry run makes the same decisions and
 * writes only its report.
 *
 * @throws PlainError 404 for an unknown run, 409 for a run that has ended
 */
export async function importRecords(
  dependencies: ImportDependencies,
  call: Call & { readonly project: Project },
  runId: string,
  lines: readonly ImportLine[],
): Promise<ImportedBatch> {
  const importIn = prepareRecords(dependencies, call, lines)
  for (let round = 1; ; round += 1) {
    try {
      return await call.db.transaction((tx) => importIn(tx, runId))
    } catch (error) {
      if (!(error instanceof ImportLostRace)) throw error
      if (round === ROUNDS_MAX) {
        throw new PlainError(409, 'Other calls change the same users. Nothing was imported. Send the records again.')
      }
    }
  }
}

export interface ImportedBatch {
  readonly run: ImportRun
  readonly outcomes: readonly LineOutcome[]
}

/**
 * Checks the records of a batch outside of a transaction, because this takes longer than the statements.
 *
 * @returns a function that imports them in a transaction; it throws PlainError 404 for an unknown run, 409 for a run
 * that has ended, and ImportLostRace if another call takes an address
 */
export function prepareRecords(
  dependencies: ImportDependencies,
  call: EventCall & { readonly project: Project },
  lines: readonly ImportLine[],
): (tx: ProjectTransaction, runId: string) => Promise<ImportedBatch> {
  const prepared = lines.map((line) => prepare(dependencies, call, line))
  return (tx, runId) => new Batch(dependencies, call, tx, prepared).import(runId)
}

/** @throws PlainError 404 for an unknown run, 409 for a run that has ended */
export function requireOpenRun(run: ImportRun | null): ImportRun {
  if (!run) throw new PlainError(404, 'There is no such import.')
  // guard: a run that has ended takes no records [imports]
  if (run.state !== 'open') throw new PlainError(409, 'The import has ended. Start a new one.')
  return run
}

function prepare(
  dependencies: ImportDependencies,
  call: EventCall & { readonly project: Project },
  { file = '', line, record: given }: ImportLine,
): Prepared {
  const parsed = parsePart('record', movedRecord, given)
  if (!parsed.ok) {
    const position = { file, line, identity: digestOf(JSON.stringify(given)) }
    return {
      ...position,
      kind: null,
      sourceId: textOf(given, 'source_id'),
      refusal: [reasonOf('invalid', parsed.lines.join('; '))],
    }
  }
  const record = parsed.value
  const own = {
    file,
    line,
    identity: digestOf(markOf(record)),
    kind: record.kind,
    sourceId: 'source_id' in record ? record.source_id : null,
  }
  try {
    if (record.kind === 'user') return { ...own, record, user: readMovedUser(dependencies, call, record, own) }
    if (record.kind === 'team') return { ...own, record, ...readTeam(dependencies, call, record, own) }
    if (record.kind === 'team_member') {
      // guard: an import checks the images of members (keep `record.profile_image_url`) [imports]
      return { ...own, record, memberImage: readProfileImage(record.profile_image_url) ?? null }
    }
    return { ...own, record }
  } catch (error) {
    return { ...own, refusal: reasonsOf(error) }
  }
}

function textOf(value: unknown, name: string): string | null {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null
  return typeof text === 'string' ? [...text].slice(0, MOVED_SOURCE_ID_MAX_CODE_POINTS).join('') : null
}

/** Returns why a record is refused. Every other error fails the batch. */
function reasonsOf(error: unknown): readonly ImportReason[] {
  if (error instanceof RefusedRecord) return error.reasons
  if (error instanceof KnownError || error instanceof PlainError) return [reasonOf('invalid', error.message)]
  throw error
}

function readTeam(
  { secret }: ImportDependencies,
  call: EventCall,
  record: RecordOf<'team'>,
  { file, line }: SourcePosition,
): { readonly team: ImportedTeamRow; readonly storeImage: Statement<unknown> } {
  const id = record.id ?? newUuid()
  const image = readNewProfileImage(
    secret,
    call.projectId,
    { type: 'team', teamId: id },
    record.profile_image_url,
    true,
  )
  const team = {
    id,
    sourceId: record.source_id,
    file,
    line,
    displayName: record.display_name,
    profileImage: image.reference,
    clientMetadata: record.client_metadata ?? null,
    clientReadOnlyMetadata: record.client_read_only_metadata ?? null,
    serverMetadata: record.server_metadata ?? null,
    clientWritten: record.client_written ?? [],
    createdAt: readPastMoment(call, 'created_at_millis', record.created_at_millis) ?? call.now(),
    secondFactorRequiredSince: record.second_factor_required ? call.now() : null,
  }
  return { team, storeImage: image.store }
}

const marks = {
  user: (sourceId: string) => `user:${sourceId}`,
  userId: (id: string) => `user-id:${id}`,
  team: (sourceId: string) => `team:${sourceId}`,
  teamId: (id: string) => `team-id:${id}`,
  address: (value: string) => `address:${value}`,
  account: (key: { readonly providerId: string; readonly providerIdentity: string; readonly accountId: string }) =>
    `account:${JSON.stringify([key.providerId, key.providerIdentity, key.accountId])}`,
  passkey: (credentialId: string) => `passkey:${credentialId}`,
  permission: (scope: PermissionScope, id: string) => `permission:${scope}:${id}`,
  member: (record: { readonly team_source_id: string; readonly user_source_id: string }) =>
    `member:${JSON.stringify([record.team_source_id, record.user_source_id])}`,
  handled: ({ file, identity, line }: Pick<Prepared, 'file' | 'identity' | 'line'>) =>
    `handled:${JSON.stringify([file, line, identity])}`,
  grant: (record: { readonly user_source_id: string; readonly permission_id: string }) =>
    `grant:${JSON.stringify([record.user_source_id, record.permission_id])}`,
}

/** Returns what identifies a record in its source. */
function markOf(record: ReadRecord): string {
  switch (record.kind) {
    case 'user':
      return marks.user(record.source_id)
    case 'team':
      return marks.team(record.source_id)
    case 'team_member':
      return marks.member(record)
    case 'project_permission':
      return marks.grant(record)
    case 'permission_definition':
      return marks.permission(record.scope, record.id)
  }
}

/** The work on one batch in one transaction. */
class Batch {
  readonly #dependencies: ImportDependencies
  readonly #call: EventCall & { readonly project: Project }
  readonly #tx: ProjectTransaction
  readonly #lines: readonly Prepared[]
  readonly #seen = new Map<string, Seen>()
  /** Records that a dry run has seen, for its later batches. */
  readonly #noted = new Map<string, SourcePosition>()
  readonly #users: (ReadUser & { readonly record: RecordOf<'user'> })[] = []
  readonly #teams: { readonly team: ImportedTeamRow; readonly storeImage: Statement<unknown> }[] = []
  readonly #members: { readonly member: ImportedMemberRow; readonly storeImage: Statement<unknown> }[] = []
  readonly #teamGrants: { readonly teamId: string; readonly userId: string; readonly key: string }[] = []
  readonly #grants: { readonly userId: string; readonly key: string }[] = []
  /** The definitions before the batch, if it has some. */
  #definitions: readonly PermissionDefinition[] = []

  constructor(
    dependencies: ImportDependencies,
    call: EventCall & { readonly project: Project },
    tx: ProjectTransaction,
    lines: readonly Prepared[],
  ) {
    this.#dependencies = dependencies
    this.#call = call
    this.#tx = tx
    this.#lines = lines
  }

  async import(runId: string): Promise<ImportedBatch> {
    const { projectId } = this.#tx
    const definesPermissions = this.#lines.some(({ kind }) => kind === 'permission_definition')
    const { definitions, run: found } = await this.#tx.batch({
      // Definitions change under the lock of the project, which is taken before the lock of the run.
      project: definesPermissions ? lockProject(projectId) : nothing,
      definitions: definesPermissions ? listDefinitions(projectId) : nothing,
      run: lockImportRun(projectId, runId),
    })
    this.#definitions = definitions ?? []
    const run = requireOpenRun(found)
    await this.#readPresent(run)
    const decisions: (LineOutcome & Decision)[] = []
    for (const line of this.#lines) {
      const decision = await this.#decide(line, run)
      const message = decision.reasons && { message: sentenceOfReasons(decision.reasons) }
      decisions.push({ ...decision, ...message, file: line.file, line: line.line })
    }
    // guard: a dry run creates no users (keep `this.#write(run)`) [imports]
    await this.#tx.run(run.isDryRun ? this.#writeMarks(run) : this.#write(run))
    await this.#markHandled(run, decisions)
    const outcomes = decisions.map(({ isRepeat: _repeat, reasons: _reasons, userId, ...outcome }) => ({
      ...outcome,
      ...(userId !== undefined && !run.isDryRun && { userId }),
    }))
    return { outcomes, run: await this.#report(run, decisions) }
  }

  async #readPresent(run: ImportRun): Promise<void> {
    const { projectId } = this.#tx
    const named = namedIn(run, this.#lines)
    const wanted = run.isDryRun
      ? new Map(marksOf(this.#lines).map((mark) => [digestOf(mark), mark]))
      : new Map<string, string>()
    const { present, dry } = await this.#tx.batch({
      present: readNamedRecords(projectId, named),
      dry: findMarks(projectId, run.id, [...wanted.keys()]),
    })
    const see = (mark: string, seen: Seen): unknown => this.#seen.set(mark, seen)
    const positionOf = ({ file, line, runId }: SourcePosition & { readonly runId: string }): SourcePosition | null =>
      runId === run.id ? { file, line } : null
    for (const { file, line, mark } of dry) see(wanted.get(mark) ?? '', { at: { file, line } })
    for (const { id } of present.userIds) see(marks.userId(id), { at: null })
    for (const { id } of present.teamIds) see(marks.teamId(id), { at: null })
    for (const { value } of present.addresses) see(marks.address(value), { at: null })
    for (const { index } of present.accounts) {
      const account = named.accounts[index]
      if (account) see(marks.account(account), { at: null })
    }
    for (const { id } of present.credentialIds) see(marks.passkey(id), { at: null })
    for (const user of present.users) see(marks.user(user.sourceId), { ...user, at: positionOf(user) })
    for (const team of present.teams) see(marks.team(team.sourceId), { id: team.id, at: positionOf(team) })
    for (const { id, key, scope } of present.permissions) see(marks.permission(scope, id), { id: key, at: null })
    for (const id of systemPermissionsOf(this.#call.project.config)) see(marks.permission('team', id), { id, at: null })
    for (const { teamSourceId, userSourceId } of present.members) {
      see(marks.member({ team_source_id: teamSourceId, user_source_id: userSourceId }), { at: null })
    }
    for (const { permissionId, userSourceId } of present.grants) {
      see(marks.grant({ user_source_id: userSourceId, permission_id: permissionId }), { at: null })
    }
  }

  #note(mark: string, seen: Seen & { readonly at: SourcePosition }): void {
    this.#seen.set(mark, seen)
    this.#noted.set(mark, seen.at)
  }

  async #decide(line: Prepared, run: ImportRun): Promise<Decision> {
    if ('refusal' in line) return { outcome: 'refused', reasons: line.refusal }
    if ('user' in line) return this.#decideUser(line.user, line.record)
    if ('team' in line) return this.#decideTeam(line)
    if ('memberImage' in line) return this.#decideMember(line)
    if (line.record.kind === 'project_permission') return this.#decideGrant(line.record, line)
    return this.#decideDefinition(line.record, line, run)
  }

  #decideUser(read: ReadUser, record: RecordOf<'user'>): Decision {
    const { accounts, addresses, user } = read
    const at: SourcePosition = { file: user.file, line: user.line }
    const imported = this.#seen.get(marks.user(user.sourceId))
    // guard: an import does not take over the user of a source id that it has imported [imports]
    if (imported)
      return { ...repeated(imported, at, 'user'), ...(imported.id !== undefined && { userId: imported.id }) }
    const signInAddresses = addresses.filter(({ usedForAuth }) => usedForAuth).map(({ value }) => value)
    const conflict =
      (record.id !== undefined && this.#conflict(marks.userId(user.id), at, 'id_taken', user.id)) ||
      signInAddresses.map((value) => this.#conflict(marks.address(value), at, 'address_taken', value)).find(Boolean) ||
      accounts
        .map((account) =>
          this.#conflict(
            marks.account(account),
            at,
            'account_taken',
            `${account.accountId} at "${account.providerId}"`,
          ),
        )
        .find(Boolean)
    if (conflict) return { outcome: 'duplicate', reasons: [conflict] }
    const passkeys = read.passkeys.filter(({ credentialId }) => !this.#seen.has(marks.passkey(credentialId)))
    const notes = [...read.notes]
    if (passkeys.length < read.passkeys.length) notes.push(reasonOf('passkey_taken'))
    const { id, selectedTeamSourceId } = user
    this.#note(marks.user(user.sourceId), { at, id, selectedTeamSourceId })
    this.#note(marks.userId(id), { at })
    for (const value of signInAddresses) this.#note(marks.address(value), { at })
    for (const account of accounts) this.#note(marks.account(account), { at })
    for (const { credentialId } of passkeys) this.#note(marks.passkey(credentialId), { at })
    this.#users.push({ ...read, passkeys, record })
    return { outcome: 'created', userId: id, ...(notes.length > 0 && { reasons: notes }) }
  }

  /** Names the user who has something that the user of this line has too. */
  #conflict(mark: string, at: SourcePosition, code: ImportReason['code'], value: string): ImportReason | null {
    const seen = this.#seen.get(mark)
    return seen ? reasonOf(code, value, otherLine(seen, at)) : null
  }

  #decideTeam({ record, storeImage, team }: Extract<Prepared, { readonly team: ImportedTeamRow }>): Decision {
    const { file, id, line } = team
    const at = { file, line }
    const imported = this.#seen.get(marks.team(team.sourceId))
    if (imported) return repeated(imported, at, 'team')
    if (record.id !== undefined && this.#seen.has(marks.teamId(id))) {
      return { outcome: 'duplicate', reasons: [reasonOf('team_id_taken', id)] }
    }
    this.#note(marks.team(team.sourceId), { at, id })
    this.#note(marks.teamId(id), { at })
    this.#teams.push({ team, storeImage })
    return { outcome: 'created' }
  }

  #decideMember({ file, line, memberImage, record }: Extract<Prepared, { readonly memberImage: NewImage }>): Decision {
    const at = { file, line }
    const present = this.#seen.get(marks.member(record))
    if (present) return repeated(present, at, 'membership')
    const team = this.#seen.get(marks.team(record.team_source_id))
    const user = this.#seen.get(marks.user(record.user_source_id))
    if (!team) return refuse(reasonOf('unknown_team', record.team_source_id))
    if (!user) return refuse(reasonOf('unknown_user', record.user_source_id))
    const permissions = [...new Set(record.permission_ids)].map((id) => {
      return { id, key: this.#seen.get(marks.permission('team', id)) }
    })
    const unknown = permissions.find(({ key }) => !key)
    if (unknown) return refuse(undefinedPermission(unknown.id, 'team'))
    const ids = { teamId: team.id ?? '', userId: user.id ?? '' }
    const image = placeNewImage(this.#dependencies.secret, this.#tx.projectId, { type: 'member', ...ids }, memberImage)
    const member = {
      ...ids,
      displayName: record.display_name || null,
      profileImage: image.reference,
      isSelected: user.selectedTeamSourceId === record.team_source_id,
      joinedItself: record.is_creator ?? false,
      invitedById: this.#seen.get(marks.user(record.invited_by_source_id ?? ''))?.id ?? null,
      invitedEmailHash: record.invited_address_sha256 ?? null,
    }
    this.#members.push({ member, storeImage: image.store })
    for (const { key } of permissions) if (key?.id !== undefined) this.#teamGrants.push({ ...ids, key: key.id })
    this.#note(marks.member(record), { at })
    return { outcome: 'created' }
  }

  #decideGrant(record: RecordOf<'project_permission'>, { file, line }: SourcePosition): Decision {
    const at = { file, line }
    const grant = this.#seen.get(marks.grant(record))
    if (grant) return repeated(grant, at, 'permission')
    const user = this.#seen.get(marks.user(record.user_source_id))
    if (!user) return refuse(reasonOf('unknown_user', record.user_source_id))
    const permission = this.#seen.get(marks.permission('project', record.permission_id))
    if (!permission) return refuse(undefinedPermission(record.permission_id, 'project'))
    this.#grants.push({ userId: user.id ?? '', key: permission.id ?? '' })
    this.#note(marks.grant(record), { at })
    return { outcome: 'created' }
  }

  /** Whether the project had the permission before the batch, with other contents. */
  #isDefinedOtherwise({ contained_permission_ids: contained, description, id, scope }: ReadDefinition): boolean {
    const present = this.#definitions.find((definition) => definition.id === id && definition.scope === scope)
    if (!present) return false
    const read = presentDefinition(present, this.#definitions, this.#call.project.config)
    const wanted = [description || '', [...new Set(contained)].toSorted(compareIds)]
    return !isDeepStrictEqual(wanted, [read.description ?? '', read.contained_permission_ids])
  }

  async #decideDefinition(
    record: ReadDefinition,
    { file, line }: SourcePosition,
    { isDryRun }: ImportRun,
  ): Promise<Decision> {
    const { contained_permission_ids: contained = [], id, scope } = record
    const at = { file, line }
    const defined = this.#seen.get(marks.permission(scope, id))
    if (defined) return this.#isDefinedOtherwise(record) ? definedOtherwise(id) : repeated(defined, at, 'definition')
    const other = scope === 'team' ? 'project' : 'team'
    if (this.#seen.has(marks.permission(other, id))) {
      return refuse(reasonOf(`defined_for_${other}`, id))
    }
    const unknown = contained.find((one) => !this.#seen.has(marks.permission(scope, one)))
    if (unknown !== undefined) return refuse(undefinedPermission(unknown, scope))
    // guard: a dry run defines no permissions (replace `!isDryRun` with `true`) [imports]
    if (!isDryRun) {
      try {
        await this.#dependencies.definePermission(this.#tx, this.#call, record)
      } catch (error) {
        return refuse(...reasonsOf(error))
      }
      const definitions = await this.#tx.run(listDefinitions(this.#tx.projectId))
      const key = definitions.find((definition) => definition.id === id)?.key
      this.#note(marks.permission(scope, id), { at, ...(key !== undefined && { id: key }) })
      return { outcome: 'created' }
    }
    this.#note(marks.permission(scope, id), { at })
    return { outcome: 'created' }
  }

  #write({ id: runId, source }: ImportRun): Statement<unknown> {
    const { projectId } = this.#tx
    const writing = { projectId, runId, source, at: this.#call.now() }
    const users = this.#users
    const members = this.#members.map(({ member }) => member)
    const touched = [...members, ...this.#grants]
    return sequence([
      insertImportedUsers(writing, {
        users: users.map(({ user }) => user),
        addresses: users.flatMap(({ addresses }) => addresses),
        accounts: users.flatMap(({ accounts }) => accounts),
        passkeys: users.flatMap(({ passkeys }) => passkeys),
      }),
      insertImportedTeams(
        writing,
        this.#teams.map(({ team }) => team),
      ),
      ...users.map(({ storeImage }) => storeImage),
      ...this.#teams.map(({ storeImage }) => storeImage),
      touched.length === 0
        ? nothing
        : lockUsersShared(projectId, [...new Set(touched.map(({ userId }) => userId))].toSorted()),
      members.length === 0 ? nothing : lockTeamsOfMembers(projectId, [...new Set(members.map(({ teamId }) => teamId))]),
      insertImportedMembers(writing, members, this.#teamGrants),
      ...this.#members.map(({ storeImage }) => storeImage),
      insertImportedGrants(writing, this.#grants),
    ])
  }

  #writeMarks({ id }: ImportRun): Statement<unknown> {
    const noted = [...this.#noted].map(([mark, at]) => ({ mark: digestOf(mark), ...at }))
    return insertMarks(this.#tx.projectId, id, noted)
  }

  /**
   * Recognises records that an earlier call of this run has counted without another trace: memberships, permissions,
   * and records that another run has imported. An interrupted caller sends them again.
   */
  async #markHandled({ id, isDryRun }: ImportRun, decisions: (LineOutcome & Decision)[]): Promise<void> {
    const { projectId } = this.#tx
    const known = decisions.flatMap(({ isRepeat, outcome, reasons }, index) => {
      return outcome === 'already_imported' && reasons === undefined && !isRepeat ? index : []
    })
    const markAt = (index: number): (SourcePosition & { mark: string })[] => {
      const line = this.#lines[index]
      return line ? [{ mark: digestOf(marks.handled(line)), file: line.file, line: line.line }] : []
    }
    const found = await this.#tx.run(
      findMarks(
        projectId,
        id,
        known.flatMap(markAt).map(({ mark }) => mark),
      ),
    )
    const handled = new Set(found.map(({ mark }) => mark))
    for (const index of known) {
      const decision = decisions[index]
      if (decision && markAt(index).some(({ mark }) => handled.has(mark)))
        decisions[index] = { ...decision, isRepeat: true }
    }
    // A dry run has marks of all records that it would create.
    const created = isDryRun
      ? []
      : this.#lines.flatMap(({ kind }, index) =>
          decisions[index]?.outcome === 'created' && kind !== 'user' && kind !== 'team' ? index : [],
        )
    const news = [...known, ...created].flatMap(markAt).filter(({ mark }) => !handled.has(mark))
    await this.#tx.run(insertMarks(projectId, id, news))
  }

  /** Writes the findings and the counters of the run. */
  async #report(run: ImportRun, outcomes: readonly (LineOutcome & Decision)[]): Promise<ImportRun> {
    const { projectId } = this.#tx
    const findings: ImportFinding[] = this.#lines.flatMap(({ file, identity, kind, line, sourceId }, index) => {
      const { message, outcome, reasons = [] } = outcomes[index] ?? {}
      if (message === undefined || outcome === undefined) return []
      return [{ file, line, record: identity, outcome, kind, sourceId, message, reasons }]
    })
    // Count only new findings: a repeated batch has stored its findings already.
    const news = findings.length === 0 ? [] : await this.#tx.run(insertFindings(projectId, run.id, findings))
    const counts = this.#count(run, outcomes, new Set(news.map(keyOf)))
    await this.#tx.run(writeImportCounts(projectId, run.id, counts))
    return { ...run, ...counts }
  }

  #count(run: ImportRun, outcomes: readonly (LineOutcome & Decision)[], news: ReadonlySet<string>): ImportCounts {
    const isNew = ({ isRepeat, reasons }: Decision, line: Prepared | undefined): boolean => {
      if (reasons === undefined) return !isRepeat
      return line !== undefined && news.has(keyOf({ ...line, record: line.identity }))
    }
    const number = (outcome: ImportOutcome): number =>
      outcomes.filter((one, index) => one.outcome === outcome && isNew(one, this.#lines[index])).length
    const records = this.#users.map(({ record }) => record)
    const hashFormats: Record<string, number> = { ...run.hashFormats }
    for (const { hashFormat } of this.#users) {
      if (hashFormat !== null) hashFormats[hashFormat] = (hashFormats[hashFormat] ?? 0) + 1
    }
    return {
      created: run.created + outcomes.filter(({ outcome }) => outcome === 'created').length,
      alreadyImported: run.alreadyImported + number('already_imported'),
      refused: run.refused + number('refused'),
      duplicate: run.duplicate + number('duplicate'),
      unreadable: run.unreadable,
      users: run.users + this.#users.length,
      lostPassword: run.lostPassword + records.filter((record) => record.lost_password !== undefined).length,
      lostSecondFactor: run.lostSecondFactor + records.filter((record) => record.lost_second_factor).length,
      lostPasskeys: run.lostPasskeys + records.filter((record) => (record.lost_passkeys ?? 0) > 0).length,
      lostProviderAccounts:
        run.lostProviderAccounts + records.filter((record) => (record.lost_provider_accounts ?? []).length > 0).length,
      hashFormats,
    }
  }
}

function keyOf({ file, line, record }: FindingPosition): string {
  return JSON.stringify([file, line, record])
}

function refuse(...reasons: readonly ImportReason[]): Decision {
  return { outcome: 'refused', reasons }
}

function undefinedPermission(id: string, scope: PermissionScope): ImportReason {
  return reasonOf(`undefined_${scope}_permission`, id)
}

function definedOtherwise(id: string): Decision {
  return { outcome: 'already_imported', reasons: [reasonOf('defined_otherwise', id)] }
}

function repeated(
  seen: Seen,
  at: SourcePosition,
  what: 'user' | 'team' | 'membership' | 'permission' | 'definition',
): Decision {
  if (seen.at?.file === at.file && seen.at.line === at.line) return { outcome: 'already_imported', isRepeat: true }
  const other = otherLine(seen, at)
  return { outcome: 'already_imported', ...(other && { reasons: [reasonOf(`same_${what}`, null, other)] }) }
}

/** Returns the line of this run that contains the same record; null if there is none, or if the record has no line. */
function otherLine({ at: seen }: Seen, at: SourcePosition): ImportReason['line'] {
  if (!seen?.line) return null
  return { number: seen.line, file: seen.file === '' || seen.file === at.file ? null : seen.file }
}

function digestOf(mark: string): string {
  return sha256(mark).toString('hex')
}

/** Lists what the records of a batch name. */
function namedIn({ source }: ImportRun, lines: readonly Prepared[]): NamedInBatch {
  const users = lines.flatMap((line) => ('user' in line ? line.user : []))
  const teams = lines.flatMap((line) => ('team' in line ? line.team : []))
  const others = lines.flatMap((line) => ('record' in line ? line.record : []))
  const members = others.filter((record) => record.kind === 'team_member')
  const grants = others.filter((record) => record.kind === 'project_permission')
  return {
    source,
    userSourceIds: [
      ...new Set([
        ...users.map(({ user }) => user.sourceId),
        ...[...members, ...grants].map(({ user_source_id: id }) => id),
        ...members.flatMap(({ invited_by_source_id: id }) => id ?? []),
      ]),
    ],
    teamSourceIds: [
      ...new Set([...teams.map(({ sourceId }) => sourceId), ...members.map(({ team_source_id: id }) => id)]),
    ],
    userIds: others.flatMap((record) => (record.kind === 'user' ? (record.id ?? []) : [])),
    teamIds: others.flatMap((record) => (record.kind === 'team' ? (record.id ?? []) : [])),
    addresses: users.flatMap(({ addresses }) =>
      addresses.flatMap(({ usedForAuth, value }) => (usedForAuth ? value : [])),
    ),
    accounts: users.flatMap(({ accounts }) => accounts),
    credentialIds: users.flatMap(({ passkeys }) => passkeys.map(({ credentialId }) => credentialId)),
    members: members.map((record) => ({ userSourceId: record.user_source_id, teamSourceId: record.team_source_id })),
    grants: grants.map((record) => ({ userSourceId: record.user_source_id, permissionId: record.permission_id })),
    needsPermissions: others.some(({ kind }) => kind !== 'user' && kind !== 'team'),
  }
}

/** Lists the marks that earlier batches of a dry run may have written. */
function marksOf(lines: readonly Prepared[]): string[] {
  const own = lines.flatMap((line) => {
    if ('user' in line) {
      const { accounts, addresses, passkeys, user } = line.user
      return [
        marks.user(user.sourceId),
        marks.userId(user.id),
        ...addresses.map(({ value }) => marks.address(value)),
        ...accounts.map((account) => marks.account(account)),
        ...passkeys.map(({ credentialId }) => marks.passkey(credentialId)),
      ]
    }
    if ('team' in line) return [marks.team(line.team.sourceId), marks.teamId(line.team.id)]
    return 'record' in line ? marksOfRecord(line.record) : []
  })
  return [...new Set(own)]
}

function marksOfRecord(record: Exclude<ReadRecord, { kind: 'user' | 'team' }>): string[] {
  if (record.kind === 'team_member') {
    return [
      marks.member(record),
      marks.user(record.user_source_id),
      marks.team(record.team_source_id),
      ...(record.permission_ids ?? []).map((id) => marks.permission('team', id)),
    ]
  }
  if (record.kind === 'project_permission') {
    return [marks.grant(record), marks.user(record.user_source_id), marks.permission('project', record.permission_id)]
  }
  return [
    marks.permission('team', record.id),
    marks.permission('project', record.id),
    ...(record.contained_permission_ids ?? []).map((id) => marks.permission(record.scope, id)),
  ]
}
