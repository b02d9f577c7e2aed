import type { ListedTeam } from '../../data/teams.ts'

/** A spreadsheet takes a cell that begins with one of these for a formula. */
const beginsFormula = /^[=+\-@\t\r]/

type Field = readonly [name: string, read: (team: ListedTeam) => string]

/** What the file has of a column of the table. */
const fieldsOfColumns: Readonly<Record<string, Field>> = {
  members: ['member_count', ({ summary }) => countOf(summary?.memberCount)],
  invitations: ['open_invitation_count', ({ summary }) => countOf(summary?.openInvitationCount)],
  created: ['created_at', ({ createdAt }) => createdAt.toISOString()],
  lastActive: ['last_active_at', ({ summary }) => summary?.lastActiveAt?.toISOString() ?? ''],
}

/** Teams with the visible columns as CSV (RFC 4180). Each has its id and name. */
export function csvOf(teams: readonly ListedTeam[], columns: readonly string[]): string[] {
  const fields: readonly Field[] = [
    ['id', ({ id }) => id],
    ['display_name', ({ displayName }) => displayName],
    ...columns.map((column) => fieldsOfColumns[column]).filter((field) => field !== undefined),
  ]
  return [lineOf(fields.map(([name]) => name)), ...teams.map((team) => lineOf(fields.map(([, read]) => read(team))))]
}

/** Teams with all fields, in the names of the API. */
export function jsonOf(teams: readonly ListedTeam[]): string {
  return JSON.stringify(
    teams.map((team) => ({
      id: team.id,
      display_name: team.displayName,
      profile_image_url: team.profileImageUrl,
      created_at: team.createdAt,
      member_count: team.summary?.memberCount,
      is_member_count_capped: team.summary?.isMemberCountCapped,
      open_invitation_count: team.summary?.openInvitationCount,
      last_active_at: team.summary?.lastActiveAt,
      client_metadata: team.clientMetadata,
      client_read_only_metadata: team.clientReadOnlyMetadata,
      server_metadata: team.serverMetadata,
    })),
    null,
    2,
  )
}

function countOf(count: number | undefined): string {
  return count === undefined ? '' : String(count)
}

function lineOf(values: readonly string[]): string {
  return `${values.map(quote).join(',')}\r\n`
}

/** An apostrophe keeps a name from being computed as a formula on the computer of the reader. */
function quote(value: string): string {
  const harmless = beginsFormula.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
