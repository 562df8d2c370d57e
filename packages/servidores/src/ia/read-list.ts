import { LimiteSuperado, type Limits, readExactJson, ServidorRechaza } from '@div/contract'
import type { z } from 'zod'
import type { HttpService } from '../http/http-service.ts'
import { rechazoOf } from './ia-failure.ts'

/** What a service tells below its base address, as its schema reads it. Throws ServidorRechaza. */
export async function readList<List>(
  http: HttpService,
  {
    ruta,
    consulta = '',
    schema,
    limits,
    signal,
  }: {
    ruta: string
    consulta?: string
    schema: z.ZodType<List>
    limits: Pick<Limits, 'profundidad'>
    signal: AbortSignal
  },
): Promise<List> {
  const { servidor } = http
  const { status, body } = await http.request(
    { metodo: 'GET', ruta, consulta, headers: { accept: 'application/json' }, body: null },
    signal,
  )
  const cuerpo = body.toString('utf8')
  if (status < 200 || status > 299) throw rechazoOf(servidor, { estado: status, cuerpo, modelo: null })
  try {
    return schema.parse(readExactJson(cuerpo, limits))
  } catch (cause) {
    if (cause instanceof LimiteSuperado) throw cause
    // A page instead of a list: something else answers at this address.
    const motivo = `lo que contesta en ${http.basePath}${ruta} no es una lista de modelos: revise su dirección base`
    throw new ServidorRechaza({ servidor, motivo }, { cause, extra: { estado: status, reintentable: false } })
  }
}
