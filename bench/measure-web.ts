import type { Page } from 'playwright-core'
import { CHROMIUM, closeBrowser, closePages, openPage, openSignedIn, signIn } from '../e2e/open-page.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { fillProduct } from '../e2e/screens.ts'
import { median } from './median.ts'

/** What a person waits for. */
export interface WebResult {
  /** From pressing ACCEDER to a home page that shows its metrics, with an empty cache. */
  signInMs: number
  /** Of going through the sidebar: the longest time in which the page could not react, and how far what was shown moved by itself. */
  longestTaskMs: number
  slowestScreen: string
  layoutShift: number
  screens: number
}

/** The web application in Chromium on this machine; null where there is none. */
export async function measureWeb(rounds: number): Promise<WebResult | null> {
  if (!CHROMIUM) return null
  const product = await startProduct({ DIV_SAMPLES: '1' })
  try {
    await fillProduct(product)
    const signIns: number[] = []
    for (let round = 0; round < rounds; round++) signIns.push(await timeSignIn(product))
    const walked = await walkSidebar(product)
    const slowest = walked.reduce((worst, each) => (each.taskMs > worst.taskMs ? each : worst))
    const result = {
      signInMs: median(signIns),
      longestTaskMs: slowest.taskMs,
      slowestScreen: slowest.name,
      layoutShift: Math.max(...walked.map(({ shift }) => shift)),
      screens: walked.length,
    }
    process.stdout.write(
      `web  sign-in ${Math.round(result.signInMs)} ms  longest task ${Math.round(result.longestTaskMs)} ms (${result.slowestScreen})  shift ${result.layoutShift.toFixed(3)}\n`,
    )
    return result
  } finally {
    await closeBrowser()
    await product.stop()
  }
}

async function timeSignIn(product: Product): Promise<number> {
  const page = await openPage(product)
  await page.goto('/login')
  await page.getByLabel('USUARIO').waitFor()
  const began = performance.now()
  await signIn(page, product.admin)
  await page.getByRole('region', { name: 'Latencia Promedio' }).waitFor()
  const ms = performance.now() - began
  await closePages()
  return ms
}

interface Walked {
  name: string
  taskMs: number
  shift: number
}

/** Every entry of the sidebar in turn, as a person goes from one to the next. */
async function walkSidebar(product: Product): Promise<Walked[]> {
  const page = await openSignedIn(product, null)
  await page.addInitScript(WATCH)
  await page.goto('/')
  const sidebar = page.getByRole('navigation', { name: 'Principal' })
  const entries = sidebar.getByRole('link')
  await entries.first().waitFor()
  const walked: Walked[] = []
  for (let at = 0; at < (await entries.count()); at++) {
    const entry = entries.nth(at)
    const name = (await entry.innerText()).split('\n')[0] ?? ''
    await readWatch(page)
    await entry.click()
    await page.locator('h1, h2').first().waitFor()
    await page.waitForLoadState('networkidle')
    walked.push({ name, ...(await readWatch(page)) })
  }
  await closePages()
  return walked
}

/** In the words of the page, whose types are not those of a program: what has been seen since it was asked last. */
const WATCH = `
  globalThis.seen = { taskMs: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.taskMs = Math.max(seen.taskMs, duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) seen.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`

async function readWatch(page: Page): Promise<Omit<Walked, 'name'>> {
  return page.evaluate(
    '(() => { const was = seen; globalThis.seen = { taskMs: 0, shift: 0 }; return was })()',
  )
}
