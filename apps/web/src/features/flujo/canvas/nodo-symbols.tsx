import { TIPOS_NODO, type TipoNodo } from '@div/contract'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'

export const symbolOf = (tipo: TipoNodo): string => `nodo-${tipo}`

/** The icons of the node types, drawn once: a thousand nodes refer to them. */
export function NodoSymbols() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      {TIPOS_NODO.map((tipo) => {
        const Icon = TIPO_NODO_LOOKS[tipo].icon
        return (
          <symbol key={tipo} id={symbolOf(tipo)} viewBox="0 0 24 24">
            <Icon size={24} stroke={1.5} />
          </symbol>
        )
      })}
    </svg>
  )
}
