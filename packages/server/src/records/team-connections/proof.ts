import { askDns } from '../../platform/dns/dns-questions.ts'
import { PROOF_PREFIX, proofOf, type ConnectionDomain } from './connection.ts'

const RECORD_MAX_CHARACTERS = 200
const RECORDS_MAX = 20

/** The records of a domain in DNS. */
export interface FoundProof {
  readonly isProved: boolean
  /** Whether the record of another connection is there. */
  readonly isProvedFor: (connectionId: string) => boolean
  /**
   * The records of this kind, from any connection. Other records may belong to the operator's network, so callers do
   * not see them.
   */
  readonly records: readonly string[]
}

/**
 * Looks for the record that proves a domain. Null: DNS did not answer.
 *
 * @param dnsServer null: the resolvers of the system
 */
export async function readProof(dnsServer: string | null, claimed: ConnectionDomain): Promise<FoundProof | null> {
  const { name, value } = proofOf(claimed)
  const answer = await askDns(dnsServer, (questions) => questions.txt(name))
  if (answer === null) return null
  const records = answer.map((text) => text.trim()).filter((text) => text.startsWith(PROOF_PREFIX))
  return {
    isProved: records.includes(value),
    isProvedFor: (connectionId) => records.includes(proofOf({ ...claimed, connectionId }).value),
    records: records.slice(0, RECORDS_MAX).map((text) => text.slice(0, RECORD_MAX_CHARACTERS)),
  }
}
