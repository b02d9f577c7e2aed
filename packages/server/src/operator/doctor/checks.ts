import { baseUrlCheck } from './address-check.ts'
import type { Check } from './check.ts'
import { cellsCheck } from './cells-check.ts'
import { certificatesCheck } from './certificates-check.ts'
import { clockCheck, databaseCheck, nodesCheck, rightsCheck, schemaCheck } from './database-checks.ts'
import { diskCheck, nodeCheck, portsCheck, proxiesCheck } from './local-checks.ts'
import { mailServerCheck, senderDomainCheck } from './mail-checks.ts'
import { secretCheck } from './secret-check.ts'
import { backupsCheck, clientsCheck, projectsCheck, redisCheck } from './service-checks.ts'
import { backfillsCheck, workersCheck } from './work-checks.ts'

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
  nodeCheck,
  diskCheck,
  portsCheck,
  databaseCheck,
  schemaCheck,
  rightsCheck,
  clockCheck,
  nodesCheck,
  workersCheck,
  backfillsCheck,
  cellsCheck,
  secretCheck,
  baseUrlCheck,
  certificatesCheck,
  proxiesCheck,
  mailServerCheck,
  senderDomainCheck,
  redisCheck,
  projectsCheck,
  backupsCheck,
  clientsCheck,
]
