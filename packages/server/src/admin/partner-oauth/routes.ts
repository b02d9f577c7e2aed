import * as contract from '@portico/contract'

import { anyone, projectOwner, projectServer, type Requirement } from '../../api/rules/access.ts'
import { answerRoute, route, type Route } from '../../api/rules/route.ts'
import { KnownError } from '../../kernel/errors.ts'
import {
  beginAuthorization,
  oauthUrl,
  openInteraction,
  resumeAuthorization,
  showAnswer,
  toIssuer,
  useAnswer,
} from './authorization.ts'
import { answerUrl, confirmAuthorization, readAuthorization } from './confirm.ts'
import { exchangeCode, type ExchangeDependencies } from './exchange.ts'
import { presentAuthorization } from './present.ts'

/** RFC 6749 section 5.1. */
const tokenHeaders = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** The steps of an authorization count only for the client address, because there is no project yet. */
const browserStep = { allow: anyone, limit: 'authorizePartner', project: () => null } as const

const internalServer: Requirement<{ readonly projectId: string }> = {
  ...projectServer,
  require: ({ projectId }) => {
    if (projectId !== 'internal') {
      throw new KnownError('SCHEMA_ERROR', { message: 'auth.project.id must be "internal".' })
    }
  },
}

export function partnerOAuthRoutes(dependencies: ExchangeDependencies): Route[] {
  const { settings } = dependencies
  return [
    route(contract.describePartnerOAuth, { allow: anyone }, ({ params }) => {
      const url = oauthUrl(settings, params.partner)
      return `Authorization endpoint: ${url}/authorize\nToken endpoint: ${url}/token\n`
    }),

    route(contract.authorizePartner, { allow: anyone }, ({ params, query }) =>
      toIssuer(settings, params.partner, query),
    ),

    route(contract.beginPartnerAuthorization, browserStep, ({ now, params, query }) =>
      beginAuthorization(dependencies, { now, partner: params.partner, query }),
    ),

    route(contract.openPartnerInteraction, browserStep, (call) => openInteraction(dependencies, call)),

    route(contract.showPartnerAnswer, browserStep, (call) => showAnswer(dependencies, call, call.query)),

    route(contract.sendPartnerAnswer, browserStep, (call) => useAnswer(dependencies, call, call.query)),

    route(contract.resumePartnerAuthorization, browserStep, (call) => resumeAuthorization(dependencies, call)),

    route(
      contract.exchangePartnerCode,
      { allow: anyone, limit: 'partnerCall', project: () => null },
      async (call) => {
        const { code, code_verifier: codeVerifier, redirect_uri: redirectUri } = call.body
        const key = await exchangeCode(dependencies, call, call.partner, { code, codeVerifier, redirectUri })
        return { access_token: key.adminKey, token_type: 'api_key' as const, project_id: key.projectId }
      },
      tokenHeaders,
    ),

    route(contract.readPartnerIssuerKeys, { allow: anyone }, () => ({ keys: [] })),

    answerRoute(contract.readPartnerUserInfo, { allow: anyone }, async () => ({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      body: { error: 'invalid_token', error_description: 'This issuer issues no tokens for its users.' },
    })),

    route(contract.confirmPartnerInteraction, { allow: internalServer }, async (call) => ({
      authorization_code: await confirmAuthorization(dependencies, call, {
        uid: call.body.interaction_uid,
        partner: call.params.partner,
        projectId: call.body.project_id,
        externalProjectName: call.body.external_project_name ?? null,
      }),
    })),

    route(contract.readPartnerAuthorization, { allow: projectOwner }, async (call) => {
      const uid = call.params.interaction_uid
      const found = await readAuthorization(dependencies, uid)
      const refusalUrl = answerUrl(dependencies, { partner: found.partner, uid }, { error: 'access_denied' })
      return presentAuthorization(found, refusalUrl, call.now())
    }),

    route(
      contract.confirmPartnerAuthorization,
      { allow: projectOwner, recentSignIn: true, limit: 'changeCredentials' },
      async (call) => {
        const uid = call.params.interaction_uid
        const { partner } = await readAuthorization(dependencies, uid)
        const projectId = call.body.project_id
        const wanted = { uid, partner: null, projectId, externalProjectName: null }
        const code = await confirmAuthorization(dependencies, call, wanted)
        return { continue_url: answerUrl(dependencies, { partner, uid }, { code }) }
      },
    ),
  ]
}
