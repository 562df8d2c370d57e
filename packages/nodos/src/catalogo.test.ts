import { readFile } from 'node:fs/promises'
import { TIPOS_NODO } from '@div/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { NODOS } from './catalogo.ts'
import { STEPS } from './steps.ts'

test.each(TIPOS_NODO)(
  '%s has a page in Spanish under its label, a step and a schema for its form',
  async (tipo) => {
    const page = await readFile(new URL(`${tipo}/${tipo}.md`, import.meta.url), 'utf8')
    expect(page.split('\n')[0]).toBe(`# ${NODOS[tipo].label}`)
    expect(page.length).toBeGreaterThan(150)
    expect(STEPS[tipo].definition.tipoNodo).toBe(tipo)
    expect(z.toJSONSchema(NODOS[tipo].config, { io: 'input' })).toMatchObject({ type: 'object' })
  },
)
