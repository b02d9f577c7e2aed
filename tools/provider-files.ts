import type { ProviderColours } from '../packages/react/src/auth/provider-marks.ts'

const sectionPattern =
  /(\/\* Generated from `auth\/provider-marks\.ts`[^\n]*\n)[\s\S]*?(\/\* End of the generated rules\. \*\/)/

/** Returns the style sheet with the generated rules replaced. */
export function withProviderColours(styleSheet: string, colours: Readonly<Record<string, ProviderColours>>): string {
  if (!sectionPattern.test(styleSheet))
    throw new Error('The style sheet has no section for the generated rules of the provider colours.')
  return styleSheet.replace(sectionPattern, (_, start: string, end: string) => `${start}${formatRules(colours)}${end}`)
}

/** Writes one rule per set of colours. Providers with the same colours share a rule. */
function formatRules(colours: Readonly<Record<string, ProviderColours>>): string {
  const selectors = new Map<string, string[]>()
  for (const [id, { ground, text, hover, line }] of Object.entries(colours)) {
    const body = [`--_brand: ${ground}`, `--_on-brand: ${text}`, `--_brand-hover: ${hover}`, `--_brand-line: ${line}`]
      .map((declaration) => `  ${declaration};\n`)
      .join('')
    const selector = `button.portico-provider[data-provider='${id}']`
    selectors.set(body, [...(selectors.get(body) ?? []), selector])
  }
  return [...selectors].map(([body, of]) => `${of.join(',\n')} {\n${body}}\n`).join('')
}
