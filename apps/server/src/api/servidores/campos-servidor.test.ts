import { SERVIDORES } from '@div/servidores'
import { expect, test } from 'vitest'
import { writeFields } from '../openapi/testing-fields.ts'
import { describeTipos } from './describe-tipos.ts'

test('docs/generated/campos-servidor.md lists what each server type is set up with and what its nodes may ask', async () => {
  const tipos = describeTipos(SERVIDORES)
  const [{ pool = {}, resiliencia = {} } = {}] = tipos
  const page = [
    '# Campos de los servidores',
    'Escrito por apps/server/src/api/servidores/campos-servidor.test.ts. Los formularios salen de los mismos esquemas: `GET /api/servidores/tipos`.',
    '## `pool` y `resiliencia`, iguales para todos',
    writeFields(pool),
    writeFields(resiliencia),
    ...tipos.flatMap(({ tipoServidor, label, summary, config, objetos, eventos }) => [
      `## ${label}: \`${tipoServidor}\``,
      summary,
      '### `config`',
      writeFields(config),
      ...objetos.flatMap(({ tipoObjeto, label, summary, objeto }) => [
        `### \`objeto\` de un nodo con \`tipoObjeto: ${tipoObjeto}\` (${label})`,
        summary,
        writeFields(objeto),
      ]),
      ...eventos.flatMap(({ tipoEvento, label, summary, opciones, campos }) => [
        `### \`opciones\` de una tarea con \`tipoEvento: ${tipoEvento}\` (${label})`,
        summary,
        writeFields(opciones),
        'Lo que trae cada evento:',
        campos.map(({ ruta, tipo, descripcion }) => `- \`${ruta}\` (${tipo}): ${descripcion}`).join('\n'),
      ]),
    ]),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../../docs/generated/campos-servidor.md')
})
