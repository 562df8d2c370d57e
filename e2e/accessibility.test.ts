import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePage, describeInBrowser, openPage, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { fillProduct, SCREENS, type ScreenShown, showScreen } from './screens.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const GRAVE = ['serious', 'critical']
const MAX_SHIFT = 0.05

/** As many pages at once: a page waits as long as it works. */
const AT_ONCE = 2
const ALL_MS = 600_000

let product: Product
let axe: string
const checks = new Map<string, Promise<Findings>>()

interface Findings {
  light: string[]
  dark: string[]
  shift: number
}

describeInBrowser('a screen that can be used by everybody', () => {
  beforeAll(async () => {
    product = await startStoryProduct()
    await fillProduct(product)
    axe = await readFile(AXE, 'utf8')
    const screens = [...SCREENS]
    await Promise.all(Array.from({ length: AT_ONCE }, () => checkNext(screens)))
  }, ALL_MS)
  afterAll(() => product.stop())

  test.each(SCREENS)('$name', async ({ name }) => {
    const { shift, ...problems } = (await checks.get(name)) ?? { shift: Number.NaN }
    expect(problems).toEqual({ light: [], dark: [] })
    expect(shift).toBeLessThanOrEqual(MAX_SHIFT)
  })
})

/** Until none is left. How a check ended is told by the test of its screen. */
async function checkNext(screens: ScreenShown[]): Promise<void> {
  for (let screen = screens.shift(); screen; screen = screens.shift()) {
    const check = checkScreen(screen)
    checks.set(screen.name, check)
    await check.catch(() => {})
  }
}

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
