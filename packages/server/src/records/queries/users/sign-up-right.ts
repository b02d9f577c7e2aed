import { constant, sequence, type Statement } from '../../../kernel/statement.ts'
import type { Project } from '../../projects/project.ts'
import { hasUserInvitation } from '../../user-invitations/store.ts'
import { hasOwnerInvitation } from '../projects/project-owners.ts'
import { hasTeamInvitation } from '../invitations/team-invitations.ts'

interface SignUpSettings {
  readonly id: string
  readonly config: Pick<Project['config'], 'signUpEnabled' | 'invitedSignUpEnabled'>
  readonly endedSignUpsBegunUntil: Date | null
}

/**
 * Whether everyone can sign up. A sign-up that began before sign-up was closed does not continue after it was opened
 * again (decision 039).
 */
export function isSignUpOpen({ config, endedSignUpsBegunUntil: ended }: SignUpSettings, begunAt: Date): boolean {
  // guard: a sign-up that began before sign-up was closed stays ended
  //   (replace `begunAt > ended` with `begunAt !== ended`) [otp]
  return config.signUpEnabled && (ended === null || begunAt > ended)
}

/**
 * Whether a person who has proved the address can create an account: sign-up is open, or an open invitation replaces
 * it. No setting restricts an invitation to sign up, because it is a decision of the project, nor an invitation to the
 * staff of a project, because only a user of "internal" can accept it.
 *
 * @param begunAt when the sign-up began. Default: now
 */
export function canSignUpWith(
  project: SignUpSettings,
  provedEmail: string,
  now: Date,
  begunAt: Date = now,
): Statement<boolean> {
  const { id, config } = project
  if (isSignUpOpen(project, begunAt)) return constant(true)
  return sequence({
    toSignUp: hasUserInvitation(id, provedEmail, now),
    // guard: an invitation permits a closed sign-in by mail only with the project switch
    //   (keep `hasTeamInvitation(id, provedEmail, now)`) [sign-up]
    toTeam: config.invitedSignUpEnabled ? hasTeamInvitation(id, provedEmail, now) : constant(false),
    toProject: id === 'internal' ? hasOwnerInvitation(id, provedEmail, now) : constant(false),
  }).map(({ toProject, toSignUp, toTeam }) => toSignUp || toTeam || toProject)
}
