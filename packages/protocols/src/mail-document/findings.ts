import { addressFrom, imageAddressFrom } from './address.ts'
import { blockTypes, type Block, type BlockOf, type MailDocument } from './block-types.ts'
import { readExtension } from './check-document.ts'
import { contrastOf } from './contrast.ts'
import { hasDarkMode } from './html.ts'
import { parseInline, type Inline } from './inline.ts'
import { darkPartnersOf } from './palette.ts'
import { renderTemplate, type MailTemplate } from './render.ts'
import { fillTemplate, parseTemplate, variablesOf, type Variables } from './template.ts'
import { idsOf, treeOf, Budget, UnrenderableDocument, type Branch, type Unrenderable } from './tree.ts'

export type FindingCode =
  | Unrenderable
  | 'missing_link'
  | 'missing_child'
  | 'unclosed_condition'
  | 'unknown_variable'
  | 'unsafe_address'
  | 'other_address'
  | 'missing_alternative'
  | 'low_contrast'
  | 'low_contrast_dark'

/** An error in a mail, or something that its author should know. */
export interface Finding {
  readonly code: FindingCode
  /** The mail does not fulfil its purpose, or cannot be rendered. */
  readonly isError: boolean
  /** Null for the subject and the whole document. */
  readonly block: string | null
  readonly field: string | null
  /** The name of the variable or the child. */
  readonly name?: string
}

/** The variables of a mail, and those of which it must contain one. */
export interface MailPurpose {
  /** Example values of all variables. */
  readonly variables: Variables
  /**
   * The variables of which the mail must contain one: its link, its code or its sentence. Empty for a mail that has
   * none of them.
   */
  readonly needsOneOf: readonly string[]
}

const CONTRAST_MIN = 4.5

/** Lists the problems of a document whose blocks have passed their check. */
export function findProblems(template: MailTemplate, purpose: MailPurpose): Finding[] {
  const { content, subject } = template
  const { findings, isDark } = tryRendering(template, purpose)
  return [
    ...findings,
    ...findMissingLink(content, purpose),
    ...findInTemplate(subject, null, 'subject', purpose),
    ...Object.entries(content).flatMap(([id, block]) => findInBlock(id, block, content, purpose)),
    ...findLowContrast(content, isDark),
  ]
}

/** @returns why the mail cannot be rendered, or whether it has a dark mode */
function tryRendering(
  template: MailTemplate,
  { variables }: MailPurpose,
): { readonly findings: readonly Finding[]; readonly isDark: boolean } {
  try {
    const { html } = renderTemplate(template, { variables, locale: 'en', direction: 'ltr' })
    return { findings: [], isDark: hasDarkMode(html) }
  } catch (error) {
    if (!(error instanceof UnrenderableDocument)) throw error
    return { findings: [{ code: error.reason, isError: true, block: error.block, field: null }], isDark: false }
  }
}

/** Only what a reader sees counts, so the search follows the children. */
function findMissingLink(content: MailDocument, { needsOneOf }: MailPurpose): Finding[] {
  const used = shownBlocks(content).flatMap(({ block }) => textsOf(block).flatMap(({ text }) => namesIn(text)))
  if (needsOneOf.length === 0 || needsOneOf.some((name) => used.includes(name))) return []
  return [{ code: 'missing_link', isError: true, block: null, field: null, name: needsOneOf.join(', ') }]
}

function namesIn(text: string): string[] {
  return variablesOf(parseTemplate(text) ?? [])
}

function shownBlocks(content: MailDocument): Branch[] {
  const all = (branch: Branch): Branch[] => [branch, ...branch.columns.flat().flatMap(all)]
  try {
    return all(treeOf(content, new Budget()))
  } catch (error) {
    if (error instanceof UnrenderableDocument) return []
    throw error
  }
}

function findInBlock(id: string, block: Block, content: MailDocument, purpose: MailPurpose): Finding[] {
  const missing = idsOf(block)
    .flat()
    .filter((child) => !Object.hasOwn(content, child))
    .map((name): Finding => ({ code: 'missing_child', isError: false, block: id, field: 'childrenIds', name }))
  const inTexts = textsOf(block).flatMap(({ field, text }) => findInTemplate(text, id, field, purpose))
  return [...missing, ...inTexts, ...findInAddresses(id, block, purpose), ...findMissingAlternative(id, block, purpose)]
}

function findInTemplate(text: string, block: string | null, field: string, { variables }: MailPurpose): Finding[] {
  const template = parseTemplate(text)
  if (!template) return [{ code: 'unclosed_condition', isError: false, block, field }]
  const unknown = new Set(variablesOf(template).filter((name) => !Object.hasOwn(variables, name)))
  return [...unknown].map((name) => ({ code: 'unknown_variable', isError: false, block, field, name }))
}

interface FieldText {
  readonly field: string
  readonly text: string
}

function textsOf({ data, type }: Block): FieldText[] {
  if (type === 'Heading' || type === 'Text') return present({ 'props.text': data.props?.text })
  if (type === 'Button') return present({ 'props.text': data.props?.text, 'props.url': data.props?.url })
  if (type !== 'Image') return []
  const { alt, darkUrl, linkHref, url } = data.props ?? {}
  return present({
    'props.url': url,
    'props.darkUrl': readExtension(blockTypes.Image.props.darkUrl, darkUrl),
    'props.alt': alt,
    'props.linkHref': linkHref,
  })
}

