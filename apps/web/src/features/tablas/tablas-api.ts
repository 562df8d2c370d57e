import type {
  CambioDeFila,
  CambioHecho,
  Importacion,
  Tabla,
  TablaGuardada,
  TablaResumen,
} from '@div/contract'
import { tablaSchema } from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi, fetchApi } from '../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../shared/form/use-resource-form.ts'
import type { ListData } from '../../shared/list/list-data.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'

export function useTablas(query: Readonly<Record<string, string>>): ListData<TablaResumen> {
  return usePagedList<TablaResumen>('tablas', query)
}

export function useTabla(id: string) {
  return useQuery({
    queryKey: ['tablas', 'uno', id],
    queryFn: ({ signal }) => callApi<TablaGuardada>('GET', `tablas/${id}`, { signal }),
  })
}

const NEW: Tabla = {
  nombre: '',
  descripcion: '',
  categoriaId: null,
  columnas: [{ nombre: '', tipo: 'texto', requerido: false, unico: false, descripcion: '' }],
}

export function useTablaForm(
  id: string | null,
  onStored: (stored: TablaGuardada) => void,
): ResourceForm<TablaGuardada, Tabla> {
  return useResourceForm<TablaGuardada, Tabla>({
    resource: 'tablas',
    id,
    schema: tablaSchema,
    initial: NEW,
    toDraft: toTablaDraft,
    onStored,
  })
}

/** Each column says what it is called now, so that its values go with it whatever it will be called. */
export function toTablaDraft({ nombre, descripcion, categoriaId, columnas }: TablaGuardada): Tabla {
  return {
    nombre,
    descripcion,
    categoriaId,
    columnas: columnas.map((columna) => ({ ...columna, antes: columna.nombre })),
  }
}

export async function sendCambios(id: string, cambios: readonly CambioDeFila[]): Promise<CambioHecho[]> {
  const { resultados } = await callApi<{ resultados: CambioHecho[] }>('POST', `tablas/${id}/filas/cambios`, {
    body: { cambios },
  })
  return resultados
}

export interface ImportOptions {
  modo: 'agregar' | 'reemplazar'
  /** Says what would happen and writes nothing. */
  revisar?: boolean
  /** Writes the rows that are right and leaves the others out. */
  parcial?: boolean
}

export function importFilas(
  id: string,
  file: File,
  { modo, revisar = false, parcial = false }: ImportOptions,
): Promise<Importacion> {
  const body = new FormData()
  body.append('archivo', file)
  const flag = (isOn: boolean) => (isOn ? '1' : '0')
  const query = new URLSearchParams({ modo, revisar: flag(revisar), parcial: flag(parcial) })
  return callApi<Importacion>('POST', `tablas/${id}/importar?${query}`, { body })
}

export async function exportFilas(id: string, formato: 'csv' | 'xlsx'): Promise<Blob> {
  return (await fetchApi('GET', `tablas/${id}/exportar?formato=${formato}`)).blob()
}
