import type { EjecucionDeAgente, Mensaje } from '@div/contract'
import { expect, test } from 'vitest'
import { writeMarkdown } from './write-markdown.ts'

const mensajeOf = (fields: Partial<Mensaje>): Mensaje => ({
  ...{ id: 'm', orden: 1, rol: 'usuario', texto: '', piezas: [], estado: 'ok', error: null, motivo: null },
  ...{ modelo: null, tokensEntrada: null, tokensSalida: null, tokensEstimados: false },
  ...{ importe: null, moneda: null, creadoEn: '2026-11-28T15:12:00.000Z', terminadoEn: null },
  ...fields,
})

const citaOf = (numero: number, documento: string) => ({
  tipo: 'cita' as const,
  cita: {
    ...{ numero, documento, coleccionId: 'c', coleccion: 'Manuales', documentoId: 'd', orden: 0 },
    ...{ titulo: ['Plazos'], texto: 'Se paga\na 30 días.' },
  },
})

test('who says what when, and passages are notes that are numbered through the document', () => {
  const answer = (texto: string, documento: string) =>
    mensajeOf({
      ...{ rol: 'asistente', modelo: 'chico', texto },
      piezas: [citaOf(1, documento), citaOf(2, 'anexo.md')],
    })
  const markdown = writeMarkdown({
    conversacion: { titulo: 'Plazos', agente: null },
    mensajes: [
      mensajeOf({ texto: '¿Cuándo se paga?' }),
      answer('# Plazo\nA 30 días [1]. Véase `lista[2]` y [9].', 'compras.md'),
      answer('Sí [2].', 'ventas.md'),
    ],
  })
  expect(markdown).toBe(`# Plazos

## Usted · 28 de noviembre de 2026 a las 15:12 UTC

¿Cuándo se paga?

## Asistente · chico · 28 de noviembre de 2026 a las 15:12 UTC

### Plazo
A 30 días [^1]. Véase \`lista[2]\` y [9].

También leyó: [^2]

## Asistente · chico · 28 de noviembre de 2026 a las 15:12 UTC

Sí [^4].

También leyó: [^3]

[^1]: compras.md › Plazos (Manuales): «Se paga a 30 días.»

[^2]: anexo.md › Plazos (Manuales): «Se paga a 30 días.»

[^3]: ventas.md › Plazos (Manuales): «Se paga a 30 días.»

[^4]: anexo.md › Plazos (Manuales): «Se paga a 30 días.»
`)
})

test('a chart is a table, and other code stays as it is', () => {
  const datos = JSON.stringify({
    ...{ titulo: 'Ventas', x: 'mes', series: [{ campo: 'total', nombre: 'Total | €' }] },
    datos: [{ mes: 'enero', total: 1.5 }, { mes: 'febrero' }],
  })
  const texto = `Mire:\n\n\`\`\`grafico\n${datos}\n\`\`\`\n\n\`\`\`json\n# [1]\n\`\`\``
  const markdown = writeMarkdown({
    conversacion: { titulo: '', agente: null },
    mensajes: [mensajeOf({ rol: 'asistente', texto, piezas: [citaOf(1, 'a.md')] })],
  })
  expect(markdown).toContain(
    '**Ventas**\n\n|  | Total \\| € |\n| --- | --- |\n| enero | 1,5 |\n| febrero |  |\n\n```json\n# [1]\n```',
  )
})

test('what an agente did is told in words', () => {
  const tokens = { entrada: 1, salida: 1 }
  const ejecucion: EjecucionDeAgente = {
    ...{ id: 'e', agenteId: 'a', version: 1, origen: 'chat', conversacionId: 'c', estado: 'ok' },
    ...{ mensaje: 'Anula el 1', respuesta: 'Anulado.', datos: { pedido: 1, lineas: [1, 2] }, error: null },
    pasos: [
      {
        ...{ tipo: 'capacidad', id: '1', nombre: 'anular_pedido', capacidadId: null, escribe: true },
        ...{ objetivo: { tipo: 'proceso', nombre: 'Anular pedido', version: 3 }, trasDatosAjenos: false },
        ...{ estado: 'ok', motivo: null, entrada: { pedido: 1, avisar: true }, salida: { anulado: 1 } },
        ...{ ejecucionId: null, duracionMs: 1 },
      },
      { ...{ tipo: 'modelo', modelo: 'chico', texto: 'Anulado.' }, tokens, duracionMs: 1 },
    ],
    ...{ tokens, tokensEstimados: false, importe: null, moneda: null, duracionMs: 2 },
    inicio: '2026-11-28T15:12:00.000Z',
  }
  expect(
    writeMarkdown({
      conversacion: { titulo: 'Anula', agente: { id: 'a', nombre: 'Pedidos' } },
      ejecuciones: [ejecucion],
    }),
  ).toBe(`# Anula

## Usted · 28 de noviembre de 2026 a las 15:12 UTC

Anula el 1

## Pedidos · 28 de noviembre de 2026 a las 15:12 UTC

- **anular_pedido** (Anular pedido, versión 3), con pedido: 1, avisar: sí. Hecho.

Anulado.

| Dato | Valor |
| --- | --- |
| pedido | 1 |
| lineas | 2 elementos |
`)
})
