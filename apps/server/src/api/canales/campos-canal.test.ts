import { canalSchema } from '@div/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Schema, writeFields } from '../openapi/testing-fields.ts'

test('docs/generated/canales.md lists what a canal is set up with', async () => {
  const schema = z.toJSONSchema(canalSchema, { io: 'input', unrepresentable: 'any' }) as Schema
  const page = [
    '# Campos de un canal',
    '<!-- Escrito por apps/server/src/api/canales/campos-canal.test.ts -->',
    '## Todos los campos {#canal}',
    'Como los guarda la API (`POST /api/canales`) y con los nombres de su formulario.',
    writeFields(schema, ['categoriaId']),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../../docs/generated/canales.md')
})
