import { expect, test } from 'vitest'
import * as contract from '../index.ts'

type ErrorClass = { codigo: string; status: number; new (values: unknown): contract.AppError }

const isErrorClass = (value: unknown): value is ErrorClass => typeof value === 'function' && 'codigo' in value
const classes = Object.entries<unknown>(contract).filter((entry): entry is [string, ErrorClass] =>
  isErrorClass(entry[1]),
)

/** Every value of a sentence shows its own name. */
const NAMES = new Proxy(
  {},
  {
    get(_target, name) {
      const text = `{${String(name)}}`
      return Object.assign([text], { toString: () => text })
    },
  },
)

test.each(classes)('the code of %s is its name', (name, { codigo, status }) => {
  const camel = codigo.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
  expect(camel).toBe(name)
  expect(contract.statusOf(codigo)).toBe(status)
})

test('docs/generated/errors.md lists every error with its sentence', async () => {
  const rows = classes
    .map(([, each]) => ({ codigo: each.codigo, status: each.status, sentence: new each(NAMES).message }))
    .toSorted((left, right) => left.status - right.status || (left.codigo < right.codigo ? -1 : 1))
    .map(({ codigo, status, sentence }) => `| ${status} | \`${codigo}\` | ${sentence} |`)
  const page = [
    '# Errores',
    '',
    '<!-- Escrito por packages/contract/src/errors/errors.test.ts -->',
    '',
    'El estado dice quién debe actuar: 4xx quien pide, 502 a 504 el otro sistema, 500 nosotros.',
    '',
    'Lo que falla dentro de una ejecución lo ve quien llamó a un canal con el mismo código y otro estado cuando no le toca a él actuar: 502 a 504 siguen',
    'siendo del otro sistema, `EJECUCION_CANCELADA` es 503 y lo demás es 500, «El proceso falló».',
    '',
    '| Estado | Código | Mensaje |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../../../docs/generated/errors.md')
})
