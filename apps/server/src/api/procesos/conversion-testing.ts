import { type Conversion, type Paquete, parseFlujo, type ResultadoDeEjecucion } from '@div/contract'
import { expect } from 'vitest'
import { startWholeApi } from '../testing-whole.ts'

export type Traductor = Awaited<ReturnType<typeof startTraductor>>

/** A product that takes flows of other tools, as the panel of the screen does: converted, servers chosen, imported, run. */
export async function startTraductor() {
  const api = await startWholeApi({ conTienda: true })
  await api.addUsuario('autora', 'admin')
  const { token } = await api.signIn('autora')
  /** What stands in for a server of a type. */
  const servidores = new Map<string, string>()

  async function post(url: string, body: object, role = token) {
    const answered = await api.call('POST', `/api/${url}`, { token: role, body })
    return { status: answered.statusCode, json: answered.json() }
  }

  return {
    api,
    token,
    servidores,
    post,
    close: () => api.close(),

    async convert(documento: unknown): Promise<Conversion> {
      const { status, json } = await post('procesos/convertir', { documento })
      expect([status, json.errores]).toEqual([200, undefined])
      return json
    },

    /** It has nothing that keeps it from running. */
    async bring(paquete: Paquete | undefined): Promise<string> {
      const asignaciones = Object.fromEntries(
        (paquete?.dependencias ?? []).flatMap(({ recurso, referencia, tipoServidor = '' }) => {
          const id = servidores.get(tipoServidor)
          return id === undefined ? [] : [[`${recurso}/${referencia}`, id]]
        }),
      )
      const { status, json } = await post('procesos/importar', { paquete, asignaciones })
      expect([status, json.faltan]).toEqual([201, undefined])
      const { hallazgos } = (await post(`procesos/${json.id}/validar`, {})).json
      expect(hallazgos.filter(({ gravedad }: { gravedad: string }) => gravedad === 'error')).toEqual([])
      return json.id
    },

    async run(id: string, entrada: object, datosFijados: object = {}): Promise<ResultadoDeEjecucion> {
      const { json } = await post(`procesos/${id}/ejecutar`, { entrada, datosFijados })
      expect(json.error ?? null).toBe(null)
      return json
    },
  }
}

export function nodoDe(paquete: Paquete | undefined, nombre: string): string {
  const { nodos } = parseFlujo(paquete?.proceso.flujo)
  return nodos.find((nodo) => nodo.nombre === nombre)?.id ?? ''
}
