import { useTiposServidor } from '../../../shared/servidores/use-tipos-servidor.ts'
import { useDetalles } from '../datos/use-objetos.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { actionOf, busquedaOf } from './actions.ts'
import type { AddWhat } from './add-nodo.ts'
import type { Named } from './find-offers.ts'
import { nodoOfObjeto } from './nodo-of-objeto.ts'
import { type Busqueda, claveOf, mayBuscar } from './plan-busqueda.ts'
import { useObjetosDeTodos } from './use-objetos-de.ts'

/** Of each servidor: who types on finds the others. */
const OBJETOS = 5
/** Tables whose key is asked for. */
const BUSQUEDAS = 5

interface NamedOffer extends Named {
  key: string
  what: AddWhat | Busqueda
}

/** What can be done with what servidores hold under a name; rows of tables can also be looked up by their key. */
export function useNamedOffers(q: string): { named: readonly NamedOffer[]; isSearching: boolean } {
  const store = useEditorStore()
  const { data: tipos = [] } = useTiposServidor()
  const { objetos, isSearching } = useObjetosDeTodos(q, { each: OBJETOS })
  const tablas = mayBuscar(store.flujo)
    ? objetos
        .filter(
          ({ objeto, servidor }) => objeto.tipoObjeto === 'tabla' && servidor.tipoServidor !== 'interno',
        )
        .slice(0, BUSQUEDAS)
    : []
  const detalles = useDetalles(
    tablas.map(({ servidor, objeto: { esquema, nombre } }) => ({
      servidorId: servidor.id,
      nombre: esquema === undefined ? nombre : `${esquema}.${nombre}`,
    })),
  )
  const named = objetos.flatMap(({ servidor, objeto }): NamedOffer[] => {
    const key = [servidor.id, objeto.tipoObjeto, objeto.esquema, objeto.nombre].join('/')
    const what = nodoOfObjeto(servidor, objeto, tipos)
    const plain = {
      key,
      label: actionOf(objeto),
      summary: `${servidor.nombre} · ${objeto.clase}`,
      what,
    }
    const detalle = detalles[tablas.findIndex((tabla) => tabla.objeto === objeto)]?.data
    const clave = detalle && claveOf(detalle)
    if (!detalle || !clave) return [plain]
    const { columnas } = detalle
    return [
      plain,
      {
        key: `${key}/busqueda`,
        label: busquedaOf(objeto, clave.nombre),
        summary: `${servidor.nombre} · una fila, o 404 si no existe`,
        what: { what, clave, columnas },
      },
    ]
  })
  return { named, isSearching: isSearching || detalles.some(({ isFetching }) => isFetching) }
}
