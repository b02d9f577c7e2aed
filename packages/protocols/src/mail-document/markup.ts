const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character)
}

export type Attributes = Readonly<Record<string, string | number | null | undefined>>

/** @param content markup */
export function element(name: string, attributes: Attributes, content: string): string {
  return `${openTag(name, attributes)}${content}</${name}>`
}

/** An element without content, such as an image. Attributes without a value are left out. */
export function openTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === null || value === undefined || value === '' ? [] : [` ${attribute}="${escapeMarkup(String(value))}"`],
  )
  return `<${name}${written.join('')}>`
}

/** A table of one cell that only arranges its content. Mail clients give margins and widths to tables only. */
export function box(table: Attributes, cell: Attributes, content: string): string {
  return element('table', { ...ARRANGING, ...table }, element('tr', {}, element('td', cell, content)))
}

/** Attributes of a table that has no data. */
export const ARRANGING = { role: 'presentation', cellpadding: 0, cellspacing: 0, border: 0 } as const

export type Styles = Readonly<Record<string, string | number | null | undefined>>

/** The declarations of a style attribute. Properties without a value are left out. */
export function styleOf(styles: Styles): string {
  return Object.entries(styles)
    .flatMap(([property, value]) =>
      value === null || value === undefined || value === '' ? [] : [`${property}: ${value}`],
    )
    .join('; ')
}

export function pixels(length: number | null | undefined): string | undefined {
  return length === null || length === undefined ? undefined : `${length}px`
}
