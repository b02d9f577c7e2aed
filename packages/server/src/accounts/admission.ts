import { domainToASCII } from 'node:url'

import type { SignUpMethod } from '@portico/contract'

import { KnownError } from '../kernel/errors.ts'
import { asUser, emit, type EventCall } from '../kernel/emit.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import type { NetworkOrigin } from '../platform/http/network-origin.ts'
import type { Project } from '../records/projects/project.ts'
import { insertSignUp, type SignUpFacts } from '../records/sign-ups/store.ts'
import { acceptUserInvitationTo, hasUserInvitation } from '../records/user-invitations/store.ts'
import { compileSignUpRules, type SignUpRule } from './sign-up-rules.ts'

/** Why a new user is admitted. Every way to create a user states it. */
export interface Admission {
  /** Null for a user whom a server, an admin or the operator creates: no rule applies. */
  readonly facts: SignUpFacts | null
  /** The name of the rule that puts the user on the waiting list; null without one. */
  readonly heldBy: string | null
}

/** The admission of users whom the project itself creates. */
export const exempt: Admission = { facts: null, heldBy: null }

export interface AdmissionCall {
  readonly projectId: string
  readonly project: { readonly config: Pick<Project['config'], 'signUpRules'> }
  readonly request: { readonly network: NetworkOrigin }
  readonly now: () => Date
}

/** The address of a sign-up, and whether the person has proved it or a provider vouches for it. */
interface OfferedAddress {
  readonly value: string
  readonly isProved: boolean
}

const REFUSED =
  'Sign-up was refused. Try another e-mail address or another way to sign up, or contact the support of this application.'

/** A rule of the project refused the sign-up. The pipeline records it. */
export class SignUpRefused extends KnownError<'SIGN_UP_REJECTED'> {
  readonly projectId: string
  readonly facts: SignUpFacts
  readonly ruleName: string

  constructor(projectId: string, facts: SignUpFacts, ruleName: string) {
    super('SIGN_UP_REJECTED', { message: REFUSED })
    this.projectId = projectId
    this.facts = facts
    this.ruleName = ruleName
  }
}

/**
 * Applies the rules of the project to a sign-up. Call it before the user is created. A sign-in method that proves the
 * address calls `admitInvited` after the proof.
 *
 * @param address null without an address
 * @throws SignUpRefused
 */
export function admit(call: AdmissionCall, method: SignUpMethod, address: OfferedAddress | null): Admission {
  return applyRule(call, method, decide(call, method, address))
}

/** The facts of a sign-up and the rule that refuses or holds it; null if it is allowed. */
interface Decision {
  readonly facts: SignUpFacts
  readonly rule: SignUpRule | null
}

function decide(
  { now, project, request }: AdmissionCall,
  method: SignUpMethod,
  address: OfferedAddress | null,
): Decision {
  const facts: SignUpFacts = {
    at: now(),
    method,
    emailDomain: address && domainOf(address.value),
    isEmailProved: address?.isProved ?? false,
    countryCode: request.network.countryCode,
    isAnonymousNetwork: request.network.isAnonymous,
  }
  const { signUpRules: rules } = project.config
  const matched = rules.length > 0 ? rules[compileSignUpRules(rules)(facts)] : undefined
  return { facts, rule: matched === undefined || matched.then === 'allow' ? null : matched }
}

/** @throws SignUpRefused */
function applyRule({ projectId }: AdmissionCall, method: SignUpMethod, { facts, rule }: Decision): Admission {
  if (rule === null) return { facts, heldBy: null }
  // An anonymous user is never held, because an owner would have nothing to decide on.
  // guard: a rule that refuses ends a sign-up
  if (rule.then === 'refuse' || method === 'anonymous') throw new SignUpRefused(projectId, facts, rule.name)
  return { facts, heldBy: rule.name }
}

/**
 * Applies the rules to a sign-up whose address was proved by a code. Returns a refusal instead of throwing it, so that
 * the transaction commits and the code is used up.
 */
export async function admitProvedAddress(
  tx: Pick<ProjectTransaction, 'run'>,
  call: AdmissionCall,
  method: SignUpMethod,
  email: string,
): Promise<Admission | SignUpRefused> {
  try {
    return await admitInvited(tx, call, method, { value: email, isProved: true })
  } catch (error) {
    if (error instanceof SignUpRefused) return error
    throw error
  }
}

/**
 * Applies the rules to a sign-up like `admit`. No rule refuses or holds the sign-up if the project has invited the
 * proved address.
 *
 * @throws SignUpRefused
 */
export async function admitInvited(
  tx: Pick<ProjectTransaction, 'run'>,
  call: AdmissionCall,
  method: SignUpMethod,
  address: OfferedAddress | null,
): Promise<Admission> {
  const decision = decide(call, method, address)
  const isInvited =
    decision.rule !== null &&
    // guard: only an invitation to a proved address passes the rules
    address?.isProved === true &&
    (await tx.run(hasUserInvitation(call.projectId, address.value, call.now())))
  return applyRule(call, method, isInvited ? { ...decision, rule: null } : decision)
}

/**
 * Consumes the invitation of the project to the address that a sign-up has proved. Otherwise it would admit further
 * accounts, because the user can give the address up. Neither an account that the project itself creates nor an address
 * that only a forwarded team invitation has verified counts as an acceptance.
 */
export function consumeInvitation(
  call: EventCall,
  { facts }: Admission,
  userId: string,
  address: { readonly value: string; readonly isVerified: boolean; readonly isClaimed?: boolean } | null,
): Statement<void> {
  const isProved = address?.isVerified === true && address.isClaimed !== false
  return facts && isProved ? acceptUserInvitationTo(asUser(call, userId), address.value, userId) : nothing
}

/** Records an admitted sign-up for later dry runs. */
export function recordAdmission(projectId: string, { facts }: Admission, userId: string): Statement<void> {
  return facts ? insertSignUp(projectId, { ...facts, userId }) : nothing
}

/** Reports that a rule has put the new user on the waiting list. */
export function reportHeld(call: EventCall, { heldBy }: Admission, userId: string): Statement<void> {
  return heldBy === null ? nothing : emit(call, 'user.held', { userId, reason: heldBy })
}

function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain
}
