import type { PlantillaResumen } from '@div/contract'
import { expect, test } from 'vitest'
import { filterPlantillas } from './filter-plantillas.ts'

const plantilla = (id: string, fields: Partial<PlantillaResumen>): PlantillaResumen => ({
  id,
  nombre: id,
  resumen: '',
  categoria: 'api',
  propuesta: { por: 'canal', texto: '' },
  servidores: [],
  casos: 1,
  dibujo: { nodos: [], conexiones: [] },
  ...fields,
})
const ALL = [
  plantilla('consulta', { resumen: 'Busca una fila en la base de datos' }),
  plantilla('archivo', {
    categoria: 'archivos',
    servidores: [{ referencia: 's', tiposServidor: ['sftp'], uso: 'Donde está' }],
  }),
  plantilla('cola', { dibujo: { nodos: [nodo('Guardar el páquete')], conexiones: [] } }),
]

function nodo(nombre: string) {
  return { id: 'n', tipo: 'proceso' as const, nombre, posicion: { x: 0, y: 0 } }
}

test.each([
  ['', '', ['consulta', 'archivo', 'cola']],
  ['', 'archivos', ['archivo']],
  ['SFTP', '', ['archivo']],
  ['fila base', '', ['consulta']],
  ['páquete', '', ['cola']],
  ['PAQUETE', '', ['cola']],
  ['sftp', 'api', []],
])('«%s» in «%s» finds %o', (q, categoria, ids) => {
  expect(filterPlantillas(ALL, { q, categoria }).map(({ id }) => id)).toEqual(ids)
})
