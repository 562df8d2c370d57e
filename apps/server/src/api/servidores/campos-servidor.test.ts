import { SERVIDORES } from '@div/servidores'
import { expect, test } from 'vitest'
import { writeFields } from '../openapi/testing-fields.ts'
import { describeTipos } from './describe-tipos.ts'

test('docs/generated/campos-servidor.md lists what each server type is set up with and what its nodes may ask', async () => {
  const tipos = describeTipos(SERVIDORES)
  const [{ pool = {}, resiliencia = {} } = {}] = tipos
  const page = [
    '# Campos de los servidores',
    '<!-- Escrito por apps/server/src/api/servidores/campos-servidor.test.ts -->',
    'Los formularios de la aplicación salen de los mismos esquemas, que también contesta `GET /api/servidores/tipos`.',
    '## Pool y resiliencia, iguales para todos {#pool-y-resiliencia}',
    '### `pool` {#servidor.pool}',
    writeFields(pool),
    '### `resiliencia` {#servidor.resiliencia}',
    writeFields(resiliencia),
    ...tipos.flatMap(({ tipoServidor, label, summary, config, objetos, eventos }) => [
      `## ${label}: \`${tipoServidor}\` {#${tipoServidor}}`,
      summary,
      `### \`config\` {#${tipoServidor}.config}`,
      writeFields(config),
      ...objetos.flatMap(({ tipoObjeto, label, summary, objeto }) => [
        `### \`objeto\` de un nodo con \`tipoObjeto: ${tipoObjeto}\` (${label}) {#${tipoServidor}.objeto.${tipoObjeto}}`,
        summary,
        writeFields(objeto),
      ]),
      ...eventos.flatMap(({ tipoEvento, label, summary, opciones, campos }) => [
        `### \`opciones\` de una tarea con \`tipoEvento: ${tipoEvento}\` (${label}) {#${tipoServidor}.evento.${tipoEvento}}`,
        summary,
        writeFields(opciones),
        'Lo que trae cada evento:',
        campos.map(({ ruta, tipo, descripcion }) => `- \`${ruta}\` (${tipo}): ${descripcion}`).join('\n'),
      ]),
    ]),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../../docs/generated/campos-servidor.md')
})

test('what no form shows is not listed, nor what is in it', () => {
  const texto = { type: 'string' }
  const herramientas = { type: 'array', items: { properties: { huella: texto } }, oculto: true }
  const listed = writeFields({ properties: { url: texto, huella: { ...texto, oculto: true }, herramientas } })
  expect(listed.split('\n').slice(2)).toEqual(['| `url` | texto |  |  |'])
})

test('docs/generated/operaciones.md lists what can be asked of each server type', async () => {
  const page = [
    '# Operaciones de los servidores',
    '<!-- Escrito por apps/server/src/api/servidores/campos-servidor.test.ts -->',
    '## Lo que ofrece cada tipo de servidor',
    'Cada línea es un objeto que un nodo «Proceso» puede pedir. Sus campos están donde lleva el enlace.',
    ...describeTipos(SERVIDORES).map(
      ({ tipoServidor, label, summary, objetos, eventos }) =>
        [`### ${label} {#${tipoServidor}}`, summary, '| Objeto | Qué hace |\n|---|---|'].join('\n\n') +
        objetos
          .map(
            ({ tipoObjeto, label, summary }) =>
              `\n| [${label}](campos-servidor.md#${tipoServidor}.objeto.${tipoObjeto}) | ${summary} |`,
          )
          .join('') +
        eventos
          .map(
            ({ tipoEvento, label, summary }) =>
              `\n| Evento: [${label}](campos-servidor.md#${tipoServidor}.evento.${tipoEvento}) | ${summary} |`,
          )
          .join(''),
    ),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../../docs/generated/operaciones.md')
})
