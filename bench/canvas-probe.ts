import type { Page } from 'playwright-core'

/** When so many nodes stand on the page and were painted; milliseconds since its address was opened. */
export async function untilDrawn(page: Page, nodos: number): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const drawn = document.getElementsByClassName('react-flow__node')
    const look = () => drawn.length >= ${nodos}
      ? requestAnimationFrame(() => resolve(performance.now()))
      : requestAnimationFrame(look)
    look()
  })`)
}

export async function elementsPerNode(page: Page, nodos: number): Promise<number> {
  const elements = await page.locator('.react-flow *').count()
  return elements / nodos
}

/** What scripts hold once nothing more can be let go. */
export async function heapMiB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20
}

interface Point {
  x: number
  y: number
}

const SWAY = 120

/** Frames a second while the mouse goes to and fro with its button held. */
export async function framesWhileDragging(page: Page, from: Point, seconds: number): Promise<number> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.evaluate(`globalThis.frames_ = 0; globalThis.counting = true;
    (function count() { if (globalThis.counting) { globalThis.frames_++; requestAnimationFrame(count) } })()`)
  const began = performance.now()
  for (let step = 1; performance.now() - began < seconds * 1_000; step++) {
    await page.mouse.move(from.x + Math.sin(step / 10) * SWAY, from.y + Math.cos(step / 10) * SWAY)
  }
  const took = performance.now() - began
  const frames = await page.evaluate<number>('globalThis.counting = false, globalThis.frames_')
  await page.mouse.up()
  return (frames / took) * 1_000
}

/** From a key to the paint after which something of the canvas stands otherwise; milliseconds. */
export async function untilChanged(page: Page, key: string): Promise<number> {
  await page.evaluate(`globalThis.changed = new Promise((resolve) => {
    let began = 0
    addEventListener('keydown', () => { began = performance.now() }, { capture: true, once: true })
    const observer = new MutationObserver(() => {
      if (began === 0) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    })
    observer.observe(document.querySelector('.react-flow__viewport'), {
      childList: true, subtree: true, attributes: true, attributeFilter: ['style', 'd', 'class'],
    })
  }); undefined`)
  await page.keyboard.press(key)
  return page.evaluate('globalThis.changed')
}

/**
 * Counts how often a component of the canvas is rendered, from the commits that React tells its tools of: what it visited is another
 * object than before, and what it called bears a mark.
 */
export const COUNT_RENDERS = `
  const PERFORMED_WORK = 1
  globalThis.renders = 0
  let seen = new Set()
  const walk = (fiber, visit) => {
    for (let each = fiber; each; each = each.sibling) { visit(each); walk(each.child, visit) }
  }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_id, root) {
      if (!globalThis.isCounting) return
      const canvas = document.querySelector('.react-flow')?.parentElement
      let host = null
      walk(root.current, (fiber) => { if (fiber.stateNode === canvas) host = fiber })
      if (host === null) return
      const now = new Set([host.return])
      walk(host.child, (fiber) => now.add(fiber))
      const isFirst = seen.size === 0
      for (const fiber of now) {
        const isCalled = typeof fiber.type === 'function' || typeof fiber.type?.type === 'function' || typeof fiber.type?.render === 'function'
        if (!isFirst && isCalled && !seen.has(fiber) && fiber.flags & PERFORMED_WORK) globalThis.renders++
      }
      seen = now
    },
  }`
