import type { PartnerName } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { firstRow, isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/** A step is followed by the next one, once. `refused` and `exchanged` are the last ones. */
export type AuthorizationStep = 'begun' | 'confirmed' | 'refused' | 'issued' | 'exchanged'

const authorizationColumns = columns({
  partner: column<PartnerName>('partner'),
  clientId: column<string>('client_id'),
  redirectUri: column<string>('redirect_uri'),
  /** The `state` of the partner's request, which is returned to the partner. */
  state: column<string>('state'),
  codeChallenge: column<string>('code_challenge'),
  /** The name of the partner's own project. Untrusted text. */
  externalProjectName: column<string | null>('external_project_name'),
  step: column<AuthorizationStep>('step'),
  confirmedProjectId: column<string | null>('confirmed_project_id'),
  ownerUserId: column<string | null>('owner_user_id'),
  sessionId: column<string | null>('session_id'),
  /** SHA-256 of the confirmation code; null before the confirmation. */
  confirmationHash: column<Uint8Array | null>('confirmation_hash'),
  keySetId: column<string | null>('key_set_id'),
  createdAt: column<Date>('created_at'),
  /** The end of the present step. */
  expiresAt: column<Date>('expires_at'),
})

/** The request of a partner for an admin key, with the present step of its flow. */
export type PartnerAuthorization = RowOf<typeof authorizationColumns>

export type NewAuthorization = Pick<
  PartnerAuthorization,
  'partner' | 'clientId' | 'redirectUri' | 'state' | 'codeChallenge' | 'externalProjectName' | 'createdAt' | 'expiresAt'
> & { readonly uidHash: Uint8Array; readonly browserHash: Uint8Array }

export function insertAuthorization(projectId: 'internal', row: NewAuthorization): Statement<void> {
  return statement`
    insert into partner_authorizations
      (project_id, uid_hash, partner, client_id, redirect_uri, state, code_challenge, browser_hash,
       external_project_name, created_at, expires_at)
    values (${projectId}, ${row.uidHash}, ${row.partner}, ${row.clientId}, ${row.redirectUri}, ${row.state},
            ${row.codeChallenge}, ${row.browserHash}, ${row.externalProjectName}, ${row.createdAt},
            ${row.expiresAt})`.map(noResult)
}

/** Finds an authorization in any step, expired or not. */
export function findAuthorization(projectId: 'internal', uidHash: Uint8Array): Statement<PartnerAuthorization | null> {
  return statement<PartnerAuthorization>`
    select ${authorizationColumns} from partner_authorizations
    where uid_hash = ${uidHash} and project_id = ${projectId}`.map(firstRow)
}

/**
 * How a browser identifies an authorization: by the id in the URL, and by the cookie of the browser in which it began.
 */
export interface BrowserOfAuthorization {
  readonly partner: string
  readonly uidHash: Uint8Array
  readonly browserHash: Uint8Array
}

/** Finds an authorization for the browser in which it began, unless its step has expired. */
export function findAuthorizationOfBrowser(
  projectId: 'internal',
  { browserHash, partner, uidHash }: BrowserOfAuthorization,
  now: Date,
): Statement<PartnerAuthorization | null> {
  return statement<PartnerAuthorization>`
    select ${authorizationColumns} from partner_authorizations
    where uid_hash = ${uidHash} and project_id = ${projectId} and browser_hash = ${browserHash}
      and partner = ${partner} and expires_at > ${now}`.map(firstRow)
}

/** Finds the authorization of a code, in any state. */
export function findAuthorizationOfCode(
  projectId: 'internal',
  codeHash: Uint8Array,
): Statement<PartnerAuthorization | null> {
  return statement<PartnerAuthorization>`
    select ${authorizationColumns} from partner_authorizations
    where code_hash = ${codeHash} and project_id = ${projectId}`.map(firstRow)
}

export interface Confirmation {
  readonly confirmedProjectId: string
  readonly ownerUserId: string | null
  readonly sessionId: string | null
  readonly confirmationHash: Uint8Array
  /** Null: the name that the partner sent. */
  readonly externalProjectName: string | null
  readonly now: Date
  readonly expiresAt: Date
}

/**
 * Confirms a new authorization. Of two concurrent confirmations, exactly one gets true.
 *
 * @param partner null: of any partner
 */
export function confirmNewAuthorization(
  projectId: 'internal',
  { partner, uidHash }: { readonly partner: string | null; readonly uidHash: Uint8Array },
  { now, ...confirmation }: Confirmation,
): Statement<boolean> {
  return statement`
    update partner_authorizations set step = 'confirmed', confirmed_project_id = ${confirmation.confirmedProjectId},
      owner_user_id = ${confirmation.ownerUserId}, session_id = ${confirmation.sessionId},
      confirmation_hash = ${confirmation.confirmationHash}, expires_at = ${confirmation.expiresAt},
      external_project_name = coalesce(${confirmation.externalProjectName}::text, external_project_name)
    where uid_hash = ${uidHash} and project_id = ${projectId} and step = 'begun' and expires_at > ${now}
      and partner = coalesce(${partner}::text, partner)`.map(isAnyTouched)
}

interface NextStep {
  readonly now: Date
  readonly expiresAt: Date
}

/**
 * Uses up the confirmation code in the browser in which the authorization began. True for exactly one of several calls.
 */
export function issueCode(
  projectId: 'internal',
  { browserHash, partner, uidHash }: BrowserOfAuthorization,
  {
    codeHash,
    confirmationHash,
    expiresAt,
    now,
  }: NextStep & { readonly codeHash: Uint8Array; readonly confirmationHash: Uint8Array },
): Statement<boolean> {
  return statement`
    update partner_authorizations set step = 'issued', code_hash = ${codeHash}, expires_at = ${expiresAt}
    where uid_hash = ${uidHash} and project_id = ${projectId} and browser_hash = ${browserHash} and partner = ${partner}
      and step = 'confirmed' and confirmation_hash = ${confirmationHash} and expires_at > ${now}`.map(isAnyTouched)
}

/** Ends an authorization that was not answered yet. */
export function refuseAuthorization(
  projectId: 'internal',
  { browserHash, partner, uidHash }: BrowserOfAuthorization,
  { expiresAt, now }: NextStep,
): Statement<boolean> {
  return statement`
    update partner_authorizations set step = 'refused', expires_at = ${expiresAt}
    where uid_hash = ${uidHash} and project_id = ${projectId} and browser_hash = ${browserHash} and partner = ${partner}
      and step = 'begun' and expires_at > ${now}`.map(isAnyTouched)
}

/** The values that the holder of a code must repeat. */
export interface CodeProof extends Pick<
  PartnerAuthorization,
  'partner' | 'clientId' | 'redirectUri' | 'codeChallenge'
> {
  readonly codeHash: Uint8Array
}

/** Uses up a code for a key. True for exactly one of several calls. A wrong proof does not use it up. */
export function consumeCode(
  projectId: 'internal',
  proof: CodeProof,
  { keySetId, now }: { readonly keySetId: string; readonly now: Date },
): Statement<boolean> {
  return statement`
    update partner_authorizations set step = 'exchanged', key_set_id = ${keySetId}
    where code_hash = ${proof.codeHash} and project_id = ${projectId} and partner = ${proof.partner}
      and client_id = ${proof.clientId} and redirect_uri = ${proof.redirectUri}
      and code_challenge = ${proof.codeChallenge} and step = 'issued' and expires_at > ${now}`.map(isAnyTouched)
}

/** Deletes the authorizations that were confirmed for a project. */
export function deleteAuthorizationsFor(confirmedProjectId: string): Statement<void> {
  return statement`delete from partner_authorizations where confirmed_project_id = ${confirmedProjectId}`.map(noResult)
}

/** Keeps expired authorizations for a day, so that the second use of a code is recognised. */
export const sweepExpiredPartnerAuthorizations = sweepOf('partner_authorizations', '1 day')
