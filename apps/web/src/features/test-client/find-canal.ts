import type { Canal } from '@div/contract'
import { addressOfCanal } from '../../shared/canales/canal-address.ts'

/** How the machine that the product runs on calls itself. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

interface Canales<Each> {
  canales: readonly Each[]
  /** What they are called at as this page reaches them; undefined: it is not known. */
  base: string | undefined
  /** Of the motor. */
  puerto: number | undefined
}

/**
 * The canal that an address is of, so that it is called as one: the product calls no private address for anybody, and its own motor is mostly
 * tried at one. Null: it is somebody else's.
 */
export function findCanal<Each extends Pick<Canal, 'tipo' | 'ruta'> & { id: string }>(
  url: string,
  { canales, base, puerto }: Canales<Each>,
): { canalId: string; ruta: string } | null {
  const own = puerto === undefined ? [] : THIS_MACHINE.map((host) => `http://${host}:${puerto}`)
  const bases = base === undefined ? own : [base, ...own]
  for (const canal of canales) {
    for (const each of bases) {
      const address = addressOfCanal(each, canal)
      const rest = url.startsWith(address) ? url.slice(address.length) : null
      if (rest !== null && /^(?:$|[/?])/.test(rest)) return { canalId: canal.id, ruta: rest }
    }
  }
  return null
}
