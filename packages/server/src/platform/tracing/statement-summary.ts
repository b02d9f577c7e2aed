const summaries = new Map<string, string>()

/**
 * Names a statement after what it does and its first table, such as `update users`. The text has parameters instead of
 * values.
 */
export function summaryOf(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) summaries.set(text, (summary = summarise(text)))
  return summary
}

function summarise(text: string): string {
  const change = /\b(insert into|delete from|(?<!for |for no key |do |on )update) ([a-z_]+)/.exec(
    text.replaceAll(/\s+/g, ' '),
  )
  if (change) return `${change[1]?.split(' ', 1)[0]} ${change[2]}`
  const named = new Set(
    [...text.matchAll(/\b([a-z_0-9]+) as (?:not materialized |materialized )?\(/g)].map(([, name]) => name),
  )
  const tables = [...text.matchAll(/\b(?:from|join)\s+([a-z_0-9]+)(?![a-z_0-9(.])/g)].map(([, name]) => name ?? '')
  const table = tables.find((name) => !named.has(name) && name !== 'lateral' && name !== 'unnest')
  const verb = /[a-z]+/.exec(text)?.[0] ?? 'statement'
  return table === undefined ? verb : `select ${table}`
}
