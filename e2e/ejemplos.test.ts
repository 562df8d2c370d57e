import { readdirSync, readFileSync } from 'node:fs'
import { busquedaDeRagSchema, LIMITS, probarAiContextoSchema, readGrafico } from '@div/contract'
import { expect, test } from 'vitest'
import { readPreguntas } from '../apps/server/src/ai/rag/evaluacion/read-preguntas.ts'
import { readArchivo } from '../apps/server/src/archivos/read-archivo.ts'
import { type AvisoDeAlerta, writeJson } from '../apps/server/src/motor/alertas/write-aviso.ts'
import { GUIAS, readEjemplos } from './guias.ts'

/** Where the examples of the pages that are no guides are run. */
const RUN_BY: Readonly<Record<string, string>> = {
  alertas: './ejemplos.test.ts',
  chat: './ejemplos.test.ts',
  'ia-contextos': './ejemplos.test.ts',
  rag: './ejemplos.test.ts',
  entornos: './entornos.test.ts',
  'linea-de-comandos': '../tests/linea-de-comandos.test.ts',
  'inteligencia-artificial': '../apps/server/src/api/procesos/preguntar-a-un-modelo.test.ts',
}
const PAGES = new URL('../apps/web/src/features/documentacion/paginas/', import.meta.url)

test('no page has examples that nobody runs', () => {
  const pages = readdirSync(PAGES).map((name) => name.replace(/\.md$/, ''))
  const withExamples = pages.filter((page) => readEjemplos(page).some(({ papel }) => papel !== 'datos'))
  expect(withExamples.filter((page) => !GUIAS.includes(page) && !(page in RUN_BY))).toEqual([])
  for (const [page, file] of Object.entries(RUN_BY))
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(page)
})

test('what a webhook of an alerta receives is what its page shows', () => {
  const [ejemplo] = readEjemplos('alertas')
  const shown = JSON.parse(ejemplo?.codigo ?? '')
  const aviso: AvisoDeAlerta = {
    ...shown,
    id: 'no va en el cuerpo',
    incidencia: { ...shown.incidencia, desde: new Date(shown.incidencia.desde) },
    momento: new Date(shown.momento),
  }
  expect(writeJson(aviso)).toBe(JSON.stringify(shown))
})

test('the search that the page of RAG shows is one', () => {
  const bodies = readEjemplos('rag')
    .filter(({ lenguaje }) => lenguaje === 'json')
    .map(({ codigo }) => JSON.parse(codigo))
  expect(bodies.length).toBeGreaterThan(0)
  for (const body of bodies) expect(busquedaDeRagSchema.parse(body)).toMatchObject(body)
})

test('the questions that the page of RAG shows can be imported', async () => {
  const csv = readEjemplos('rag').find(({ papel }) => papel === 'preguntas')?.codigo ?? ''
  expect(await readPreguntas(await readArchivo(Buffer.from(csv), LIMITS))).toEqual([
    {
      texto: 'cómo se anula una factura',
      esperados: [{ documento: 'facturas.md', fragmento: 'se anula con un abono' }],
    },
    { texto: 'cuándo se paga', esperados: [{ documento: 'pagos.md', fragmento: '' }] },
  ])
})

test('the chart that the page of the chat shows is drawn', () => {
  const [grafico] = readEjemplos('chat')
  expect(readGrafico(grafico?.codigo ?? '')).toMatchObject({
    titulo: 'Ventas',
    series: [{ nombre: 'Total' }],
  })
})

test('what the page of contexts looks at before it is stored is a context', () => {
  const [pieza, vista] = readEjemplos('ia-contextos')
  const body = JSON.parse(vista?.codigo ?? '')
  expect(probarAiContextoSchema.parse(body)).toMatchObject(body)
  const piezas = [{ tipo: 'texto', texto: pieza?.codigo ?? '' }]
  expect(probarAiContextoSchema.safeParse({ ...body, piezas })).toMatchObject({ success: true })
})
