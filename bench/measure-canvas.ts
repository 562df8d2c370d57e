import type { ProcesoGuardado } from '@div/contract'
import type { Page } from 'playwright-core'
import { CHROMIUM, closeBrowser, closePages, openPage, openSignedIn } from '../e2e/open-page.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { serveBareCanvas } from './bare-canvas-server.ts'
import { canvasFlujo } from './canvas-graph.ts'
import {
  COUNT_RENDERS,
  elementsPerNode,
  framesWhileDragging,
  heapMiB,
  untilChanged,
  untilDrawn,
} from './canvas-probe.ts'
import { median } from './median.ts'

const MANY = 1_000
const FEW = 100

interface CanvasFigures {
  openMs: number
  elementos: number
  heapMiB: number
  arrastre: number
  desplazamiento: number
}

/** The canvas beside a bare React Flow page with as many plain nodes: medians of the rounds, and of their ratios. */
export interface CanvasResult {
  nodos: number
  conexiones: number
  bare: CanvasFigures
  drawn: CanvasFigures
  /** Ours to bare. */
  ratios: Pick<CanvasFigures, 'openMs' | 'arrastre' | 'desplazamiento'>
  /** The slowest of undoing and redoing a move, a removal and the order of all. */
  deshacerMs: number
  /** Of components of the canvas while a note is typed in the inspector. */
  renders: number
  pocosMs: number
}

/** Null where there is no Chromium. `folder`: where the bare page is built. */
export async function measureCanvas(
  folder: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<CanvasResult | null> {
  if (!CHROMIUM) return null
  const flujo = canvasFlujo(MANY)
  const product = await startProduct({ DIV_SAMPLES: '0' })
  const bareServer = await serveBareCanvas(folder, flujo)
  try {
    const many = await draw(product, MANY)
    const few = await draw(product, FEW)
    const bare: CanvasFigures[] = []
    const drawn: CanvasFigures[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await measureBare(product, bareServer.url, seconds))
      drawn.push(await measureDrawn(product, many, seconds))
    }
    const ratioOf = (name: keyof CanvasFigures) =>
      median(drawn.map((each, at) => each[name] / (bare[at]?.[name] ?? Number.NaN)))
    const result = {
      nodos: MANY,
      conexiones: flujo.conexiones.length,
      bare: medianOf(bare),
      drawn: medianOf(drawn),
      ratios: {
        openMs: ratioOf('openMs'),
        arrastre: ratioOf('arrastre'),
        desplazamiento: ratioOf('desplazamiento'),
      },
      ...(await measureEditing(product, many)),
      pocosMs: await openFew(product, few, rounds),
    }
    say(result)
    return result
  } finally {
    bareServer.stop()
    await closeBrowser()
    await product.stop()
  }
}

/** The address of its canvas. */
async function draw(product: Product, nodos: number): Promise<string> {
  const { json } = await product.api('POST', '/procesos', {
    nombre: `Lienzo ${nodos}`,
    flujo: canvasFlujo(nodos),
  })
  return `/flujo/${(json as ProcesoGuardado).id}`
}

function medianOf(rounds: readonly CanvasFigures[]): CanvasFigures {
  const of = (name: keyof CanvasFigures) => median(rounds.map((each) => each[name]))
  return {
    openMs: of('openMs'),
    elementos: of('elementos'),
    heapMiB: of('heapMiB'),
    arrastre: of('arrastre'),
    desplazamiento: of('desplazamiento'),
  }
}

async function measureBare(product: Product, url: string, seconds: number): Promise<CanvasFigures> {
  const page = await openPage(product, { tolerates: /favicon/ })
  try {
    return await measurePage(page, url, seconds)
  } finally {
    await closePages()
  }
}

async function measureDrawn(product: Product, path: string, seconds: number): Promise<CanvasFigures> {
  const page = await openSignedIn(product, null)
  try {
    return await measurePage(page, path, seconds)
  } finally {
    await closePages()
  }
}

