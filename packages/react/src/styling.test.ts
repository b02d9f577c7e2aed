import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const css = read('./styles.css').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const document = read('../STYLING.md')
const components = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
  .map((file) => read(`./${file}`))
  .join('\n')

function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].toSorted()
}

describe('styling contract', () => {
  test('STYLING.md lists exactly the variables of the style sheet', () => {
    const inSheet = all(css, /var\(\s*(--portico-[\w-]+)/g).filter((name) => !/^--portico-(light|dark)-/.test(name))

    expect(all(document, /\| `(--portico-[\w-]+)`/g)).toEqual(inSheet)
  })

  test('STYLING.md contains the default of each colour', () => {
    // The accent of the project takes precedence over the default.
    const sheet = css.replaceAll(/var\(--_(?:light|dark), (#\w+)\)/g, '$1')
    const rows = [...sheet.matchAll(/--portico-light-([\w-]+), (#\w+)\), var\(--portico-dark-[\w-]+, (#\w+)\)/g)]

    expect(rows.length).toBe(9)
    for (const [, name, light, dark] of rows) {
      expect(document).toContain(`| \`--portico-${name}\` | \`${light}\` | \`${dark}\` |`)
    }
  })

  test('STYLING.md lists exactly the classes of the style sheet and the components', () => {
    const used = all(components, /className="(portico-[\w-]+)"/g)

    expect(all(document, /`(portico-[\w-]+)`/g)).toEqual(
      [...new Set([...used, ...all(css, /\.(portico-[\w-]+)/g)])].toSorted(),
    )
  })

  test('STYLING.md lists the data attributes of the style sheet', () => {
    const documented = all(document, /\| `(data-[\w-]+)`/g)

    expect(documented).toEqual(expect.arrayContaining(all(css, /\[(data-[\w-]+)/g)))
  })

  test('every selector starts with an element and a portico class', () => {
    const selectors = [...css.replaceAll(/@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\}\s*)+\}/g, '').matchAll(/([^{}]+)\{/g)]
      .map((match) => (match[1] ?? '').trim())
      .filter((selector) => !selector.startsWith('@'))
      .flatMap((selector) => selector.split(',').map((part) => part.trim()))

    expect(selectors.length).toBeGreaterThan(80)
    expect(selectors.filter((selector) => !/^[a-z0-9]+\.portico-/.test(selector))).toEqual([])
  })
})
