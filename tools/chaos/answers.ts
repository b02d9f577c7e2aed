/** An answer to a call of the load, or that there was none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** How a call ended. */
export type Outcome =
  | 'success'
  /** 503 with `Retry-After`, a body that programs read, and headers for browsers. */
  | 'unavailable'
  /** The connection ended without an answer, or the proxy says so (502, 504). */
  | 'broken'
  /** Refused by a limit or by a rule although the load keeps to all of them. */
  | 'refused'
  /** Another 5xx, or a 503 without the headers or the body of `unavailable`. */
  | 'fault'

/** A call of the load. */
export interface Call {
  readonly kind: string
  readonly outcome: Outcome
  /** Status and type of the answer, for the table. */
  readonly description: string
  readonly startedAt: number
  readonly endedAt: number
}

/** Classifies an answer; null if there was none. */
export function outcomeOf(answer: Answer | null): Outcome {
  if (!answer || answer.status === 502 || answer.status === 504) return 'broken'
  const { headers, status } = answer
  if (status < 400) return 'success'
  if (status < 500) return 'refused'
  const isTyped = /^(?:text\/plain|application\/json)\b/.test(String(headers['content-type']))
  const isReadable = headers['access-control-allow-origin'] !== undefined
  return status === 503 && /^\d+$/.test(String(headers['retry-after'])) && isTyped && isReadable
    ? 'unavailable'
    : 'fault'
}

/** Status, code and the beginning of the sentence. */
export function describeAnswer(answer: Answer | null, error: unknown): string {
  if (!answer) return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const { headers, status, text } = answer
  const code = headers['x-stack-known-error']
  return `${status} ${code === undefined ? text.slice(0, 80).replaceAll(/\s+/g, ' ') : String(code)}`
}

/** The calls of a part of the run. */
export class Answers {
  readonly calls: Call[] = []

  /** When the last call failed since a moment, or null. */
  lastFailureSince(moment: number): number | null {
    const failed = this.calls.filter(({ endedAt, outcome }) => endedAt >= moment && outcome !== 'success')
    return failed.length === 0 ? null : Math.max(...failed.map(({ endedAt }) => endedAt))
  }
}