/** With its scripts in the cache, as who works with it has them. */
async function measurePage(page: Page, address: string, seconds: number): Promise<CanvasFigures> {
  await page.goto(address)
  await untilDrawn(page, MANY)
  await page.goto(address)
  const openMs = await untilDrawn(page, MANY)
  await page.waitForLoadState('networkidle')
  const elementos = await elementsPerNode(page, MANY)
  const heap = await heapMiB(page)
  const arrastre = await framesWhileDragging(page, await middleOf(page, MANY / 2), seconds)
  const box = await page.locator('.react-flow').boundingBox()
  if (box === null) throw new Error('there is no canvas')
  // Between two rows: the drawing fills the width, and is fitted in the middle of the height.
  const desplazamiento = await framesWhileDragging(page, { x: box.x + box.width / 2, y: box.y + 40 }, seconds)
  return { openMs, elementos, heapMiB: heap, arrastre, desplazamiento }
}

async function middleOf(page: Page, at: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.react-flow__node').nth(at).boundingBox()
  if (box === null) throw new Error('it is not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const TYPED = 'tarda un poco más'

async function measureEditing(product: Product, path: string) {
  const page = await openSignedIn(product, null)
  try {
    await page.addInitScript(COUNT_RENDERS)
    await page.goto(path)
    await untilDrawn(page, MANY)
    await page.waitForLoadState('networkidle')
    const nodo = page.locator('.react-flow__node').nth(MANY / 2)
    await nodo.focus()
    await nodo.press('Enter')
    const steps = [
      () => page.keyboard.press('ArrowDown'),
      () => page.keyboard.press('Delete'),
      async () => {
        await page.getByRole('button', { name: 'Ordenar' }).click()
        await page.locator('[aria-label="Ordenar"]:not([data-loading])').waitFor({ timeout: 120_000 })
        await page.waitForTimeout(1_500)
      },
    ]
    const times: number[] = []
    for (const step of steps) {
      await step()
      await page.waitForTimeout(500)
      times.push(await untilChanged(page, 'Control+z'))
      await page.waitForTimeout(500)
      times.push(await untilChanged(page, 'Control+y'))
      await page.waitForTimeout(500)
      await page.keyboard.press('Control+z')
    }
    return { deshacerMs: Math.max(...times), renders: await countRenders(page) }
  } finally {
    await closePages()
  }
}

/** The first letter selects nothing and stores nothing: what it brings about once is over before the others are counted. */
async function countRenders(page: Page): Promise<number> {
  const nodo = page.locator('.react-flow__node').nth(MANY / 2 + 1)
  await nodo.focus()
  await nodo.press('Enter')
  const nota = page.getByRole('complementary', { name: 'Inspector' }).getByLabel('Nota')
  await nota.fill('Esto ')
  await page.evaluate('globalThis.isCounting = true')
  await nota.press('x')
  await page.evaluate('globalThis.renders = 0')
  await nota.pressSequentially(TYPED)
  return page.evaluate('globalThis.renders')
}

async function openFew(product: Product, path: string, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await openSignedIn(product, path)
    await untilDrawn(page, FEW)
    await page.goto(path)
    times.push(await untilDrawn(page, FEW))
    await closePages()
  }
  return median(times)
}

function say({ bare, drawn, ratios, deshacerMs, renders, pocosMs }: CanvasResult): void {
  process.stdout.write(
    `canvas  open ${Math.round(bare.openMs)} → ${Math.round(drawn.openMs)} ms (${ratios.openMs.toFixed(2)})  elements ${drawn.elementos.toFixed(1)}  heap ${Math.round(drawn.heapMiB)} MiB  drag ${ratios.arrastre.toFixed(2)}  pan ${ratios.desplazamiento.toFixed(2)}  undo ${Math.round(deshacerMs)} ms  renders ${renders}  100 nodes ${Math.round(pocosMs)} ms\n`,
  )
}
