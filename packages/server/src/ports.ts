import type { Audit } from './records/audit/audit.ts'
import type { MasterSecret } from './platform/crypto/master-secret.ts'
import type { Database } from './platform/db/sql.ts'
import type { RateLimiter } from './platform/limits/rate-limiter.ts'
import type { Outbox } from './delivery/outbox.ts'
import type { ProviderDirectory } from './flows/oauth/provider-directory.ts'
import type { ProjectCache } from './records/projects/project-cache.ts'
import type { Settings } from './settings.ts'
import type { AccessTokens } from './records/sessions/access-token.ts'
import type { Clock } from './platform/db/clock.ts'
import type { Log } from './platform/log/log.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { OutboundHttp } from './platform/outbound-http/outbound-http.ts'
import type { OwnMailServers } from './platform/mailer/own-mail-servers.ts'
import type { PasswordHasher } from './platform/hashing/password-hasher.ts'
import type { Random } from './platform/crypto/random.ts'

/** Everything the logic of a slice may use of the outside world. */
export interface Ports {
  readonly settings: Settings
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly secret: MasterSecret
  readonly hasher: PasswordHasher
  readonly projects: ProjectCache
  readonly accessTokens: AccessTokens
  readonly limiter: RateLimiter
  readonly outbox: Outbox
  readonly outbound: OutboundHttp
  readonly ownMailServers: OwnMailServers
  readonly providers: ProviderDirectory
  readonly audit: Audit
  readonly log: Log
  readonly metrics: Metrics
}
