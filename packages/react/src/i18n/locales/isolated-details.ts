import type { LocaleErrors } from './error-texts.ts'

/** Isolates ids, addresses and codes from the sentences of a language that is written from right to left, which would reorder their parts. */
export function withIsolatedDetails(errors: LocaleErrors): LocaleErrors {
  const isolated = Object.entries(errors as Record<string, Sentence>).map(([code, sentence]) => [
    code,
    typeof sentence === 'function' ? (details: object) => sentence(new Proxy(details, isolating)) : sentence,
  ])
  // Unchecked cast: each sentence takes the same details as before.
  return Object.fromEntries(isolated) as LocaleErrors
}

type Sentence = string | ((details: object) => string)

const isolating: ProxyHandler<object> = {
  get: (details, name) => isolate(Reflect.get(details, name)),
}

function isolate(detail: unknown): unknown {
  if (Array.isArray(detail)) return detail.map(isolate)
  // A single word keeps its order, and sentences compare it.
  if (typeof detail !== 'string' || /^\w*$/.test(detail)) return detail
  return `\u2068${detail.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
}
