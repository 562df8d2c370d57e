// Starts a product with samples and photographs every screen of e2e/screens.ts into docs/screens. What the repository keeps is the
// wide light picture, of some screens all of them; other narrow and dark ones lie beside it in a folder that git ignores.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { closeBrowser, openPage, openSignedIn } from '../e2e/open-page.ts'
import { startProduct } from '../e2e/product.ts'
import { fillProduct, SCREENS, showScreen } from '../e2e/screens.ts'

const KEPT = fileURLToPath(new URL('../docs/screens/', import.meta.url))
const VARIANTS = `${KEPT}otras/`
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }

const LOOKS = [
  { viewport: WIDE, colorScheme: 'light', suffix: '' },
  { viewport: WIDE, colorScheme: 'dark', suffix: '-oscuro' },
  { viewport: NARROW, colorScheme: 'light', suffix: '-estrecho' },
  { viewport: NARROW, colorScheme: 'dark', suffix: '-estrecho-oscuro' },
] as const

/** Names of screens as arguments: only those. */
const wanted = process.argv.slice(2)
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

await mkdir(VARIANTS, { recursive: true })
const product = await startProduct()
try {
  await fillProduct(product)
  for (const screen of screens) {
    for (const { suffix, ...viewed } of LOOKS) {
      const look = { ...viewed, ...(screen.tolerates && { tolerates: screen.tolerates }) }
      const page = screen.isPublic ? await openPage(product, look) : await openSignedIn(product, null, look)
      await showScreen(page, product, screen)
      const folder = suffix === '' || screen.isKeptWhole ? KEPT : VARIANTS
      await page.screenshot({ path: `${folder}${screen.name}${suffix}.png` })
      await page.context().close()
    }
    process.stdout.write(`${screen.name}\n`)
  }
} finally {
  await closeBrowser()
  await product.stop()
}
