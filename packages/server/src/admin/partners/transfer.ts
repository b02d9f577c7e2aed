import type { PartnerName } from '@portico/contract'

import type { PartnerClients } from '../../api/call/partner-clients.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { asSystem, emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { endTransferRight, type Provisioner } from '../../records/partner-projects/store.ts'
import { lockProject } from '../../records/projects/store.ts'
import { findTransferableProject, type TransferableProject } from '../../records/queries/projects/partner-projects.ts'
import { listStaff } from '../../records/queries/projects/project-owners.ts'
import { requireActiveSession } from '../../records/sessions/active-session.ts'
import { lockUser } from '../../records/users/store.ts'
import {
  consumeCode,
  createVerificationCode,
  linkWithCode,
  openCode,
  type CodeChecking,
  type CodeIssuing,
  type OpenCode,
} from '../../records/verification-codes/verification-codes.ts'
import { addStaff, callOfMember, requireRoomForMember } from '../project-owners/staff.ts'
import type { PartnerCall } from './provision.ts'

const KIND = 'project_transfer'

/** The transfer that a code belongs to. */
interface TransferTarget extends Provisioner {
  readonly projectId: string
}

export interface TransferDependencies extends CodeChecking, CodeIssuing {
  readonly db: Database
  readonly partners: PartnerClients
  readonly settings: CodeChecking['settings'] & CodeIssuing['settings'] & { readonly dashboardUrl: string }
}

/** @throws PlainError 400 if this client has not provisioned the project, or a user has taken it over */
export async function requireTransferable(
  { db }: Pick<TransferDependencies, 'db'>,
  projectId: string,
  provisioner: Provisioner,
): Promise<TransferableProject> {
  const found = await db.run(findTransferableProject(projectId, provisioner))
  if (!found) throw notTransferable()
  return found
}

function notTransferable(): PlainError {
  return new PlainError(400, 'The project was not provisioned by this client, or it was transferred already.')
}

/**
 * Creates the link with which a user takes over the project. Older links stay valid: the first one that is used ends
 * the others.
 *
 * @throws PlainError 400
 */
export async function startTransfer(
  dependencies: TransferDependencies,
  call: PartnerCall,
  projectId: string,
): Promise<string> {
  const { clientId, partner } = call.partner
  await requireTransferable(dependencies, projectId, call.partner)
  const target: TransferTarget = { projectId, partner, clientId }
  const ofProject = asSystem({ ...call, projectId, origin: { ...call.origin, projectId } })
  const { code } = await dependencies.db.batch({
    code: createVerificationCode(dependencies, 'internal', { kind: KIND, target }, call.now()),
    event: emit(ofProject, 'project.transfer_started', { projectId }),
  })
  const page = new URL(`/integrations/${partner}/projects/transfer/confirm`, dependencies.settings.dashboardUrl)
  return linkWithCode(page.href, code)
}

/**
 * Describes the transfer of a code, without using it up.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, PlainError 400
 */
export async function checkTransfer(
  dependencies: TransferDependencies,
  call: ProjectCall,
  partner: PartnerName,
  offered: string,
): Promise<TransferableProject> {
  const { target } = await openTransfer(dependencies, call, partner, offered)
  return requireTransferable(dependencies, target.projectId, target)
}

/**
 * Makes the user an owner of the project, and ends the right of the partner to transfer it.
 *
 * @returns the id of the project
 * @throws the errors of `checkTransfer`, USER_AUTHENTICATION_REQUIRED, ACCESS_TOKEN_EXPIRED
 */
export async function confirmTransfer(
  dependencies: TransferDependencies,
  call: ProjectCall,
  partner: PartnerName,
  { offered, userId }: { readonly offered: string; readonly userId: string },
): Promise<string> {
  const code = await openTransfer(dependencies, call, partner, offered)
  const { projectId } = code.target
  await dependencies.db.transaction(async (tx) => {
    const internal = scopeToProject(tx, 'internal')
    const project = await tx.run(lockProject(projectId))
    if (!project) throw notTransferable()
    const { user } = await internal.batch({
      user: lockUser('internal', userId),
      session: requireActiveSession(call.project, call.caller.claims, call.now()),
    })
    if (!user || user.isAnonymous) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    const staff = await tx.run(listStaff(projectId))
    requireRoomForMember(staff.filter((member) => member.userId !== userId).length)
    await internal.run(consumeCode('internal', code, call.now()))
    // Another code of the project may have been used meanwhile.
    const isTransferred = await tx.run(endTransferRight(projectId, code.target, call.now()))
    if (!isTransferred) throw notTransferable()
    await tx.run(addStaff(callOfMember(call, projectId, userId), project, { ...user, role: 'owner' }, staff))
  })
  return projectId
}

/** To another partner, the code is unknown. The codes of a client end with the client. */
async function openTransfer(
  dependencies: TransferDependencies,
  call: ProjectCall,
  partner: PartnerName,
  offered: string,
): Promise<OpenCode<TransferTarget>> {
  const code = await openCode<TransferTarget>(dependencies, call, KIND, offered)
  if (code.target.partner !== partner) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (!dependencies.partners.find(partner, code.target.clientId)) throw notTransferable()
  return code
}
