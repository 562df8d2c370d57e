import type { Locator, Page } from 'playwright-core'

export const nodo = (page: Page, nombre: string) =>
  page.locator('.react-flow__node').filter({ has: page.getByText(nombre, { exact: true }) })

export const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

/** As the page says it, which a moment after a change it still does of the one before: who needs what is stored asks `expectStored`. */
export const saved = (page: Page) => page.getByText(/^Borrador · guardado (ahora|hace)/)

/** For the mouse: a node that does not lie free on the canvas is brought there as a person would; the browser, which would scroll to it, moves no canvas. */
export async function reachNodo(page: Page, found: Locator): Promise<Locator> {
  await found.waitFor()
  if (!(await found.evaluate(liesFree))) {
    await page.getByRole('button', { name: 'Ver todo' }).click()
    await page.waitForFunction(liesFree, await found.elementHandle())
  }
  return found
}

/** An element of the page, whose types are not those of a test. */
interface Drawn {
  closest(selector: string): Drawn | null
  contains(other: Drawn | null): boolean
  getBoundingClientRect(): { left: number; right: number; top: number; bottom: number }
  ownerDocument: { elementFromPoint(x: number, y: number): Drawn | null }
}

/** It is wholly seen, and nothing lies over its middle. In the page. */
function liesFree(nodo: Drawn | null): boolean {
  const canvas = nodo?.closest('.react-flow')?.getBoundingClientRect()
  if (!nodo || !canvas) return false
  const { left, right, top, bottom } = nodo.getBoundingClientRect()
  const isInside =
    left >= canvas.left && right <= canvas.right && top >= canvas.top && bottom <= canvas.bottom
  return (
    isInside && nodo.contains(nodo.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  )
}

/** Clicked, and selected. */
export async function chooseNodo(page: Page, found: Locator): Promise<void> {
  await (await reachNodo(page, found)).click()
  await found.and(page.locator('.selected')).waitFor()
}
