import type { ProcesoGuardado } from '@div/contract'

type Modo = ProcesoGuardado['modo']

export const MODOS: readonly { modo: Modo; label: string; summary: string }[] = [
  {
    modo: 'memoria',
    label: 'En memoria',
    summary: 'Lo más rápido. Si DIV se detiene a mitad de una ejecución, quien llamó tiene que repetirla.',
  },
  {
    modo: 'durable',
    label: 'Durable',
    summary:
      'Lo aceptado no se pierde: cada nodo terminado queda guardado y la ejecución sigue desde ahí tras una caída.',
  },
]

export function describeModo(modo: Modo): { label: string; summary: string } {
  return MODOS.find((each) => each.modo === modo) ?? { label: modo, summary: '' }
}
