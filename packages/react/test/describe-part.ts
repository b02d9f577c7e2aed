import { describe, expect, test } from 'vitest'
import type { SharedPage } from './component-page.ts'

export interface PartPromise {
  /** What the keyboard reaches, in order, by the names that screen readers say. */
  readonly controls: readonly string[]
}

/** What was found of one part on its page. */
interface PartSurvey {
  /** Elements beside the one root that a host places and styles around. */
  readonly strays: string[]
  readonly controls: { readonly name: string; readonly html: string }[]
  /** Works by pointer alone. */
  readonly unreachable: string[]
  /** A label, description or controlled element that is not there. */
  readonly lostReferences: string[]
  /** Names of what the Tab key stopped at. */
  stops: string[]
  /** Stops at which nothing shows where one is. */
  unseen: string[]
}

export interface Survey {
  readonly parts: Record<string, PartSurvey>
  readonly repeatedIds: string[]
}

/**
 * What every public component promises, whatever it shows. Instead of a `ref` it is one element where the host puts it:
 * none of them takes a `ref`, because what is inside is not the host's; what it may rely on is in STYLING.md.
 */
export function describePart(name: string, survey: () => Survey, { controls }: PartPromise): void {
  describe(`the part ${name}`, () => {
    const part = (): PartSurvey => {
      const found = survey().parts[name]
      if (!found) throw new Error(`There is no part "${name}" on the page.`)
      return found
    }

    test('given its props, when shown, then it is one element and offers what they say', () => {
      expect(part().strays).toEqual([])
      expect(part().controls.map((control) => control.name)).toEqual(controls)
    })

    test('given a screen reader, when it goes through, then every control has a name and every reference leads somewhere', () => {
      expect(part().controls.filter((control) => control.name === '')).toEqual([])
      expect(part().lostReferences).toEqual([])
    })

    test('given the Tab key alone, when pressed through, then it stops at every control in order, and shows where', () => {
      expect(part().stops).toEqual(controls)
      expect(part().unseen).toEqual([])
      expect(part().unreachable).toEqual([])
    })
  })
}

/** Looks at all parts of a page at once, and walks through it with the Tab key. */
export async function surveyParts({ page }: Pick<SharedPage, 'page'>): Promise<Survey> {
  const survey = await page.evaluate(lookAtParts)
  const total = Object.values(survey.parts).reduce((sum, { controls }) => sum + controls.length, 0)
  await page.evaluate(() => {
    const start = document.body.insertBefore(document.createElement('button'), document.body.firstChild)
    start.focus()
  })
  for (let stop = 0; stop < total + 3; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(lookAtFocus)
    const part = at && survey.parts[at.part]
    if (!part) break
    part.stops.push(at.name)
    if (!at.isSeen) part.unseen.push(at.name)
  }
  return survey
}

function lookAtParts(): Survey {
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
        unreachable: all
          .filter((element) => element.matches('[role=button], [role=link], [role=checkbox], [role=switch]'))
          .map((element) => element.outerHTML.slice(0, 200)),
        lostReferences: all.flatMap((element) =>
          ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-errormessage']
            .flatMap((attribute) => element.getAttribute(attribute)?.split(' ') ?? [])
            .filter((id) => !document.getElementById(id)),
        ),
        stops: [],
        unseen: [],
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

  /** Without what only the eye gets: a picture's letters, and the words of a button's other states, which keep its width. */
  function textOf(element: HTMLElement): string {
    const hidden = [...element.querySelectorAll<HTMLElement>('[aria-hidden=true]')].map(({ innerText }) => innerText)
    return hidden
      .reduce((text, part) => text.replace(part, ''), element.innerText)
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
}

function lookAtFocus(): { part: string; name: string; isSeen: boolean } | null {
  const focused = document.activeElement
  const part = focused?.closest<HTMLElement>('[data-part]')
  if (!focused || !part) return null
  const { nameOf } = window as unknown as { nameOf: (element: Element) => string }
  const isMarked = (element: Element): boolean => getComputedStyle(element).outlineStyle !== 'none'
  return {
    part: part.dataset['part'] ?? '',
    name: nameOf(focused),
    // A one-time code is one field behind drawn slots, of which the next one is marked.
    isSeen: isMarked(focused) || [...(focused.parentElement?.children ?? [])].some(isMarked),
  }
}
