import { createHash, randomBytes } from 'node:crypto'

import { ProviderVisitor, type Answer, type LastSeen, type TestPortico } from '@portico/testkit'

import { asPartner, type TestPartner } from './partners.ts'

/** An authorization that waits for an owner, in the browser that started it. */
export interface BegunAuthorization {
  readonly visitor: ProviderVisitor
  readonly state: string
  readonly verifier: string
  readonly uid: string
  /** What the browser has received at each step. */
  readonly seen: readonly LastSeen[]
}

/** The request of a partner, as a query. */
export function authorizationRequestOf(client: TestPartner, verifier: string, state: string): Record<string, string> {
  return {
    client_id: client.client_id,
    redirect_uri: client.redirect_uris[0] ?? '',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    response_type: 'code',
  }
}

/**
 * Follows a partner to the page of the dashboard.
 *
 * @param fields replace or extend the usual ones of the request
 */
export async function beginAuthorization(
  portico: TestPortico,
  client: TestPartner,
  fields: Readonly<Record<string, string>> = {},
): Promise<BegunAuthorization> {
  const verifier = randomBytes(32).toString('base64url')
  const named = { details: { neon_project_name: 'Shop' }, nonce: randomBytes(8).toString('hex') }
  const state = fields['state'] ?? Buffer.from(JSON.stringify(named)).toString('base64url')
  const query = new URLSearchParams({ ...authorizationRequestOf(client, verifier, state), ...fields })
  const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
  const seen: LastSeen[] = []
  let url: string | undefined =
    `${portico.baseUrl}/api/v1/integrations/${client.partner}/oauth/authorize?${query.toString()}`
  while (url?.startsWith(`${portico.baseUrl}/api/`)) {
    const last: LastSeen = await visitor.send(new Request(url))
    seen.push(last)
    url = last.location?.href
  }
  return { visitor, state, verifier, seen, uid: new URL(url ?? 'x:').searchParams.get('interaction_uid') ?? '' }
}

/** The request of a page that posts to its own URL. */
export function postTo(url: string): Request {
  return new Request(url, { method: 'POST', body: new URLSearchParams() })
}

/** Continues in the browser after the owner's answer. Returns the address at the partner. */
export async function returnToPartner(visitor: ProviderVisitor, continueUrl: string): Promise<URL> {
  const page = await visitor.send(new Request(continueUrl))
  const resume = await visitor.send(postTo(continueUrl))
  const back = resume.location && (await visitor.send(new Request(resume.location)))
  if (page.status !== 200 || !back?.location) throw new Error(`The browser got no way back: ${resume.text}`)
  return back.location
}

export function exchangePartnerCode(
  portico: TestPortico,
  client: TestPartner,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const redirect_uri = client.redirect_uris[0]
  const body = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri, ...fields }
  return portico.anonymous().post(`/integrations/${client.partner}/oauth/token`, body, asPartner(client))
}
