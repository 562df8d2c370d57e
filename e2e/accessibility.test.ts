import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage, openSignedIn } from './browser.ts'
import { type Product, startProduct } from './product.ts'
import { fillProduct, SCREENS, showScreen } from './screens.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const GRAVE = ['serious', 'critical']
const MAX_SHIFT = 0.05

let product: Product
let axe: string

beforeAll(async () => {
  product = await startProduct()
  await fillProduct(product)
  axe = await readFile(AXE, 'utf8')
})
afterAll(() => product.stop())

describeInBrowser('a screen that can be used by everybody', () => {
  test.each(SCREENS)('$name', async (screen) => {
    const options = { colorScheme: 'light' } as const
    const page = screen.isPublic
      ? await openPage(product, options)
      : await openSignedIn(product, null, options)
    await showScreen(page, product, screen)
    expect(await findProblems(page, 'axe.run()')).toEqual([])
    expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThanOrEqual(MAX_SHIFT)
    // The other theme is the same page in other colours.
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
    await page.evaluate(COLOURS_SETTLED)
    expect(await findProblems(page, "axe.run({ runOnly: ['color-contrast'] })")).toEqual([])
  })
})

/** Colours that are on their way from one theme to the other are those of neither. */
const COLOURS_SETTLED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))`

/** Serious and critical findings, each with the places where it is. */
async function findProblems(page: Page, check: string): Promise<string[]> {
  // Run by the debugger, to which the page's security policy does not apply.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(check)) as AxeResults
  return violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

/** How far what was shown has moved by itself since the page was opened. In the words of the page, whose types are not those of a test. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let total = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) total += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(total), 100)
})`
