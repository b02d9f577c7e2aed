/** The SDK for servers, which hold the secret key of a project. It has every export of the client too. */
export * from './client.ts'
export { type AccessTokenVerifierOptions, createAccessTokenVerifier } from './server/access-token-verifier.ts'
export { PorticoServerApp } from './server/server-app.ts'
export { exchangeBeforeHandler, exchangeBeforeRoute, supportOf } from './server/framework-support.ts'
export type { FrameworkSupport, WrapHandler } from './server/framework-support.ts'
export type { Framework, FrameworkRequest, Ports } from './transport/ports.ts'
export { serverPorts } from './transport/server-ports.ts'
export type { ApiKeyOption, ApiKeyRefusal, UserApiKeyOption } from './server/api-keys.ts'
export type { AccessTokenProblem } from './session/access-token-problem.ts'
export type {
  AuthenticatedRequest,
  AuthenticateRequestOptions,
  AuthenticationRefusal,
} from './server/authenticate-request.ts'
export type { ServerAppInternals, ServerGetUserOptions, ServerTokenStore } from './server/server-app.ts'
export type { RecordExtensions } from './server/server-context.ts'
export type { ReadOfRecord } from './resources/cached-reads.ts'
export type { IncomingRequest } from './server/incoming-request.ts'
export type {
  ServerContactChannel,
  ServerContactChannelActions,
  ServerContactChannelCreateOptions,
  ServerContactChannelUpdateOptions,
} from './resources/contact-channels.ts'
export type { PorticoServerAppOptions } from './server/server-options.ts'
export {
  type RequestScope,
  requestUserOr,
  type RequestUserOptions,
  scopeInternalsSymbol,
} from './server/request-scope.ts'
export type { RequestScopeInternals } from './server/request-scope.ts'
export type {
  CreatedSession,
  CreateSessionOptions,
  CurrentServerUser,
  RiskScores,
  ServerBaseUser,
  ServerConnectedAccountOptions,
  ServerTeam,
  ServerTeamActions,
  ServerTeamCreateOptions,
  ServerTeamUpdateOptions,
  ServerTeamUser,
  TeamSummary,
  ServerUser,
  ServerUserActions,
  ServerUserCreateOptions,
  ServerUserUpdateOptions,
  Suspension,
} from './server/server-user.ts'
export type {
  EmailDeliveryCapacity,
  EmailDeliveryInfo,
  EmailDeliveryLimits,
  EmailDeliveryStats,
  EmailDeliveryWindowStats,
  SendEmailOptions,
  SendEmailResult,
} from './server/emails.ts'
export type { ConnectionDomain, DomainProof, TeamConnection } from './server/team-connections.ts'
export type {
  IssuerAuthentication,
  IssuerAuthenticationOptions,
  IssuerKeyAuthentication,
  IssuerKeyAuthenticationOptions,
  IssuerSecretAuthentication,
  IssuerSecretAuthenticationOptions,
  TeamConnectionOptions,
  TeamConnectionUpdateOptions,
} from './transport/record-fields.ts'
export type {
  ListUserInvitationsOptions,
  ServerUserInvitation,
  ServerUserInvitationList,
  UserInvitationOptions,
} from './server/user-invitations.ts'
export type { ServerListTeamsOptions, ServerTeamList } from './server/teams.ts'
export type { ServerListUsersOptions, ServerUserList } from './server/users.ts'
export type { ListTotal } from './resources/pages.ts'
export type { FilteredSignInMethod } from '@portico/contract'
export type {
  AccessTokenRefusal,
  VerifiedAccessToken,
  VerifyAccessToken,
  VerifyAccessTokenOptions,
} from './server/verify-access-token.ts'
export type { WebhookEventData, WebhookEventType } from '@portico/contract'
export {
  verifyWebhook,
  type RawWebhookRequest,
  type VerifyWebhookOptions,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookRefusal,
} from './server/verify-webhook.ts'
