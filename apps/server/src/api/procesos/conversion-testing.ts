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

  const traductor = {
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

    /** Its id, and what calls it with a body, as a canal shapes it for its entrada. */
    async bringCalled(paquete: Paquete | undefined) {
      const id = await traductor.bring(paquete)
      const entrada = parseFlujo(paquete?.proceso.flujo).nodos.find(({ tipo }) => tipo === 'entrada')
      function call(body: object) {
        const values = (entrada?.parametros ?? []).map(({ nombre, origen }) => [
          nombre,
          origen === 'cuerpo' ? body : Reflect.get(body, nombre),
        ])
        return traductor.run(id, Object.fromEntries(values))
      }
      return { id, call }
    },

    /** Others can only call what is published. */
    async bringPublished(paquete: Paquete | undefined) {
      const brought = await traductor.bringCalled(paquete)
      expect((await post(`procesos/${brought.id}/publicar`, {})).status).toBe(200)
      return brought
    },
  }
  return traductor
}

/** What JavaScript takes for nothing, what looks like it, and the rest. */
export const VALORES = [false, true, 0, 5, '', ' ', '0', 'a', null, [], ['a'], {}, { b: 1 }]

export function nodoDe(paquete: Paquete | undefined, nombre: string): string {
  const { nodos } = parseFlujo(paquete?.proceso.flujo)
  return nodos.find((nodo) => nodo.nombre === nombre)?.id ?? ''
}
