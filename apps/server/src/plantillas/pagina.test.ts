import { CATEGORIAS_DE_PLANTILLA, type Plantilla } from '@div/contract'
import { expect, test } from 'vitest'
import { PLANTILLAS } from './plantillas.ts'

test('docs/generated/plantillas.md lists every template with what it asks for', async () => {
  await expect(`${writePage()}\n`).toMatchFileSnapshot('../../../../docs/generated/plantillas.md')
})

function writePage(): string {
  return [
    '# Todas las plantillas',
    '<!-- Escrito por apps/server/src/plantillas/pagina.test.ts -->',
    ...Object.entries(CATEGORIAS_DE_PLANTILLA).flatMap(([categoria, titulo]) => [
      `## ${titulo}`,
      [
        '| Plantilla | Qué hace | Qué pide | Cómo se empieza |',
        '|---|---|---|---|',
        ...PLANTILLAS.filter((plantilla) => plantilla.categoria === categoria).map(writeRow),
      ].join('\n'),
    ]),
  ].join('\n\n')
}

function writeRow({ nombre, resumen, servidores, tablas, propuesta }: Plantilla): string {
  const asked = [
    ...servidores.map(({ uso, tiposServidor }) => `${uso} (${tiposServidor.join(', ')})`),
    ...tablas.map(({ tabla }) => `la tabla «${tabla.nombre}»`),
  ]
  return `| ${[nombre, resumen, asked.join('; ') || 'Nada', propuesta.texto].map(inCell).join(' | ')} |`
}

const inCell = (text: string) => text.replaceAll('|', '\\|')
