import { expect, test } from 'vitest'
import { readPreparedToken, toPreparedToken } from './prepared-token.ts'

const [UNO, DOS] = ['0198c1f0-0000-7000-8000-000000000001', '0198c1f0-0000-7000-8000-000000000002'] as const

test('a token for some tools opens them and no canal, and says what it is for', () => {
  const tools = [
    { id: UNO, nombre: 'buscar' },
    { id: DOS, nombre: 'anular' },
  ]
  expect(readPreparedToken(toPreparedToken(tools))).toEqual({
    ...{ nombre: 'Asistente MCP', canales: [], capacidades: [UNO, DOS], expiraEn: null },
  })
  expect(readPreparedToken(toPreparedToken(tools.slice(0, 1)))?.nombre).toBe('Asistente MCP: buscar')
})

test.each([[null], [{ probar: true }], [{ token: { nombre: 'x', canales: [] } }]])(
  'what nobody has prepared is none: %o',
  (state) => {
    expect(readPreparedToken(state)).toBeNull()
  },
)
