// `npm run language-pictures -- ar fr-FR`: draws every page and mail on a phone in these languages, or in all, one
// sheet for each.
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '../chromium.ts'
import { tags } from '../languages/all-languages.ts'
import { LanguagePictures, type Picture } from './language-pictures.ts'

const folder = join(import.meta.dirname, '../../e2e/.artifacts/languages')

/** The packages of Debian whose fonts the languages need. */
const fontPackages: Readonly<Record<string, string>> = {
  ar: 'fonts-noto-core',
  he: 'fonts-noto-core',
  ja: 'fonts-noto-cjk',
  ko: 'fonts-noto-cjk',
  zh: 'fonts-noto-cjk',
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((tag) => !tags.includes(tag))
if (unknown.length > 0) {
  console.error(`There are no texts in ${unknown.join(', ')}. The languages are ${tags.join(', ')}.`)
  process.exit(1)
}

const chosen = wanted.length > 0 ? wanted : tags
for (const tag of chosen) requireFont(tag)
const browser = await launchChromium()
const pictures = await LanguagePictures.start(browser)
try {
  await mkdir(folder, { recursive: true })
  for (const tag of chosen) {
    const file = join(folder, `${tag}.html`)
    const shown = await pictures.take(tag)
    await writeFile(file, sheetOf(tag, shown))
    const problems = shown.flatMap(({ name, problems: of }) => of.map((problem) => `  ${name}: ${problem}\n`))
    console.log(`${tag}: ${shown.length} pictures in ${file}\n${problems.join('')}`)
  }
} finally {
  await pictures.close()
  await browser.close()
}

function requireFont(tag: string): void {
  const name = fontPackages[tag.slice(0, 2)]
  if (name === undefined || hasFont(tag.slice(0, 2))) return
  console.error(`There is no font for ${tag}. Install ${name} (apt install ${name}).`)
  process.exit(1)
}

function hasFont(language: string): boolean {
  return execFileSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' }).trim() !== ''
}

function sheetOf(tag: string, shown: readonly Picture[]): string {
  const figures = shown.map(({ name, jpeg, problems }) => {
    const caption = [name, ...problems].map((line) => `<span>${line.replaceAll('<', '&lt;')}</span>`).join('')
    const picture = `<img src="data:image/jpeg;base64,${jpeg.toString('base64')}" width="375" alt="">`
    return `<figure${problems.length > 0 ? ' class="problem"' : ''}>${picture}<figcaption>${caption}</figcaption></figure>`
  })
  const style = `body { display: flex; flex-wrap: wrap; gap: 24px; margin: 24px; font: 14px sans-serif; align-items: start }
figure { width: 375px; margin: 0; border: 1px solid #ccc } figcaption span { display: block; padding: 4px } .problem { border-color: red }`
  return `<!doctype html><meta charset="utf-8"><title>${tag}</title><style>${style}</style>${figures.join('\n')}\n`
}
