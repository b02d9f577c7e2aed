import { constant, sequence, type Statement } from '../../kernel/statement.ts'
import type { Project } from '../projects/project.ts'
import { hasOwnerInvitation } from './project-owners.ts'
import { hasTeamInvitation } from './team-invitations.ts'

/** A project with its switches for sign-up. */
interface SignUpSettings {
  readonly id: string
  readonly config: Pick<Project['config'], 'signUpEnabled' | 'invitedSignUpEnabled'>
}

/**
 * Whether a person who has proved the address can create an account: sign-up is open, or an open invitation replaces it. An
 * invitation to own a project needs no switch, because only people with an account on "internal" can accept it.
 */
export function canSignUpWith({ id, config }: SignUpSettings, provedEmail: string, now: Date): Statement<boolean> {
  if (config.signUpEnabled) return constant(true)
  return sequence({
    toTeam: config.invitedSignUpEnabled ? hasTeamInvitation(id, provedEmail, now) : constant(false),
    toProject: id === 'internal' ? hasOwnerInvitation(id, provedEmail, now) : constant(false),
  }).map(({ toProject, toTeam }) => toTeam || toProject)
}
