/**
 * Isolates ids, addresses, names and codes in the sentences of a table in a right-to-left language, which would reorder
 * their parts.
 */
export function withIsolatedDetails<Table extends object>(table: Table): Table {
  const texts = Object.entries(table).map(([key, text]) => [key, isolating(text)])
  // Unchecked cast: each sentence takes the same details as before.
  return Object.fromEntries(texts) as Table
}

function isolating(text: unknown): unknown {
  if (typeof text === 'function') return (...details: unknown[]) => text(...details.map(isolate)) as unknown
  return typeof text === 'object' && text !== null ? withIsolatedDetails(text) : text
}

function isolate(detail: unknown): unknown {
  if (Array.isArray(detail)) return detail.map(isolate)
  if (typeof detail === 'object' && detail !== null) return new Proxy(detail, isolatingProperties)
  // A single word keeps its order, and sentences compare it.
  if (typeof detail !== 'string' || /^\w*$/.test(detail)) return detail
  return `\u2068${detail.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
}

const isolatingProperties: ProxyHandler<object> = {
  get: (details, name) => isolate(Reflect.get(details, name)),
}
