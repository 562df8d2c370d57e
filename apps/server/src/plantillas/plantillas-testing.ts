import type { Plantilla, ProcesoGuardado } from '@div/contract'
import { expect } from 'vitest'
import { startWholeApi } from '../api/testing-whole.ts'

export type Galeria = Awaited<ReturnType<typeof startGaleria>>

/** A product from which templates are imported, as its gallery does. */
export async function startGaleria() {
  const api = await startWholeApi({ conTienda: true })
  await api.addUsuario('autora', 'admin')
  const { token } = await api.signIn('autora')

  async function ask(method: string, url: string, body?: object) {
    const answer = await api.call(method, `/api/${url}`, { token, ...(body && { body }) })
    return { status: answer.statusCode, json: answer.json() }
  }

  async function create(resource: string, body: object): Promise<string> {
    const { status, json } = await ask('POST', resource, body)
    expect(json, JSON.stringify(json)).toMatchObject({ id: expect.any(String) })
    expect(status).toBe(201)
    return json.id
  }

  return {
    api,
    ask,
    create,
    close: () => api.close(),

    addServidor: (tipoServidor: string, config: object, nombre = `De ${tipoServidor}`) =>
      create('servidores', { nombre, tipoServidor, config, permitirRedPrivada: true }),

    /** The servidores that it asks for are those that were chosen for its names, its tablas are made with their rows. */
    async importPlantilla(
      { paquete, tablas }: Pick<Plantilla, 'paquete' | 'tablas'>,
      chosen: Readonly<Record<string, string>>,
    ): Promise<ProcesoGuardado> {
      for (const { tabla, filas } of tablas) {
        const id = await create('tablas', tabla)
        if (filas.length > 0) await ask('POST', `tablas/${id}/filas/lote`, { modo: 'agregar', filas })
      }
      const asignaciones = Object.fromEntries(
        Object.entries(chosen).map(([referencia, id]) => [`servidores/${referencia}`, id]),
      )
      const { status, json } = await ask('POST', 'procesos/importar', { paquete, asignaciones })
      expect([status, json.faltan ?? []]).toEqual([201, []])
      return json
    },

    /** With nothing pinned. */
    async run(id: string | undefined, entrada: object) {
      const { json } = await ask('POST', `procesos/${id}/ejecutar`, { entrada })
      return { estado: json.estadoHttp ?? json.error?.codigo, salida: json.salida }
    },
  }
}
