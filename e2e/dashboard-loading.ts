import type { Page, Route } from 'playwright-core'

/** How the service answers the rooms: late, with a refusal, or as it is. */
export type Answering = 'held' | 'refused' | 'open'

export interface ControlledAnswers {
  /** Changes how the service answers. The calls that are held get their answers. */
  set(answering: Answering): Promise<void>
}

/** What the frame of every page reads: the session, the owner, and the project "internal". */
const ofFrame = /\/(?:internal\/dashboard-session(?:\/refresh)?|users\/me|projects\/current)(?:\?|$)/
/** The settings of the project: without them, the frame shows that the owner has no access. */
const ofProject = /\/internal\/projects\/current(?:\?|$)/

/** Controls the answers of the service to the calls of a page. */
export async function controlAnswers(page: Page): Promise<ControlledAnswers> {
  let answering: Answering = 'open'
  let held: Route[] = []
  const answer = (route: Route): Promise<void> =>
    answering === 'refused' && !ofProject.test(route.request().url())
      ? route.fulfill({ status: 400, contentType: 'text/plain', body: 'The service is being moved.' })
      : route.continue()
  await page.route('**/api/v1/**', async (route) => {
    const url = route.request().url()
    if (answering === 'held' && (ofProject.test(url) || !ofFrame.test(url))) held.push(route)
    else await answer(route)
  })
  return {
    set: async (next) => {
      answering = next
      const routes = held
      held = []
      await Promise.all(routes.map(answer))
    },
  }
}

/** Where a page has its headings, toolbar, tabs, and the first row of a table or list, as distances from its top. */
export function placesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const topOf = (part: Element): number => Math.round(part.getBoundingClientRect().top + scrollY)
    // The name of a record is not known while it loads.
    const headings = document.querySelectorAll(':is(h1, h2, h3, thead):not(.identity-name > *)')
    const row = document.querySelector('tbody tr:not(.group)')
    return {
      ...Object.fromEntries([...headings].map((part) => [`${part.localName} ${part.textContent}`, topOf(part)])),
      ...Object.fromEntries(
        ['.table-tools', '.tabs', '.drawer .rows', 'tbody tr:not(.group)'].flatMap((selector) =>
          [...document.querySelectorAll(selector)].slice(0, 1).map((part) => [selector, topOf(part)]),
        ),
      ),
      ...(row && { 'height of a row': Math.round(row.getBoundingClientRect().height) }),
    }
  })
}
