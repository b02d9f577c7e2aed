import { Resolver } from 'node:dns/promises'

/** Queries to the DNS. A name without such records has an empty answer. Null: there was no usable answer in time. */
export interface DnsQuestions {
  /** The strings of a record are joined, because a record longer than 255 bytes has several (RFC 7208 section 3.3). */
  txt(name: string): Promise<readonly string[] | null>
  /** The mail servers of a domain. */
  mx(name: string): Promise<readonly string[] | null>
}

const QUESTION_MILLIS = 3_000
/** The second attempt of a query, after a lost packet, is still within the time of the query. */
const ATTEMPT_MILLIS = 1_400
const ALL_QUESTIONS_MILLIS = 5_000

/** Codes of answers that the name or its records do not exist, or that no name can be like this. */
const noRecords: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Asks the DNS. Each question takes at most three seconds and all together five. An answer is at most as large as a DNS
 * message, 64 kB. Names that a project owner supplies may belong to the operator's network, so callers show only
 * records of the kind they look for.
 *
 * @param server address of the resolver with an optional port; null for those of the system
 */
export async function askDns<T>(server: string | null, ask: (questions: DnsQuestions) => Promise<T>): Promise<T> {
  const resolver = new Resolver({ timeout: ATTEMPT_MILLIS, tries: 2 })
  if (server !== null) resolver.setServers([server])
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), ALL_QUESTIONS_MILLIS)
  const questions: DnsQuestions = {
    txt: (name) => answerOf(over.signal, async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    mx: (name) => answerOf(over.signal, async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange)),
  }
  try {
    return await ask(questions)
  } finally {
    clearTimeout(timer)
    // Closes the sockets of queries without an answer.
    resolver.cancel()
  }
}

async function answerOf(over: AbortSignal, ask: () => Promise<readonly string[]>): Promise<readonly string[] | null> {
  if (over.aborted) return null
  const { promise: late, resolve: endWait } = Promise.withResolvers<null>()
  const giveUp = (): void => endWait(null)
  const timer = setTimeout(giveUp, QUESTION_MILLIS)
  over.addEventListener('abort', giveUp)
  try {
    return await Promise.race([ask(), late])
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return noRecords.has(code) ? [] : null
  } finally {
    clearTimeout(timer)
    over.removeEventListener('abort', giveUp)
  }
}
