import { readFileSync } from 'node:fs'

/** Flows as they go round among those who use each tool, written anew after its documented format. */
export const FLUJOS = [
  {
    archivo: 'n8n/__fixtures__/producto-por-webhook',
    resumen: 'Un webhook busca un producto en PostgreSQL y contesta que está o que no está.',
  },
  {
    archivo: 'n8n/__fixtures__/avisos-de-existencias',
    resumen: 'Cada día pide las páginas de un servicio, filtra, ordena y avisa por correo de lo que falta.',
  },
  {
    archivo: 'n8n/__fixtures__/precios-de-dos-servicios',
    resumen: 'Reúne lo que contestan dos servicios por un campo común y calcula con ello.',
  },
  {
    archivo: 'node-red/__fixtures__/producto-por-http',
    resumen: 'Una llamada HTTP elige entre una consulta a MySQL y un rechazo.',
  },
  {
    archivo: 'node-red/__fixtures__/aviso-de-nivel',
    resumen: 'Un mensaje MQTT se pasa a porcentaje, se juzga y se cuenta a un servicio.',
  },
  {
    archivo: 'node-red/__fixtures__/csv-a-base',
    resumen: 'Las filas de un CSV que llega por HTTP se guardan una a una y se cuentan.',
  },
] as const

export function readFlujo(archivo: string): unknown {
  return JSON.parse(readFileSync(new URL(`${archivo}.json`, import.meta.url), 'utf8'))
}
