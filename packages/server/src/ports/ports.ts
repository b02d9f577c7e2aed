import type { Audit } from '../audit/audit.ts'
import type { MasterSecret } from '../crypto/master-secret.ts'
import type { Database } from '../db/sql.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import type { Outbox } from '../jobs/outbox.ts'
import type { ProviderDirectory } from '../oauth/provider-directory.ts'
import type { ProjectCache } from '../projects/project-cache.ts'
import type { Settings } from '../settings.ts'
import type { AccessTokens } from '../tokens/access-token.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { OutboundHttp } from './outbound-http.ts'
import type { OwnMailServers } from './own-mail-servers.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Random } from './random.ts'

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
