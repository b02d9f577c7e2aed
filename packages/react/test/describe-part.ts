import { describe, expect, test } from 'vitest'
import type { SharedPage } from './component-page.ts'

export interface ExpectedPart {
  /** Accessible names of the controls, in tab order. */
  readonly controls: readonly string[]
}

/** What an inspection found about one part of a page. */
interface PartSurvey {
  /** Elements outside the root element. The host positions only the root element. */
  readonly strays: string[]
  readonly controls: { readonly name: string; readonly html: string }[]
  /** Elements with the role of a control that are not native controls. The keyboard may not operate them. */
  readonly nonNativeControls: string[]
  /** Ids in ARIA and label attributes that match no element. */
  readonly danglingReferences: string[]
  /** Accessible names of the elements that Tab focused, in order. */
  stops: string[]
  /** Stops without a visible focus indicator. */
  stopsWithoutIndicator: string[]
}

export interface Survey {
  readonly parts: Record<string, PartSurvey>
  readonly repeatedIds: string[]
}

/**
 * Tests the rules for every public component. No component accepts a `ref`, because its markup is private. Each one
 * renders one root element that the host can wrap. STYLING.md lists what a host can rely on.
 */
export function describePart(name: string, survey: () => Survey, { controls }: ExpectedPart): void {
  describe(`the part ${name}`, () => {
    const part = (): PartSurvey => {
      const found = survey().parts[name]
      if (!found) throw new Error(`The page has no part "${name}".`)
      return found
    }

    test('renders one root element with the expected controls', () => {
      expect(part().strays).toEqual([])
      expect(part().controls.map((control) => control.name)).toEqual(controls)
    })

    test('names every control and has no dangling references', () => {
      expect(part().controls.filter((control) => control.name === '')).toEqual([])
      expect(part().danglingReferences).toEqual([])
    })

    test('makes every control reachable with the Tab key, in order and with a focus indicator', () => {
      expect(part().stops).toEqual(controls)
      expect(part().stopsWithoutIndicator).toEqual([])
      expect(part().nonNativeControls).toEqual([])
    })
  })
}

/** Inspects all parts of a page, then moves through the page with the Tab key. */
export async function surveyParts({ page }: Pick<SharedPage, 'page'>): Promise<Survey> {
  // A part whose code loads on demand is empty until then and has no outline.
  await page.waitForFunction(() => !document.querySelector('[data-part] > .portico-root:empty'))
  const survey = await page.evaluate(inspectParts)
  const total = Object.values(survey.parts).reduce((sum, { controls }) => sum + controls.length, 0)
  await page.evaluate(() => {
    const start = document.body.insertBefore(document.createElement('button'), document.body.firstChild)
    start.focus()
  })
  for (let stop = 0; stop < total + 3; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(inspectFocus)
    const part = at && survey.parts[at.part]
    if (!part) break
    part.stops.push(at.name)
    if (!at.hasIndicator) part.stopsWithoutIndicator.push(at.name)
  }
  return survey
}

function inspectParts(): Survey {
  Object.assign(window, { nameOf })
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')].map((part): [string, PartSurvey] => {
    const all = [...part.querySelectorAll<HTMLElement>('*')]
    const controls = all.filter(
      (element) =>
        element.matches('a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex="0"]') &&
        element.tabIndex >= 0 &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    return [
      part.dataset['part'] ?? '',
      {
        strays: [...part.children].filter((child) => !child.matches('.portico-root')).map((child) => child.outerHTML),
        controls: controls.map((control) => ({ name: nameOf(control), html: control.outerHTML.slice(0, 200) })),
        nonNativeControls: all
          .filter((element) => element.matches('[role=button], [role=link], [role=checkbox], [role=switch]'))
          .map((element) => element.outerHTML.slice(0, 200)),
        danglingReferences: all.flatMap((element) =>
          ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-errormessage']
            .flatMap((attribute) => element.getAttribute(attribute)?.split(' ') ?? [])
            .filter((id) => !document.getElementById(id)),
        ),
        stops: [],
        stopsWithoutIndicator: [],
      },
    ]
  })
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return {
    parts: Object.fromEntries(parts),
    repeatedIds: ids.filter((id, index) => ids.indexOf(id) !== index),
  }

  function nameOf(control: Element): string {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    const referred = (control.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .flatMap((id) => document.getElementById(id) ?? [])
    const texts = [...referred, ...labels, control].map((element) => textOf(element as HTMLElement))
    return control.getAttribute('aria-label') ?? texts.find((text) => text !== '') ?? ''
  }

  /** Excludes hidden text: an avatar's initials, and the hidden labels that keep a button's width. */
  function textOf(element: HTMLElement): string {
    const hidden = [...element.querySelectorAll<HTMLElement>('[aria-hidden=true]')].map(({ innerText }) => innerText)
    return hidden
      .reduce((text, part) => text.replace(part, ''), element.innerText)
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
}

function inspectFocus(): { part: string; name: string; hasIndicator: boolean } | null {
  const focused = document.activeElement
  const part = focused?.closest<HTMLElement>('[data-part]')
  if (!focused || !part) return null
  const { nameOf } = window as unknown as { nameOf: (element: Element) => string }
  const isOutlined = (element: Element): boolean => getComputedStyle(element).outlineStyle !== 'none'
  return {
    part: part.dataset['part'] ?? '',
    name: nameOf(focused),
    // A one-time code is one field behind visible slots. The slot of the next character has the outline.
    hasIndicator: isOutlined(focused) || [...(focused.parentElement?.children ?? [])].some(isOutlined),
  }
}
