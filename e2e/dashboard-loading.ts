import type { Page } from 'playwright-core'

/** How the service answers calls of the pages: late, with a refusal, or normally. */
export type Answering = 'held' | 'refused' | 'open'

export interface ControlledAnswers {
  /** Changes how the service answers. Releases the held calls. */
  set(answering: Answering): Promise<void>
}

/**
 * Controls, inside a page, how the service answers the page's calls. A Playwright route would disable the browser's
 * cache, so that each script would be loaded again. `window.name` holds the mode, because it survives a load.
 */
export async function controlAnswers(page: Page): Promise<ControlledAnswers> {
  await page.addInitScript(holdCalls)
  await page.evaluate(holdCalls)
  return {
    set: async (next) => {
      await page.evaluate((name) => {
        window.name = name
        window.dispatchEvent(new Event('answering'))
      }, next)
    },
  }
}

/** Runs in the open page, and in each later page before its scripts. */
function holdCalls(): void {
  /** The calls of the frame of every page: for the session, the owner, and the project "internal". */
  const ofFrame = /\/(?:internal\/dashboard-session(?:\/refresh)?|users\/me|projects\/current)(?:\?|$)/
  /** The settings of the project. Without them, the frame shows that the owner has no access. */
  const ofProject = /\/internal\/projects\/current(?:\?|$)/
  const send = window.fetch
  window.fetch = async (input, init) => {
    const { url } = new Request(input, init)
    if (!url.includes('/api/v1/')) return send(input, init)
    while (window.name === 'held' && (ofProject.test(url) || !ofFrame.test(url))) {
      await new Promise((resolve) => window.addEventListener('answering', resolve, { once: true }))
    }
    if (window.name !== 'refused' || ofProject.test(url)) return send(input, init)
    return new Response('The service is being moved.', { status: 400, headers: { 'content-type': 'text/plain' } })
  }
}

/** The distances of headings, toolbar, tabs, and the first row of a table or list from the top of the page. */
export function placesOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const topOf = (part: Element): number => Math.round(part.getBoundingClientRect().top + scrollY)
    // While a record loads, its name is unknown.
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
