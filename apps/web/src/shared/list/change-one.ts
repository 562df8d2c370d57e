import type { AccionDeLote, LoteHecho } from '@div/contract'
import { callApi } from '../api-client.ts'

/** What is done with many of a list, with one alone. Throws with the reason of a refusal. */
export async function changeOne(
  resource: string,
  id: string,
  accion: Exclude<AccionDeLote, 'categoria'>,
): Promise<void> {
  const { resultados } = await callApi<LoteHecho>('POST', `${resource}/lote`, {
    body: { accion, ids: [id] },
  })
  for (const resultado of resultados) if (!resultado.ok) throw new Error(resultado.mensaje)
}
