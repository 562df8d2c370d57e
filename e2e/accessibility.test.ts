import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePage, describeAtOnce, openPage, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { fillProduct, SCREENS, type ScreenShown, showScreen } from './screens.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const GRAVE = ['serious', 'critical']
const MAX_SHIFT = 0.05

let product: Product
let axe: string

interface Findings {
  light: string[]
  dark: string[]
  shift: number
}

describeAtOnce('a screen that can be used by everybody', () => {
  beforeAll(async () => {
    product = await startStoryProduct()
    await fillProduct(product)
    axe = await readFile(AXE, 'utf8')
  }, 300_000)
  afterAll(() => product.stop())

  test.each(SCREENS)('$name', async (screen) => {
    const { shift, ...problems } = await checkScreen(screen)
    expect(problems).toEqual({ light: [], dark: [] })
    expect(shift).toBeLessThanOrEqual(MAX_SHIFT)
  })
})

async function checkScreen(screen: ScreenShown): Promise<Findings> {
  const options = { colorScheme: 'light', ...(screen.tolerates && { tolerates: screen.tolerates }) } as const
  const page = screen.isPublic ? await openPage(product, options) : await openSignedIn(product, null, options)
  try {
    await showScreen(page, product, screen)
    // Run by the debugger, to which the page's security policy does not apply.
    await page.evaluate(axe)
    const light = await findProblems(page, "{ resultTypes: ['violations'] }")
    const shift = (await page.evaluate(LAYOUT_SHIFT)) as number
    // The other theme is the same page in other colours.
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
    await page.evaluate(COLOURS_SETTLED)
    const dark = await findProblems(page, "{ runOnly: ['color-contrast'], resultTypes: ['violations'] }")
    return { light, dark, shift }
  } finally {
    await closePage(page)
  }
}

/** Colours that are on their way from one theme to the other are those of neither. What turns or blinks never ends. */
const COLOURS_SETTLED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => document.getAnimations().filter((animation) => animation instanceof CSSTransition))
  .then((transitions) => Promise.allSettled(transitions.map(({ finished }) => finished)))`

/** Serious and critical findings, each with the places where it is. */
async function findProblems(page: Page, options: string): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
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
