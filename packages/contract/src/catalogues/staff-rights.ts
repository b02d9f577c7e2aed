/** The roles in a project's staff, from most to fewest rights. Free of Zod, so that browsers import it. */
export const staffRoles = ['owner', 'admin', 'developer', 'support', 'viewer'] as const
/** The role of a member of a project's staff. Owners have all rights. */
export type StaffRole = (typeof staffRoles)[number]

const all: readonly StaffRole[] = staffRoles
const allButViewers: readonly StaffRole[] = ['owner', 'admin', 'developer', 'support']
const support: readonly StaffRole[] = ['owner', 'admin', 'support']
const developers: readonly StaffRole[] = ['owner', 'admin', 'developer']
const admins: readonly StaffRole[] = ['owner', 'admin']
const owners: readonly StaffRole[] = ['owner']

interface StaffRightFacts {
  readonly roles: readonly StaffRole[]
  /** What a member of staff with the right can do, for the documentation. */
  readonly description: string
}

/** The rights of staff and the roles that have each. A key of the project has all rights. */
export const staffRights = {
  read_project: {
    roles: all,
    description: 'Read figures, settings without secrets, templates and permission definitions.',
  },
  read_users: { roles: all, description: 'Read users, teams, their members, sessions and invitations.' },
  read_log: {
    roles: allButViewers,
    description: 'Read the audit log, recent requests, sent mails and deliveries of webhooks.',
  },
  send_mails: {
    roles: allButViewers,
    description: 'Send a mail of the service to a user: verification, reset or sign-in. Send a failed mail again.',
  },
  end_sessions: {
    roles: support,
    description: 'End sessions of a user, and cancel the announced removal of a second factor.',
  },
  decide_sign_ups: { roles: support, description: 'Approve or refuse users on the waiting list.' },
  suspend_users: { roles: support, description: 'Suspend users and lift suspensions.' },
  impersonate: {
    roles: support,
    description: 'Sign in as a user by link. Support only if the project allows it (`support_can_impersonate`).',
  },
  change_users: { roles: admins, description: 'Create, change and delete users, teams, members, grants and API keys.' },
  // Users send requests for it to support, so support must not be able to grant them.
  reset_factors: { roles: admins, description: 'Remove the second factor of a user after the waiting time.' },
  move_users: { roles: admins, description: 'Import and export users, and run acts on many of them.' },
  export_secrets: { roles: owners, description: 'Export password hashes and the secrets of the configuration.' },
  change_messages: { roles: developers, description: 'Change templates of mails and send test mails.' },
  change_webhooks: {
    roles: developers,
    description: 'Change endpoints of webhooks, read their secrets, deliver again.',
  },
  change_permissions: { roles: developers, description: 'Change permission definitions.' },
  change_project: { roles: admins, description: 'Change settings, providers, domains and the mail server.' },
  read_keys: { roles: developers, description: 'List the keys of the project, without the keys themselves.' },
  change_keys: { roles: admins, description: 'Create and revoke keys of the project without admin access.' },
  change_admin_keys: { roles: owners, description: 'Create and revoke keys with admin access, which have all rights.' },
  read_staff: { roles: all, description: 'List the staff of the project, and leave it.' },
  change_staff: { roles: owners, description: 'Invite and remove staff, and change their roles.' },
  delete_project: { roles: owners, description: 'Delete the project, or transfer it.' },
} as const satisfies Record<string, StaffRightFacts>

/** What a role can allow. `docs/security/hosts.md` has the table of rights and roles. */
export type StaffRight = keyof typeof staffRights

const allRights = Object.keys(staffRights) as StaffRight[]

const unsafeInInternal: readonly StaffRight[] = ['suspend_users', 'decide_sign_ups', 'end_sessions', 'impersonate']

/**
 * The rights of a role in a project. The users of the project "internal" are the staff of all projects, so a person who
 * can change them, lock them out or read their secrets can act as any owner. Apart from owners, its staff have the
 * rights of support at most, without suspensions, decisions about sign-ups, the end of sessions and impersonation.
 */
export function rightsOfRole(role: StaffRole, projectId: string): StaffRight[] {
  // guard: the staff of "internal" does not get the rights of its owners by another role
  //   (replace `projectId === 'internal'` with `false`) [admin/project-owners/project-owners]
  const isLimited = projectId === 'internal' && role !== 'owner'
  const has = (right: StaffRight, by: StaffRole): boolean =>
    (staffRights[right].roles as readonly StaffRole[]).includes(by)
  const isSafe = (right: StaffRight): boolean => has(right, 'support') && !unsafeInInternal.includes(right)
  return allRights.filter((right) => has(right, role) && (!isLimited || isSafe(right)))
}

/** The right that an endpoint requires, if it depends on the call. */
export interface StaffRightByInput {
  readonly default: StaffRight
  /** Fields of the body that require another right in place of the default. Every other field requires the default. */
  readonly fields?: Readonly<Record<string, StaffRight>>
  /** Fields of the body and query parameters that require one more right if they are true. */
  readonly flags?: Readonly<Record<string, StaffRight>>
  /** The right of a caller whom the path names as `user_id`, in place of all others. */
  readonly self?: StaffRight
}

/** The parts of a call that decide which rights it requires, before validation. */
export interface StaffCall {
  /** The member of staff who calls. */
  readonly userId: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
}

/** The rights that a call requires of a staff member: all of them. */
export function requiredStaffRights(declared: StaffRight | StaffRightByInput | null, call: StaffCall): StaffRight[] {
  if (declared === null) return []
  if (typeof declared === 'string') return [declared]
  const { fields = {}, flags = {}, self } = declared
  const named = call.params['user_id']?.toLowerCase()
  if (self !== undefined && (named === 'me' || named === call.userId)) return [self]
  const body = typeof call.body === 'object' && call.body !== null ? (call.body as Record<string, unknown>) : {}
  const sent = Object.keys(body)
  const ofFields = sent.map((field) => (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? declared.default)
  const ofFlags = Object.entries(flags).flatMap(([name, right]) =>
    isSet(body[name]) || isSet(call.query.get(name) ?? undefined) ? [right] : [],
  )
  return [...new Set([...(sent.length === 0 ? [declared.default] : ofFields), ...ofFlags])]
}

/** A malformed value counts as set: the validation refuses it afterwards. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && value !== 'false'
}
