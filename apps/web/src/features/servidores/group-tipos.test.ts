import type { TipoServidor } from '@div/contract'
import { expect, test } from 'vitest'
import { groupTipos } from './group-tipos.ts'

const tipo = (tipoServidor: string, grupo: TipoServidor['grupo'], summary: string): TipoServidor => ({
  tipoServidor,
  label: tipoServidor,
  grupo,
  summary,
  config: {},
  pool: {},
  resiliencia: {},
  objetos: [],
  eventos: [],
  explorable: false,
})
const TIPOS = [
  tipo('rest', 'servicio', 'Un servicio HTTP.'),
  tipo('mysql', 'base-de-datos', 'Consultas y más.'),
  tipo('smtp', 'servicio', 'Envía correo electrónico.'),
]
const found = (q: string) =>
  groupTipos(TIPOS, q).map(({ label, tipos }) => [label, tipos.map((each) => each.tipoServidor)])

test('types stand in their groups, databases first', () => {
  expect(found('')).toEqual([
    ['Bases de datos', ['mysql']],
    ['Servicios', ['rest', 'smtp']],
  ])
})

test('a type is found by its name and by what it is for, whatever the accents', () => {
  expect(found('REST')).toEqual([['Servicios', ['rest']]])
  expect(found('electronico')).toEqual([['Servicios', ['smtp']]])
  expect(found('cobol')).toEqual([])
})
