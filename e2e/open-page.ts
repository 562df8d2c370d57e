import type { Sesion } from '@div/contract'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Product } from './product.ts'

export const CHROMIUM = '/usr/bin/chromium'
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
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ARGS })
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

interface PageOptions extends BrowserContextOptions {
  /** Complaints that belong to the story, such as a 401 that it provokes. */
  tolerates?: RegExp
}

/** Where the web application of a product is. */
function webUrl({ apiUrl }: Product): string {
  return apiUrl.replace('127.0.0.1', 'localhost').replace(/\/api$/, '')
}

/** A page in a window of its own. Errors of scripts, of the console and of the security policy fail the story. */
export async function openPage(product: Product, { tolerates, ...options }: PageOptions = {}): Promise<Page> {
  const context = await (await openBrowser()).newContext({
    baseURL: webUrl(product),
    viewport: { width: 1440, height: 900 },
    locale: 'es-ES',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  watch(page, tolerates)
  return page
}

/** Another tab beside one, in the same window. */
export async function openTab(beside: Page, tolerates?: RegExp): Promise<Page> {
  const page = await beside.context().newPage()
  watch(page, tolerates)
  return page
}

function watch(page: Page, tolerates?: RegExp): void {
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
export async function closePages(): Promise<void> {
  const all = opened.splice(0)
  // A request that a story's own route still holds would keep its window from closing.
  await Promise.all(all.map(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  const contexts = new Set(all.map(({ page }) => page.context()))
  await Promise.all([...contexts].map((context) => context.close()))
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
