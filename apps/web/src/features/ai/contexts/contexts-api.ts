import {
  type AiContexto,
  type AiContextoArmado,
  type AiContextoGuardado,
  type AiContextoResumen,
  aiContextoSchema,
  type ObjetoDeServidor,
  type PiezaDeContexto,
  ROLES,
  type TablaGuardada,
} from '@div/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import type { ListData } from '../../../shared/list/list-data.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'

export const RESOURCE = 'ai-contexts'
/** Further ones are typed. */
const OBJETOS = 200

const NEW: AiContexto = {
  nombre: '',
  descripcion: '',
  roles: [...ROLES],
  variables: [],
  piezas: [{ tipo: 'texto', titulo: '', texto: '' }],
}

export function useContextos(query: Readonly<Record<string, string>>): ListData<AiContextoResumen> {
  return usePagedList<AiContextoResumen>(RESOURCE, query)
}

export type ContextoForm = ResourceForm<AiContextoGuardado, AiContexto>

export function useContextoForm(
  id: string | null,
  onStored: (stored: AiContextoGuardado) => void,
): ContextoForm {
  return useResourceForm<AiContextoGuardado, AiContexto>({
    resource: RESOURCE,
    id,
    schema: aiContextoSchema,
    initial: NEW,
    toDraft: toContextoDraft,
    onStored,
  })
}

export function toContextoDraft(stored: AiContextoGuardado): AiContexto {
  const { nombre, descripcion, roles, variables, piezas } = stored
  return { nombre, descripcion, roles, variables, piezas }
}

/** Where a piece of this kind begins. */
export function createPieza(tipo: PiezaDeContexto['tipo']): PiezaDeContexto {
  switch (tipo) {
    case 'texto':
      return { tipo, titulo: '', texto: '' }
    case 'parametro':
      return { tipo, titulo: '', parametroId: '' }
    case 'tabla':
      return { tipo, titulo: '', tablaId: '', columnas: [], filas: 50, filtro: null }
    case 'esquema':
      return { tipo, titulo: '', servidorId: '', objetos: [] }
  }
}

/** What a model would be told of what stands on the form. */
export function tryContexto(
  { variables, piezas }: Pick<AiContexto, 'variables' | 'piezas'>,
  valores: Readonly<Record<string, string>>,
): Promise<AiContextoArmado> {
  return callApi<AiContextoArmado>('POST', `${RESOURCE}/vista-previa`, {
    body: { variables, piezas, valores },
  })
}

/** The same of what is stored, for who may not change it. */
export function seeContexto(
  id: string,
  valores: Readonly<Record<string, string>>,
): Promise<AiContextoArmado> {
  return callApi<AiContextoArmado>('POST', `${RESOURCE}/${id}/vista-previa`, { body: { valores } })
}

export function useColumnas(tablaId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['tablas', 'nombre', tablaId],
    queryFn: ({ signal }) => callApi<TablaGuardada>('GET', `tablas/${tablaId}`, { signal }),
    enabled: tablaId !== '',
  })
  return data?.columnas.map(({ nombre }) => nombre) ?? []
}

/** The names of what a servidor holds; none while it does not answer: they can be typed. */
export function useNombresDeObjetos(servidorId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['servidores', 'objetos', servidorId, 'contexto'],
    queryFn: ({ signal }) =>
      callApi<ObjetoDeServidor[]>('GET', `servidores/${servidorId}/objetos?limite=${OBJETOS}`, { signal }),
    enabled: servidorId !== '',
    retry: false,
  })
  const names = data?.map(({ esquema, nombre }) => (esquema === undefined ? nombre : `${esquema}.${nombre}`))
  return [...new Set(names)]
}
