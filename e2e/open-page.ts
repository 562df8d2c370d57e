import { existsSync } from 'node:fs'
import type { Sesion } from '@div/contract'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { Product } from './product.ts'

/** Both are Chromium; the one without windows of its own takes half the time. */
export const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Promise<Browser> | undefined

/** One for all files of a worker; it goes when the worker does. */
function openBrowser(): Promise<Browser> {
  // Where the system says no encoding, a download whose name has an accent would lose its name.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  if (!CHROMIUM) throw new Error('there is no Chromium')
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ARGS, env })
  return browser
}

/** For programs; a worker of the tests takes its own along when it ends. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
}

interface OpenedPage {
  page: Page
  problems: string[]
}

const opened: OpenedPage[] = []

interface PageOptions extends WindowOptions {
  /** Complaints that belong to the story, such as a 401 that it provokes. */
  tolerates?: RegExp
}

/** Where the web application of a product is. */
function webUrl({ apiUrl }: Product): string {
  return apiUrl.replace('127.0.0.1', 'localhost').replace(/\/api$/, '')
}

/**
 * Windows whose story is over, for one of the same address and options: what such a window has loaded and compiled of the application it
 * does not load again, which halves the time of a story. Only that is kept; what a story left in its storage goes.
 */
const idle = new Map<string, BrowserContext[]>()
/** Of those that are open. */
const keys = new Map<BrowserContext, string>()
/** A story's clock stays in its window. */
const clocked = new Set<BrowserContext>()

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>
interface WindowOptions extends BrowserContextOptions {
  storageState?: StorageState
}

async function openWindow(
  baseURL: string,
  { storageState, ...options }: WindowOptions,
): Promise<BrowserContext> {
  const key = JSON.stringify([baseURL, options])
  await closeIdleElsewhere(baseURL)
  const stored = storageState ?? { cookies: [], origins: [] }
  let context = idle.get(key)?.pop()
  if (context) await context.setStorageState(stored)
  else {
    context = await (await openBrowser()).newContext({
      baseURL,
      viewport: { width: 1440, height: 900 },
      locale: 'es-ES',
      reducedMotion: 'reduce',
      storageState: stored,
      ...options,
    })
  }
  keys.set(context, key)
  return context
}

/** Of products that are gone. */
async function closeIdleElsewhere(baseURL: string): Promise<void> {
  const others = [...idle].filter(([key]) => JSON.parse(key)[0] !== baseURL)
  for (const [key] of others) idle.delete(key)
  await Promise.all(others.flatMap(([, contexts]) => contexts).map((context) => context.close()))
}

async function leaveWindow(context: BrowserContext): Promise<void> {
  const key = keys.get(context)
  keys.delete(context)
  if (key === undefined || clocked.delete(context)) return context.close()
  await Promise.all(context.pages().map((page) => page.close()))
  idle.set(key, [...(idle.get(key) ?? []), context])
}

/** A page in a window of its own. Errors of scripts, of the console and of the security policy fail the story. */
export async function openPage(product: Product, { tolerates, ...options }: PageOptions = {}): Promise<Page> {
  const context = await openWindow(webUrl(product), options)
  const page = await context.newPage()
  watch(page, tolerates)
  return page
}

/** From now on the page has a machine that takes so many times as long. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Another tab beside one, in the same window. */
export async function openTab(beside: Page, tolerates?: RegExp): Promise<Page> {
  const page = await beside.context().newPage()
  watch(page, tolerates)
  return page
}

function watch(page: Page, tolerates?: RegExp): void {
  const { clock } = page
  Object.defineProperty(page, 'clock', {
    get() {
      clocked.add(page.context())
      return clock
    },
  })
  const problems: string[] = []
  const note = (problem: string) => {
    if (!tolerates?.test(problem)) problems.push(problem)
  }
  page.on('pageerror', (error) => note(`page error: ${error.stack ?? error.message}`))
  // A violation of the security policy is a console error too.
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  opened.push({ page, problems })
}

/** Of everybody; throws what they complained about. */
export function closePages(): Promise<void> {
  return closeAll(opened.splice(0))
}

/** As `closePages`, of one window, while others are open. */
export function closePage(page: Page): Promise<void> {
  const mine = opened.filter((each) => each.page.context() === page.context())
  for (const each of mine) opened.splice(opened.indexOf(each), 1)
  return closeAll(mine)
}

async function closeAll(all: readonly OpenedPage[]): Promise<void> {
  // A request that a story's own route still holds would keep its window from closing.
  await Promise.all(
    all.map(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)),
  )
  const contexts = new Set(all.map(({ page }) => page.context()))
  await Promise.all([...contexts].map(leaveWindow))
  const problems = all.flatMap((each) => each.problems)
  if (problems.length > 0) throw new Error(`the page complained:\n${problems.join('\n')}`)
}

/** Through the form, as a person does. */
export async function signIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('USUARIO').fill(username)
  await page.getByLabel('CONTRASEÑA').fill(password)
  await page.getByRole('button', { name: 'ACCEDER' }).click()
}

/** The page's time stands still from here on, but for what `page.clock.runFor` lets pass. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

interface Credentials {
  username: string
  password: string
}

/** A page whose person is signed in already, at `path`; null: it has not gone anywhere yet. */
export async function openSignedIn(
  product: Product,
  path: string | null,
  { credentials = product.admin, ...options }: PageOptions & { credentials?: Credentials } = {},
): Promise<Page> {
  const { json } = await product.api('POST', '/auth/login', credentials)
  const { token, refresh_token, user } = json as Sesion
  const entries = { token, refresh_token, user: JSON.stringify(user) }
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  const storageState = { cookies: [], origins: [{ origin: webUrl(product), localStorage }] }
  const page = await openPage(product, { ...options, storageState })
  if (path !== null) await page.goto(path)
  return page
}
