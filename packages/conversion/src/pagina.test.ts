import { LIMITS, type Veredicto } from '@div/contract'
import { expect, test } from 'vitest'
import { convert } from './convert.ts'
import { FLUJOS, readFlujo } from './flujos-testing.ts'
import { CLASES_DE_N8N } from './n8n/clases.ts'
import { CLASES_DE_NODE_RED } from './node-red/clases.ts'
import type { Clase } from './traduccion.ts'

const PAGINA = '../../../docs/generated/conversion.md'
const HERRAMIENTAS = { n8n: 'n8n', 'node-red': 'Node-RED' } as const
const VEREDICTOS = { tomado: 'Tomado', aproximado: 'Aproximado', noTomado: 'No tomado' } as const

function writeTable(clases: Readonly<Record<string, Clase<never>>>): string {
  const rows = Object.entries(clases)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([tipo, { veredicto, mensaje }]) => `| \`${tipo}\` | ${VEREDICTOS[veredicto]} | ${mensaje} |`)
  return ['| Clase de nodo | Veredicto | En qué se convierte |', '|---|---|---|', ...rows].join('\n')
}

/** What became of the nodes of each flow that the tests bring and run. */
function writeFlujos(): string {
  const rows = FLUJOS.map(({ archivo, resumen }) => {
    const { formato, informe } = convert(readFlujo(archivo), { limits: LIMITS })
    const count = (wanted: Veredicto) => informe.filter(({ veredicto }) => veredicto === wanted).length
    const counts = [count('tomado'), count('aproximado'), count('noTomado')].join(' | ')
    return `| ${resumen} | ${HERRAMIENTAS[formato]} | ${counts} |`
  })
  const head = ['| Flujo | De | Tomados | Aproximados | No tomados |', '|---|---|---|---|---|']
  return [...head, ...rows].join('\n')
}

test('the page of the kinds of nodes says what the converters do', async () => {
  const page = `# Clases de nodos de otras herramientas

<!-- Escrito por packages/conversion/src/pagina.test.ts -->

El veredicto es el de la mayoría de los nodos de su clase; el de cada uno está en el informe de la conversión. Una clase que no está aquí no se
toma.

## n8n

${writeTable(CLASES_DE_N8N)}

## Node-RED

${writeTable(CLASES_DE_NODE_RED)}

## Flujos de ejemplo

Flujos como los que se publican de cada herramienta, escritos de nuevo según su formato. Las pruebas del producto los traen, los ejecutan y comprueban
este recuento de sus nodos.

${writeFlujos()}
`
  await expect(page).toMatchFileSnapshot(PAGINA)
})
