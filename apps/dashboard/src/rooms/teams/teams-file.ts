import type { ListedTeam } from '../../data/teams.ts'
import { csvFile, type CsvField, type RecordFile } from '../../kit/csv.ts'

/** The column in the file for a column of the table. */
const fieldsOfColumns: Readonly<Record<string, CsvField<ListedTeam>>> = {
  members: ['member_count', ({ summary }) => countOf(summary?.memberCount)],
  invitations: ['open_invitation_count', ({ summary }) => countOf(summary?.openInvitationCount)],
  created: ['created_at', ({ createdAt }) => createdAt.toISOString()],
  lastActive: ['last_active_at', ({ summary }) => summary?.lastActiveAt?.toISOString() ?? ''],
}

/** Teams with the visible columns as CSV. Each has its id and name. */
export function teamsCsv(columns: readonly string[]): RecordFile<ListedTeam> {
  return csvFile<ListedTeam>([
    ['id', ({ id }) => id],
    ['display_name', ({ displayName }) => displayName],
    ...columns.map((column) => fieldsOfColumns[column]).filter((field) => field !== undefined),
  ])
}

/** Teams with all fields, in the names of the API. */
export function teamsJson(): RecordFile<ListedTeam> {
  let separator = '\n'
  const entryOf = (team: ListedTeam): string => {
    const entry = `${separator}${JSON.stringify(fieldsOf(team), null, 2)}`
    separator = ',\n'
    return entry
  }
  return { start: '[', part: (teams) => teams.map(entryOf).join(''), end: '\n]\n' }
}

function fieldsOf(team: ListedTeam): object {
  return {
    id: team.id,
    display_name: team.displayName,
    profile_image_url: team.profileImageUrl,
    created_at: team.createdAt,
    second_factor_required: team.secondFactorRequired,
    member_count: team.summary?.memberCount,
    is_member_count_capped: team.summary?.isMemberCountCapped,
    open_invitation_count: team.summary?.openInvitationCount,
    last_active_at: team.summary?.lastActiveAt,
    client_metadata: team.clientMetadata,
    client_read_only_metadata: team.clientReadOnlyMetadata,
    server_metadata: team.serverMetadata,
  }
}

function countOf(count: number | undefined): string {
  return count === undefined ? '' : String(count)
}
