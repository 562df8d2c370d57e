import type { EjecucionDeAgente, PasoDeAgente } from '@div/contract'
import { expect, test } from 'vitest'
import { applyEvento, beginVista, listPendientes } from './apply-evento.ts'
import { readEventos } from './read-eventos.ts'

const USO: PasoDeAgente = {
  ...{ tipo: 'capacidad', id: '1:a', nombre: 'anular', capacidadId: null, escribe: true },
  ...{ trasDatosAjenos: false, estado: 'espera', motivo: null, entrada: {}, salida: null },
  ...{ ejecucionId: null, duracionMs: 0 },
}
const TURNO: PasoDeAgente = {
  ...{ tipo: 'modelo', modelo: 'chico', texto: 'Voy.', tokens: { entrada: 1, salida: 1 }, duracionMs: 1 },
}
const FINAL: EjecucionDeAgente = {
  ...{ id: 'e1', agenteId: 'a1', version: 1, origen: 'chat', conversacionId: 'c1', estado: 'espera' },
  ...{ mensaje: 'Anula', respuesta: '', datos: null, error: null, pasos: [TURNO, USO] },
  ...{ tokens: { entrada: 1, salida: 1 }, tokensEstimados: false, importe: null, moneda: null },
  ...{ inicio: '2026-01-01T00:00:00.000Z', duracionMs: 1 },
}

test('what is said grows until its step is there, and what waits is known once the run waits', () => {
  const begun = applyEvento(beginVista('Anula'), { tipo: 'inicio', ejecucionId: 'e1', conversacionId: 'c1' })
  const saying = ['Vo', 'y.'].reduce((vista, texto) => applyEvento(vista, { tipo: 'texto', texto }), begun)
  expect(saying).toMatchObject({ id: 'e1', texto: 'Voy.' })
  const said = applyEvento(saying, { tipo: 'paso', lugar: 0, paso: TURNO })
  expect(said).toMatchObject({ texto: '', pasos: [TURNO] })
  const waiting = applyEvento(said, { tipo: 'paso', lugar: 1, paso: USO })
  expect(listPendientes(waiting)).toEqual([])
  expect(listPendientes(applyEvento(waiting, { tipo: 'fin', ejecucion: FINAL }))).toEqual(['1:a'])
})

test('events are read however the answer is cut, and what is cut at its end is none', async () => {
  const text = ': \n\nevent: texto\ndata: {"tipo":"texto","texto":"ñ"}\n\nevent: texto\ndata: {"tipo":"te'
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const heard = []
  for await (const evento of readEventos(body)) heard.push(evento)
  expect(heard).toEqual([{ tipo: 'texto', texto: 'ñ' }])
})