function present(texts: Readonly<Record<string, string | null | undefined>>): FieldText[] {
  return Object.entries(texts).flatMap(([field, text]) => (text ? [{ field, text }] : []))
}

const addressFields = ['props.url', 'props.darkUrl', 'props.linkHref']

function findInAddresses(id: string, block: Block, { needsOneOf, variables }: MailPurpose): Finding[] {
  const unsafe = (field: string): Finding => ({ code: 'unsafe_address', isError: true, block: id, field })
  if (block.type === 'Text') {
    const links = linksOf(parseInline(fillTemplate(block.data.props?.text ?? '', variables)))
    return links.some(({ address }) => address === null) ? [unsafe('props.text')] : []
  }
  const addresses = textsOf(block).filter(({ field }) => addressFields.includes(field))
  const isUsable = ({ field, text }: FieldText): boolean => {
    const filled = fillTemplate(text, variables)
    const isImage = block.type === 'Image' && field !== 'props.linkHref'
    return (isImage ? imageAddressFrom(filled) : addressFrom(filled)) !== null
  }
  const findings = addresses.filter((address) => !isUsable(address)).map(({ field }) => unsafe(field))
  const [url] = addresses
  const isForLink = needsOneOf.some((name) => variables[name]?.isAddress)
  const leadsElsewhere = url !== undefined && !namesIn(url.text).some((name) => needsOneOf.includes(name))
  if (block.type !== 'Button' || !isForLink || !leadsElsewhere) return findings
  return [...findings, { code: 'other_address', isError: false, block: id, field: 'props.url' }]
}

function linksOf(inlines: readonly Inline[]): Extract<Inline, { kind: 'link' }>[] {
  return inlines.flatMap((inline) => {
    if (inline.kind === 'text') return []
    return inline.kind === 'link' ? [inline] : linksOf(inline.parts)
  })
}

function findMissingAlternative(id: string, block: Block, { variables }: MailPurpose): Finding[] {
  if (block.type !== 'Image' || (block.data.props?.alt ?? '').trim() !== '') return []
  const { alt, url } = block.data.props ?? {}
  // Mails show the logo beside the name of the project, which readers would hear twice.
  const isLogo = namesIn(url ?? '').some((name) => variables[name]?.isImage)
  if (isLogo && alt === '') return []
  return [{ code: 'missing_alternative', isError: false, block: id, field: 'props.alt' }]
}

/** The colours that a block inherits. */
interface Surroundings {
  readonly text: string
  readonly background: string
}

/** The colours of a text and of what is behind it. */
interface ShownColors extends Surroundings {
  readonly block: Block
  readonly field: string
}

function findLowContrast(content: MailDocument, isDark: boolean): Finding[] {
  const [root] = shownBlocks(content)
  if (root?.block.type !== 'EmailLayout') return []
  const ids = new Map(Object.entries(content).map(([id, block]) => [block, id]))
  const { grounds, texts } = darkPartnersOf(root.block)
  const light = colorsOf(root, surroundingsOf(root.block))
  const dark = light.map((shown) => ({
    ...shown,
    text: texts.get(shown.text.toLowerCase()) ?? shown.text,
    background: grounds.get(shown.background.toLowerCase()) ?? shown.background,
  }))
  const find = (code: FindingCode, colors: readonly ShownColors[]): Finding[] =>
    colors
      .filter(({ background, text }) => contrastOf(text, background) < CONTRAST_MIN)
      .map(({ block, field }) => ({ code, isError: false, block: ids.get(block) ?? null, field }))
  return [...find('low_contrast', light), ...(isDark ? find('low_contrast_dark', dark) : [])]
}

function surroundingsOf({ data: { canvasColor, textColor } }: BlockOf<'EmailLayout'>): Surroundings {
  return { text: textColor ?? '#262626', background: canvasColor ?? '#FFFFFF' }
}

function colorsOf({ block, columns }: Branch, outer: Surroundings): ShownColors[] {
  const inner = { ...outer, background: backgroundOf(block) ?? outer.background }
  const pair = pairOf(block, inner)
  return [...(pair ? [{ ...pair, block }] : []), ...columns.flat().flatMap((child) => colorsOf(child, inner))]
}

function backgroundOf({ data }: Block): string | null | undefined {
  return 'style' in data ? data.style?.backgroundColor : null
}

/** The colours of a block's text and of what is behind it; null if it has no text. */
function pairOf({ data, type }: Block, { background, text }: Surroundings): (Surroundings & { field: string }) | null {
  if (type === 'Heading' || type === 'Text')
    return { text: data.style?.color ?? text, background, field: 'style.color' }
  if (type !== 'Button') return null
  return {
    text: data.props?.buttonTextColor ?? '#FFFFFF',
    background: data.props?.buttonBackgroundColor ?? '#999999',
    field: 'props.buttonTextColor',
  }
}
