import type { TipoServidor } from '@div/contract'
import { expect, test } from 'vitest'
import { describeEmpty } from './describe-empty.ts'

const contrato = { label: 'Contrato', campo: 'contrato', extensiones: [] }
const objetosOf = (...campos: string[]): TipoServidor['objetos'] => [
  {
    tipoObjeto: 'operacion',
    label: 'Operación',
    summary: '',
    objeto: { properties: Object.fromEntries(campos.map((campo) => [campo, {}])) },
  },
]

test.each([
  [
    'a search that finds nothing',
    { contrato, objetos: objetosOf('metodo') },
    'cliente',
    'Nada se llama así.',
  ],
  ['an empty database', { objetos: objetosOf('tabla') }, '', 'Todavía no hay nada aquí.'],
  [
    'a REST service without its contract',
    { contrato, objetos: objetosOf('nombre', 'metodo', 'ruta') },
    ' ',
    'Sin un contrato no se sabe qué operaciones tiene: impórtelo, o escriba en el nodo el método y la ruta.',
  ],
  [
    'a SOAP service without its contract',
    { contrato, objetos: objetosOf('nombre') },
    '',
    'Sin su contrato no se sabe qué operaciones tiene: impórtelo.',
  ],
  ['a type that is not known yet', undefined, '', 'Todavía no hay nada aquí.'],
])('of %s it is said what to do', (_, tipo, q, said) => {
  expect(describeEmpty(tipo, q)).toBe(said)
})
